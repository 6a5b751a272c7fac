import { expect, test } from 'vitest';
import { matching, options } from './narrow';

const moves = [
  { move: 'catch h1 s1', data: { kind: 'catch', slot: 0, position: 0 }, text: '', clause: '' },
  { move: 'secret h1 s1', data: { kind: 'secret', slot: 0, position: 0 }, text: '', clause: '' },
  { move: 'secret h2 s4', data: { kind: 'secret', slot: 1, position: 3 }, text: '', clause: '' },
];

test('picks narrow the list until one move is left', () => {
  expect(matching(moves, { slot: 0 })).toHaveLength(2);
  expect(matching(moves, { slot: 0, kind: 'catch' }).map((m) => m.move)).toEqual(['catch h1 s1']);
  expect(matching(moves, { slot: 2 })).toEqual([]);
});

test('options are the values that a field can still take', () => {
  expect(options(moves, {}, 'slot')).toEqual([0, 1]);
  expect(options(moves, { slot: 0 }, 'kind')).toEqual(['catch', 'secret']);
  expect(options(moves, {}, 'card')).toEqual([]);
});
