import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Piece, View, Zone } from './types';
import type { Sentence } from '../../wire';
import { Reveal } from './reveal.svelte';
import { stacksOf } from './stacks';

vi.mock('../../lib/motion', () => ({ calm: false }));
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const piece = (id: string, more = {}): Piece => ({ id, name: id, face: 'up', facts: [], ...more });
const zone = (id: string, more: Partial<Zone>): Zone => ({
  id,
  text: '',
  owner: null,
  layout: 'row',
  pieces: [],
  facts: [],
  ...more,
});
const stack = (place: number, owner: number, column: number, number: number, ...pieces: Piece[]) =>
  zone(`s${place + 1}`, { layout: 'stack', place, owner, column, stack: number, pieces });

// An edition of two columns, whose places are numbered as the server likes: 0 1 and 7 8.
const table = (over: boolean, ...zones: Zone[]) =>
  ({ over, zones, points: [0, 0], edition: { columns: 2, hand: 2 } }) as unknown as View;
const change = piece('x1', { secret: true, card: 20, by: 1 });
const love = piece('x2', { secret: true, card: 21, by: 0 });
const before = table(
  false,
  stack(0, 0, 0, 5, piece('a')),
  stack(1, 0, 1, 6, piece('b')),
  stack(7, 1, 0, 7, piece('c'), change),
  stack(8, 1, 1, 8, piece('d'), love),
);
const after = {
  ...table(
    true,
    stack(0, 0, 0, 7, piece('c')),
    stack(1, 0, 1, 6, piece('b')),
    stack(7, 1, 0, 5, piece('a')),
    stack(8, 1, 1, 8, piece('d'), love),
    zone('discard', { pieces: [change] }),
  ),
  reveal: [
    { column: 0, changes: ['x1'], trades: true, secrets: [], up: [1, 1], brings: [1, 1], points: [1, 1] },
    {
      column: 1,
      changes: [],
      trades: false,
      secrets: [{ id: 'x2', card: 21, side: 1, points: 3 }],
      up: [1, 1],
      brings: [1, 4],
      points: [2, 5],
    },
  ],
} as View;
const line = (key: string, card: number | null, ply = 9): Sentence => ({
  text: key,
  key,
  clause: '',
  fields: card === null ? {} : { card },
  ply,
  hold: 0,
});
// Keys say nothing here: what a line is about is told by its card.
const story = [line('one', 3, 8), line('two', 4), line('three', 20), line('four', 21), line('five', null)];

function started() {
  const ended = vi.fn();
  const show = new Reveal(false, ended);
  show.see(before);
  show.see(after);
  return { show, ended };
}
const top = (show: Reveal, place: number) =>
  show
    .lying(after, 0)
    .find((s) => s.place === place)!
    .zone.pieces.map(({ id }) => id);
const waiting = (show: Reveal) => story.filter((l) => show.waits(l, story, after)).map(({ key }) => key);

test('stacks are told by owner, column and place, mine first', () => {
  expect(stacksOf(before, 1).map(({ place, seat, column }) => [place, seat, column])).toEqual([
    [7, 1, 0],
    [8, 1, 1],
    [0, 0, 0],
    [1, 0, 1],
  ]);
});

test('the show tells as many columns as the view reveals, then it is over', () => {
  const { show, ended } = started();
  expect([show.running, show.told, show.points]).toEqual([true, 0, [0, 0]]);
  while (show.told === 0) vi.advanceTimersByTime(20);
  expect(show.points).toEqual([1, 1]);
  vi.runAllTimers();
  expect([show.running, show.told, show.points]).toEqual([false, 2, [2, 5]]);
  expect(ended).toHaveBeenCalledOnce();
});

test('a column lies as it was played until its stacks trade', () => {
  const { show } = started();
  expect([top(show, 0), top(show, 7)]).toEqual([['a'], ['c', 'x1']]);
  expect(show.turnedUp(change)).toBe(false);
  while (!show.past(0, 'changes')) vi.advanceTimersByTime(20);
  expect([top(show, 7), show.turnedUp(change)]).toEqual([['c'], true]);
  while (!show.past(0, 'trade')) vi.advanceTimersByTime(20);
  expect([top(show, 0), top(show, 7)]).toEqual([['c'], ['a']]);
});

test('lines wait for the column of their card, the result for all', () => {
  const { show } = started();
  expect(waiting(show)).toEqual(['three', 'four', 'five']);
  while (show.told === 0) vi.advanceTimersByTime(20);
  expect(waiting(show)).toEqual(['four', 'five']);
  show.finish();
  expect(waiting(show)).toEqual([]);
  expect([show.brings(love), show.brings(change)]).toEqual([3, 0]);
});
