import { expect, test } from 'vitest';
import { alike, distinct, matching, options } from './narrow';

const moves = [
  {
    move: 'catch h1 s1',
    data: { kind: 'catch', slot: 0, position: 0 },
    text: '',
    clause: '',
    commits: false,
  },
  {
    move: 'secret h1 s1',
    data: { kind: 'secret', slot: 0, position: 0 },
    text: '',
    clause: '',
    commits: false,
  },
  {
    move: 'secret h2 s4',
    data: { kind: 'secret', slot: 1, position: 3 },
    text: '',
    clause: '',
    commits: false,
  },
];

test('picks narrow the list until one move is left', () => {
  expect(matching(moves, { slot: 0 })).toHaveLength(2);
  expect(matching(moves, { slot: 0, kind: 'catch' }).map((m) => m.move)).toEqual(['catch h1 s1']);
  expect(matching(moves, { slot: 2 })).toEqual([]);
});

test('options are the values that a field can still take', () => {
  expect(options(moves, {}, 'slot')).toEqual([0, 1]);
  expect(options(moves, { slot: 0 }, 'kind')).toEqual(['catch', 'secret']);
  expect(options(moves, {}, 'card')).toEqual([]);
});

test('moves that say the same are one choice', () => {
  const say = (move: string, text: string) => ({ move, text, data: {}, clause: '', commits: false });
  const hand = [
    say('discard h1', 'Discard Tender'),
    say('discard h2', 'Discard Bold'),
    say('discard h3', 'Discard Tender'),
  ];
  expect(distinct(hand).map((m) => m.move)).toEqual(['discard h1', 'discard h2']);
});

test('lists are alike if they offer the same moves in the same words', () => {
  expect(alike(moves, structuredClone(moves))).toBe(true);
  expect(alike(moves, moves.slice(1))).toBe(false);
  expect(alike(moves, [...moves].reverse())).toBe(false);
});
