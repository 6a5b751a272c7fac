import { expect, test } from 'vitest';
import { checkRecord, drawIndex } from './fair';

const bytes = (text: string) => new TextEncoder().encode(text);

test('the same vector as in Python', () => {
  // tests/engine/test_chance.py::test_a_known_vector
  expect(drawIndex(bytes('parlour'), ['ann', 'bob'], 1000, 5, 0, '00'.repeat(32))).toBe(664);
});

test('a secret that was not committed to is found out', () => {
  const fairness = { commitment: '00'.repeat(32), nonces: [], secret: 'ab'.repeat(32) };
  expect(checkRecord({ header: '{}', lines: [], fairness })).toEqual({
    ok: false,
    draws: 0,
    wrong: -1,
  });
});
