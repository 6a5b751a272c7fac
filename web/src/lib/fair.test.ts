import { expect, test } from 'vitest';
import { checkRecord, drawIndex } from './fair';

const bytes = (text: string) => new TextEncoder().encode(text);

test('the same vector as in Python', async () => {
  // tests/engine/test_chance.py::test_a_known_vector
  expect(await drawIndex(bytes('parlour'), ['ann', 'bob'], 1000, 5, 0, '00'.repeat(32))).toBe(664);
});

test('a secret that was not committed to is found out', async () => {
  const fairness = { commitment: '00'.repeat(32), nonces: [], secret: 'ab'.repeat(32) };
  expect(await checkRecord({ header: '{}', lines: [], fairness })).toEqual({
    ok: false,
    draws: 0,
    wrong: -1,
  });
});
