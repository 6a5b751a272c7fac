// How the story shows names of cards: traits with their mark, red flags with a pennant.

import type { Stretch } from '../../lib/frameState.svelte';
import type { PerfectMatchCard } from '../../wire';
import { known } from './art';

/** A teller for the cards of an edition. */
export function teller(cards: PerfectMatchCard[]): (text: string) => Stretch[] {
  const found = new Map<string, { tone: string; mark: string }>();
  for (const card of cards) {
    const letter = card.mark ?? '';
    if (card.sort === 'trait' && known(letter))
      found.set(card.name, { tone: `pm-${letter}`, mark: `mk-${letter}` });
    if (card.sort === 'flag') found.set(card.name, { tone: 'pm-flag', mark: 'mk-flag' });
  }
  if (!found.size) return (text) => [{ text }];
  const names = [...found.keys()].sort((a, b) => b.length - a.length);
  const quoted = names.map((n) => n.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`(${quoted.join('|')})`);
  return (text) =>
    text
      .split(pattern)
      .filter(Boolean)
      .map((part) => ({ text: part, ...found.get(part) }));
}
