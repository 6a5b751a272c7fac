import { expect, test } from 'vitest';
import { checkRecord, drawIndex } from './fair';

const bytes = (text: string) => new TextEncoder().encode(text);

test('the same vector as in Python', () => {
  // tests/engine/test_chance.py::test_a_known_vector
  expect(drawIndex(bytes('parlour'), ['ann', 'bob'], 1000, 5, 0, '00'.repeat(32))).toBe(664);
});

test('a draw that was made anew after something was taken back is found out, but in old records', () => {
  const secret = 'ab'.repeat(32);
  const commitment = '9a2db2e23f1504cd056606553ac049c5e718e8f9ce9233876df1a7a1821af885';
  const record = (parlour: number) => ({
    header: `{"parlour":${parlour}}`,
    lines: ['roll 1 @0/1~1'],
    fairness: { commitment, nonces: [], secret },
  });
  expect(checkRecord(record(1))).toEqual({ ok: true, draws: 1 });
  expect(checkRecord(record(2))).toEqual({ ok: false, draws: 0, wrong: 1 });
});

test('a secret that was not committed to is found out', () => {
  const fairness = { commitment: '00'.repeat(32), nonces: [], secret: 'ab'.repeat(32) };
  expect(checkRecord({ header: '{}', lines: [], fairness })).toEqual({
    ok: false,
    draws: 0,
    wrong: -1,
  });
});

test('a match that goes on from another one is checked from where it goes on', () => {
  const secret = 'ab'.repeat(32);
  const commitment = '9a2db2e23f1504cd056606553ac049c5e718e8f9ce9233876df1a7a1821af885';
  const record = (begins: number) => ({
    header: '{"parlour":2}',
    lines: ['roll 7 @6/7', 'stop', 'roll 1 @0/1'],
    fairness: { commitment, nonces: [], secret, begins },
  });
  expect(checkRecord(record(0)).ok).toBe(false);
  expect(checkRecord(record(2))).toEqual({ ok: true, draws: 1 });
});
