import { beforeEach, expect, test } from 'vitest';
import { answerTo, kept } from './promises';

const fairness = (commitment: string, nonces: string[] = []) => ({
  commitment,
  nonces,
  secret: null,
  begins: 0,
});

beforeEach(() => localStorage.clear());

test('a number is given once, and the same one after a restart of the house', () => {
  expect(answerTo('t', 0, fairness('a'), () => 'mine')).toBe('mine');
  expect(answerTo('t', 0, fairness('a', ['0:mine']), () => 'other')).toBe('');
  expect(answerTo('t', 0, fairness('a'), () => 'other')).toBe('mine');
});

test('a record is as promised only with our commitment and our number', () => {
  expect(kept('t', fairness('x'))).toBe(true);
  answerTo('t', 0, fairness('a'), () => 'mine');
  expect(kept('t', fairness('a', ['0:mine', '1:theirs']))).toBe(true);
  expect(kept('t', fairness('a', ['0:another']))).toBe(false);
  expect(kept('t', fairness('x', ['0:mine']))).toBe(false);
});
