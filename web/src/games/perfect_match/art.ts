// Which picture stands for what: by the ids of the edition and by effects. What an edition brings that has none gets its
// letter, or a face that goes with its name.

import named from '../../../art/perfect_match/cards.json';
import type { Piece } from './types';

const icons = import.meta.glob<string>(
  '../../../art/icons/{body-swapping,broom,card-discard,card-draw,card-exchange,card-pickup,card-play,cat,coffee-cup,cycle,dove,drama-masks,envelope,film-projector,glass-celebration,hot-meal,jester-hat,knapsack,light-bulb,microphone,milk-carton,musical-notes,open-book,parachute,pencil-ruler,robber-hand,round-star,sniffing-dog,spy,spyglass,swan,theater-curtains,tv,umbrella,wooden-chair}.svg',
  { query: '?raw', import: 'default', eager: true },
);
const shapes = import.meta.glob<string>('../../../art/perfect_match/sh-*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const portraits = import.meta.glob<string>('../../../art/portraits/*.svg', {
  query: '?url',
  import: 'default',
  eager: true,
});

const EFFECTS: Record<string, string> = named.effects;
const CARDS: Record<string, string> = named.cards;

const SHAPES: Record<string, string> = {};
for (const [path, svg] of Object.entries(shapes))
  SHAPES[/sh-(\w)\.svg$/.exec(path)![1]!] = / d="([^"]*)"/.exec(svg)![1]!;
const PLAIN = SHAPES.B!;

/** The outline of a trait's mark; one that the house does not know has a plain one. */
export const shapeOf = (letter: string) => SHAPES[letter] ?? PLAIN;
export const known = (letter: string) => letter in SHAPES;
/** The class that gives a card its colours. */
export const toneOf = (piece: { sort?: unknown; mark?: unknown }) =>
  piece.sort === 'trait' ? (known(String(piece.mark)) ? `pm-${piece.mark}` : 'pm-plain') : `pm-${piece.sort}`;

export const iconOf = (piece: Record<string, unknown> | Piece) =>
  CARDS[String(piece.slug)] ?? EFFECTS[String(piece.effect)] ?? '';

/** The icons, and each trait's mark with its letter for use in sentences. */
export const files: Record<string, string> = {
  ...icons,
  ...Object.fromEntries(
    Object.entries(SHAPES).map(([letter, d]) => [
      `mk-${letter}.svg`,
      `<svg viewBox="-1 -1 26 26"><path d="${d}" fill="currentColor"/><text x="12" y="16.6" text-anchor="middle" fill="var(--card)" font-size="13" font-weight="700">${letter}</text></svg>`,
    ]),
  ),
  'mk-flag.svg': '<svg viewBox="0 0 30 38"><path d="M2 2h26v34L15 28 2 36Z" fill="currentColor"/></svg>',
};

export type Mood = 'idle' | 'awe' | 'joy' | 'cold' | 'sad';
const faceAt = (who: string, mood: Mood) => portraits[`../../../art/portraits/${who}-${mood}.svg`];
const CAST = [
  ...new Set(Object.keys(portraits).map((path) => /([a-z]+)-[a-z]+\.svg$/.exec(path)![1]!)),
].sort();

/** A contestant's picture; a stranger borrows the face that goes with their name. */
export function faceOf(piece: Piece | null | undefined, mood: Mood = 'idle'): string {
  const slug = String(piece?.slug ?? '');
  const sum = [...(piece?.name ?? slug)].reduce((n, c) => (n * 31 + c.charCodeAt(0)) % 9973, 7);
  return faceAt(slug, mood) ?? faceAt(CAST[sum % CAST.length] ?? '', mood) ?? '';
}
