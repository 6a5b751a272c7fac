import { expect, test } from 'vitest';
import { fanAt, secretRow } from './layout';
import { tall, wide } from './measures';

test('a fan stays in its column however tall the stack', () => {
  for (const m of [wide(980, 678), wide(1500, 950), tall(378, 610), tall(348, 430)])
    for (let count = 1; count <= 12; count++) {
      const mat = m.mat(1, 2);
      const at = fanAt(m, 1, 2, count).at(-1)!;
      expect(at.x + m.card.w).toBeLessThanOrEqual(mat.x + mat.w);
      expect(at.y + m.card.h).toBeLessThanOrEqual(mat.y + mat.h + 3);
    }
});

test('Secrets and the slot beside them stay in their row', () => {
  for (const m of [wide(980, 678), tall(378, 610)])
    for (let count = 0; count <= 8; count++) {
      const row = m.secrets(0, 1);
      const { slot } = secretRow(m, Array(count).fill(m.wide ? 64 : 36), 0, 1, true);
      expect(slot.x + slot.w).toBeLessThanOrEqual(row.x + row.w + 5);
    }
});

test('the drawing has the measures of its comp', () => {
  const m = wide(980, 678);
  expect(m.mat(0, 0)).toEqual({ x: 16, y: 77, w: 268, h: 160 });
  expect(fanAt(m, 0, 0, 4).map(({ x }) => x)).toEqual([42, 76, 110, 144]);
  expect(m.line).toBe(262);
});
