import { expect, test } from 'vitest';
import type { LegalMove } from '../wire';
import { movesOf } from './movesOf';
import type { Piece, Zone } from './tableProps';

const move = (text: string, data: LegalMove['data']): LegalMove => ({
  move: text,
  data,
  text,
  clause: '',
  commits: false,
});
const piece = (fields: Record<string, unknown>) => fields as unknown as Piece;
const zone = (owner: number | null) => ({ owner, pieces: [] }) as unknown as Zone;
const MOVES = [
  move('give h1', { type: 'give', slot: 0 }),
  move('give h2', { type: 'give', slot: 1 }),
  move('swap p1 h2', { type: 'swap', seat: 1, slot: 1 }),
  move('take m1', { type: 'take', place: 0 }),
  move('pass', { type: 'pass' }),
];
const said = (found: LegalMove[]) => found.map((one) => one.move);

test('a piece has the moves that name its place by the same word', () => {
  expect(said(movesOf(piece({ slot: 0 }), zone(0), 0, MOVES))).toEqual(['give h1']);
  expect(said(movesOf(piece({ place: 0 }), zone(null), 0, MOVES))).toEqual(['take m1']);
  expect(said(movesOf(piece({ slot: 5 }), zone(0), 0, MOVES))).toEqual([]);
  expect(said(movesOf(piece({ name: 'a drawing' }), zone(null), 0, MOVES))).toEqual([]);
});

test("another player's piece is meant only where that player is named", () => {
  expect(said(movesOf(piece({ slot: 1 }), zone(1), 0, MOVES))).toEqual(['swap p1 h2']);
});
