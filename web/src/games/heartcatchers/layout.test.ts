import { expect, test } from 'vitest';
import { fanAt, secretRow } from './layout';
import { tall, wide } from './measures';

const three = { columns: 3, hand: 3 };
const two = { columns: 2, hand: 2 };

test('a fan stays in its column however tall the stack', () => {
  const all = [three, two].flatMap((n) => [
    wide(980, 678, n),
    wide(1500, 950, n),
    tall(378, 610, n),
    tall(348, 430, n),
  ]);
  for (const m of all)
    for (let count = 1; count <= 12; count++) {
      const mat = m.mat(1, 1);
      const at = fanAt(m, 1, 1, count).at(-1)!;
      expect(at.x + m.card.w).toBeLessThanOrEqual(mat.x + mat.w);
      expect(at.y + m.card.h).toBeLessThanOrEqual(mat.y + mat.h + 3);
    }
});

test('Secrets and the slot beside them stay in their row', () => {
  for (const m of [wide(980, 678, three), tall(378, 610, three)])
    for (let count = 0; count <= 8; count++) {
      const row = m.secrets(0, 1);
      const { slot } = secretRow(m, Array(count).fill(m.wide ? 64 : 36), 0, 1, true);
      expect(slot.x + slot.w).toBeLessThanOrEqual(row.x + row.w + 5);
    }
});

test('the drawing has the measures of its comp', () => {
  const m = wide(980, 678, three);
  expect(m.mat(0, 0)).toEqual({ x: 16, y: 77, w: 268, h: 160 });
  expect(fanAt(m, 0, 0, 4).map(({ x }) => x)).toEqual([42, 76, 110, 144]);
  expect(m.line).toBe(262);
});

test('columns and hand take the same room however many an edition has', () => {
  for (const n of [three, two, { columns: 1, hand: 5 }])
    for (const m of [wide(980, 678, n), tall(378, 610, n)]) {
      const last = m.mat(0, n.columns - 1);
      expect(last.x + last.w).toBeLessThanOrEqual(m.wing);
      expect(m.hand.x + (n.hand - 1) * m.hand.step + m.hand.w).toBeLessThanOrEqual(m.wing);
      expect(m.hand.slots).toBe(n.hand);
    }
});
