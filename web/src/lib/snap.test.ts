import { expect, test } from 'vitest';
import { nearest } from './snap';

const places = [
  { x: 0, y: 0 },
  { x: 40, y: 0 },
];

test('a tap goes to the nearest place, and to none that is too far away', () => {
  expect(nearest({ x: 18, y: 0 }, places)).toBe(0);
  expect(nearest({ x: 22, y: 0 }, places)).toBe(1);
  expect(nearest({ x: 20, y: 31 }, places)).toBe(-1);
  expect(nearest({ x: 20, y: 31 }, places, 40)).toBe(0);
  expect(nearest({ x: 0, y: 0 }, [])).toBe(-1);
});
