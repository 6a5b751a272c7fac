import { expect, test } from 'vitest';
import type { Sentence } from '../../wire';
import { rowsOf, topOf } from './story';

const line = (key: string, fields: Record<string, unknown>, ply = 0) =>
  ({ key: `story.${key}`, fields, ply, text: '', clause: '', hold: 0 }) as unknown as Sentence;

test('a turn is one row of beads with what it brought', () => {
  const rows = rowsOf([
    line('deal', { who: 0, card: 3 }),
    line('fan-left', { who: 0 }),
    line('step', { who: 0, colour: 1, card: 4, node: 7 }, 5),
    line('step-theirs', { who: 0, colour: 2, card: 9, node: 8, owner: 1 }, 6),
    line('stop', { who: 0, node: 8 }, 7),
    line('turn-right', { who: 0 }, 7),
    line('met', { who: 0, colour: 2, n: 1 }, 7),
    line('draw', { who: 0, colour: 1 }, 8),
    line('draw', { who: 0, colour: 1 }, 9),
    line('step', { who: 1, colour: 0, card: 2, node: 3 }, 11),
    line('end-stuck', { who: 0 }, 12),
  ]);
  expect(rows.map((r) => [r.seat, r.beads.map((b) => [b.colour, b.owner])])).toEqual([
    [
      0,
      [
        [1, 0],
        [2, 1],
      ],
    ],
    [1, [[0, 1]]],
  ]);
  expect(rows[0]).toMatchObject({ met: true, fan: 'right', drawn: 2, end: '' });
  expect(rows[1]!.end).toBe('apart');
});

test('the card on top of a pile is the last that its owner played', () => {
  const story = [
    line('step', { who: 0, card: 4 }),
    line('step-theirs', { who: 0, card: 9 }),
    line('step', { who: 1, card: 2 }),
  ];
  expect(topOf(story, 0)).toBe(9);
  expect(topOf(story, 1)).toBe(2);
  expect(topOf([], 0)).toBeUndefined();
});
