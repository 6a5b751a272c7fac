import { expect, test } from 'vitest';
import type { TableCard } from '../wire';
import { resultOf } from './cards';

const card = (more: Partial<TableCard>) =>
  ({ names: ['Ann', 'Cyrano', 'Beatrice'], winners: [], verdict: '', mine: [0], ...more }) as TableCard;

test('a result names all who won', () => {
  expect(resultOf(card({ winners: [0] }), false)).toBe('You win');
  expect(resultOf(card({ winners: [1] }), false)).toBe('Cyrano wins');
  expect(resultOf(card({ winners: [1, 2] }), false)).toBe('Cyrano and Beatrice win');
  expect(resultOf(card({ winners: [0, 1, 2] }), false)).toBe('A draw');
});

test('a game that has a word for its end is heard', () => {
  const verdict = 'Cyrano and Beatrice share Tam Okafor.';
  expect(resultOf(card({ winners: [0, 1, 2], verdict }), false)).toBe(verdict);
});

test('who play together win or lose together', () => {
  expect(resultOf(card({ winners: [0, 1, 2] }), true)).toBe('Won together');
  expect(resultOf(card({}), true)).toBe('Lost together');
});
