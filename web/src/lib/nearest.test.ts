import { expect, test } from 'vitest';
import { nearest } from './nearest';

const box = { x: 100, y: 100, w: 40, h: 20 };
const point = { x: 200, y: 110 };

test('a tap inside a target finds it', () => {
  expect(nearest([point, box], 120, 110)).toBe(box);
});

test('a tap beside targets finds the nearer edge or point', () => {
  expect(nearest([box, point], 165, 110)).toBe(box);
  expect(nearest([box, point], 175, 110)).toBe(point);
  expect(nearest([box, point], 100 - 18, 100 - 24)).toBe(box);
});

test('what is farther away than asked is not meant', () => {
  expect(nearest([box, point], 100 - 31, 110)).toBeNull();
  expect(nearest([box], 100 - 24, 100 - 24)).toBeNull();
  expect(nearest([box], 70, 110, 20)).toBeNull();
  expect(nearest([], 0, 0)).toBeNull();
});
