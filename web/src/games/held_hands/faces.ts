// What the server's facts are called here: an edition with its colours, and what a move would do.

import type { EmotionName, HeldHandsAfter, HeldHandsPrinted, LegalMove } from '../../wire';
import { signed } from '../../lib/numbers';
import type { Piece, Previews, View, Zone } from './types';
import { t } from '../../lib/words.svelte';
import type { Held, Turn } from './turn.svelte';

export const zoneOf = (view: View, id: string) => view.zones.find((z) => z.id === id)!;

/** How far below the middle of a shape its letter stands. */
export const LETTER: Record<string, number> = { green: 5, blue: 9, red: 9.5, black: 6.5 };

/** A card of a hand: where it lies, and the colours of the half that shows and of the covered one. */
export interface HandCard extends Held {
  id: string;
  name: string;
  left: EmotionName | undefined;
  right: EmotionName | undefined;
}

export function cardsOf(zone: Zone, edition: HeldHandsPrinted): HandCard[] {
  const colour = (n: unknown) => (typeof n === 'number' ? edition.colours[n] : undefined);
  return zone.pieces.map((piece: Piece) => {
    // Of a card that is known, such as any when it is over, both halves are printed.
    const printed = typeof piece.card === 'number' ? edition.cards?.[piece.card] : undefined;
    return {
      id: piece.id,
      hand: zone.owner ?? 0,
      slot: Number(piece.slot),
      name: piece.name ?? '',
      left: colour(piece.left ?? printed?.left),
      right: colour(piece.right ?? printed?.right),
    };
  });
}

/** What a card is, for who cannot see it. */
export function cardText(card: HandCard, shows: string | null): string {
  const [shown, covered] = shows === 'right' ? [card.right, card.left] : [card.left, card.right];
  const half = shown ? t('hh.card.shows', { emotion: shown.emotion, n: signed(shown.weight) }) : '';
  const other = covered ? t('hh.card.covered', { emotion: covered.emotion }) : t('hh.card.unseen');
  return [card.name, half, other].filter(Boolean).join(', ');
}

export const afterOf = (previews: Previews, move: LegalMove | undefined) =>
  move && previews.get(move.move)?.after;

/** What several moves to one node have in common. */
export function common(previews: Previews, moves: LegalMove[]): Partial<HeldHandsAfter> | undefined {
  const all = moves.map((m) => afterOf(previews, m)).filter((a) => a !== undefined);
  const [first, ...rest] = all;
  if (!first) return undefined;
  const fields = (Object.keys(first) as (keyof HeldHandsAfter)[]).filter((field) =>
    rest.every((other) => other[field] === first[field]),
  );
  return Object.fromEntries(fields.map((field) => [field, first[field]]));
}

/** What stands on the targets of the held card, or on the node that was tapped first. */
export function tagsOf(previews: Previews, turn: Turn): Map<number, Partial<HeldHandsAfter>> {
  const nodes = turn.aim !== null ? [turn.aim] : turn.held ? turn.targets : [];
  const tags = nodes.map((node) => [node, common(previews, turn.steps(turn.held, node))] as const);
  return new Map(tags.filter((tag): tag is [number, Partial<HeldHandsAfter>] => tag[1] !== undefined));
}

/** Where cards that lie open would lead on from the node that is shown, by whose hand they are in. */
export function onwardOf(previews: Previews, shown: LegalMove[]): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const { hand, place } of shown.flatMap((move) => afterOf(previews, move)?.onward ?? [])) {
    const hands = found.get(place) ?? [];
    if (!hands.includes(hand)) found.set(place, [...hands, hand].sort());
  }
  return found;
}
