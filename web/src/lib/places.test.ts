import { expect, test } from 'vitest';
import { isMap, placed } from './places';
import type { Zone } from './tableProps';

const zone = (pieces: Record<string, unknown>[]) => ({ id: 'board', pieces }) as unknown as Zone;

test('places on a grid lie in the middle of their cells', () => {
  const map = placed(
    zone([
      { x: 1, y: 2 },
      { x: 2, y: 2 },
    ]),
  );
  expect(map.at).toEqual([
    { x: 25, y: 50 },
    { x: 75, y: 50 },
  ]);
  expect(map.ratio).toBe(2);
});

test('the first ring is the widest, and what comes after the last lies in the middle', () => {
  const map = placed(
    zone([
      { ring: 0, angle: 0 },
      { ring: 1, angle: 90 },
      { ring: 2, angle: 0 },
    ]),
  );
  expect(map.at[0]).toEqual({ x: 50, y: 5 });
  expect(map.at[1]!.x).toBeCloseTo(72.5);
  expect(map.at[2]).toEqual({ x: 50, y: 50 });
});

test('cards that lie nowhere in particular are no map', () => {
  expect(isMap(zone([{ x: 1, y: 1 }, { x: 1 }]))).toBe(false);
  expect(isMap(zone([]))).toBe(false);
});
