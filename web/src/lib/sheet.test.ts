import { expect, test } from 'vitest';
import type { Score, SeatInfo } from '../wire';
import { inSides, partsOf, ranked } from './sheet';

const seats = ['Ann', 'Bob', 'Cy', 'Dee'].map((name, seat) => ({ seat, name }) as SeatInfo);

test('lines of a kind are one part with a sum, others stand alone', () => {
  const rows: Score[] = [
    { seat: 0, text: 'red bulb', points: 6, group: 'Bulbs', clause: 'LL-23' },
    { seat: 0, text: 'blue bulb', points: 4, group: 'Bulbs', clause: 'LL-23' },
    { seat: 0, text: 'a hat', points: -1 },
  ];
  const parts = partsOf(rows).map(({ text, points, rows }) => [text, points, rows.length]);
  expect(parts).toEqual([
    ['Bulbs', 10, 2],
    ['a hat', -1, 1],
  ]);
});

test('the best come first, who has won a tie before who has lost it, and equals share a rank', () => {
  const found = ranked([], seats, [57, 79, 79, 57], [2]);
  expect(found.map(({ seat, rank }) => [seat.name, rank])).toEqual([
    ['Cy', 1],
    ['Bob', 2],
    ['Ann', 3],
    ['Dee', 3],
  ]);
});

test('teams stand together with their sum, the better one first', () => {
  const found = ranked([], seats, [3, 9, 7, 17], [1, 3]);
  const sides = inSides(found, [
    [0, 2],
    [1, 3],
  ]);
  expect(sides.map((side) => [side.points, side.seats.map(({ seat }) => seat.name)])).toEqual([
    [26, ['Dee', 'Bob']],
    [10, ['Cy', 'Ann']],
  ]);
});
