import { expect, test } from 'vitest';
import type { Sentence } from '../wire';
import { playersTurns, sinceMine, told, turns, withoutSubject } from './story';

const line = (who: number | null, ply: number): Sentence => ({
  text: '',
  clause: '',
  key: '',
  fields: who === null ? {} : { who },
  ply,
  hold: 0,
});

test('lines of one seat that follow each other stand together', () => {
  const told = turns([line(0, 1), line(0, 2), line(1, 3), line(null, 4), line(0, 5)]);
  expect(told.map((turn) => [turn.seat, turn.lines.length])).toEqual([
    [0, 2],
    [1, 1],
    [-1, 1],
    [0, 1],
  ]);
});

test('what comes between two lines of a player is no turn', () => {
  const told = playersTurns([
    line(null, 1),
    line(1, 2),
    line(null, 3),
    line(1, 4),
    line(null, 5),
    line(2, 6),
  ]);
  expect(told.map((turn) => [turn.seat, turn.lines.length])).toEqual([
    [1, 2],
    [2, 1],
  ]);
});

test('what is told several times in a row is one line', () => {
  const draw = { ...line(1, 1), text: 'Cyrano draws a card.' };
  expect(told([draw, draw, draw, line(1, 2)]).map(({ times }) => times)).toEqual([3, 1]);
});

test('news begin after the last line of mine', () => {
  const story = [line(0, 1), line(1, 2), line(0, 3), line(1, 4), line(1, 5)];
  expect(sinceMine(story, [0])).toBe(4);
  expect(sinceMine(story, [1])).toBe(Infinity);
  expect(sinceMine(story, [])).toBe(Infinity);
});

test('a sentence under its seat needs no subject', () => {
  expect(withoutSubject('Cyrano catches a heart.', ['Cyrano', 'You'])).toBe('catches a heart.');
  expect(withoutSubject('A Secret is turned up.', ['Cyrano', 'You'])).toBe('A Secret is turned up.');
});
