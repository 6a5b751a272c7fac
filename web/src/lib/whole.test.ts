import { expect, test } from 'vitest';
import type { Printed, View } from '../wire';
import { whole } from './whole';

const edition = {
  cards: [{ name: 'Ace', mark: 'A', facts: ['worth 3'] }],
  places: [
    { name: 'Park', mark: 'Pa', label: 'A1', x: 0, y: 0, links: [1] },
    { name: 'Cafe', mark: 'Ca', label: 'B1', x: 1, y: 0, links: [0] },
  ],
} as Printed;

const view = (...pieces: object[]) => ({ zones: [{ id: 'z', text: 'Zone', pieces }] }) as unknown as View;
const drawn = (piece: object) => whole(view(piece), edition).zones[0]!.pieces[0]!;

test('a piece says what is printed on its card, then what is special about it', () => {
  const piece = drawn({ id: 'h1', card: 0, facts: ['seen by Bo'] });
  expect(piece).toMatchObject({ name: 'Ace', mark: 'A', face: 'up', facts: ['worth 3', 'seen by Bo'] });
});

test('a piece that is a place has its name, one that lies on it only where it lies', () => {
  expect(drawn({ id: 's1', place: 0 })).toMatchObject({ name: 'Park', mark: 'Pa', x: 0, links: [1] });
  const covered = drawn({ id: 's2', place: 1, name: 'Tile' });
  expect(covered).toMatchObject({ name: 'Tile', label: 'B1', x: 1, links: [0] });
  expect(covered.mark).toBeUndefined();
});

test('what is unknown has no name, and what is not sent has its default', () => {
  const shown = whole(view({ id: 'h1', face: 'down' }), edition);
  expect(shown.zones[0]).toMatchObject({ owner: null, layout: 'row', facts: [] });
  expect(shown.zones[0]!.pieces[0]).toMatchObject({ name: null, face: 'down' });
  expect(shown.sheet).toEqual([]);
});
