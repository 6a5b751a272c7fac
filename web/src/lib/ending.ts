// Who won, in a few words.

import type { Snapshot } from '../wire';
import type { View } from './tableProps';
import { listed, t } from './words.svelte';

/** What is known of a match that is over, whoever tells of it. */
interface Ended {
  names: string[];
  winners: number[];
  /** The game's own word for its end. */
  verdict?: string;
  /** Nobody plays against anybody. */
  together: boolean;
  /** My seat, where one seat of these is mine. */
  mine?: number | undefined;
}

export function told({ names, winners, verdict, together, mine }: Ended): string {
  if (verdict) return verdict;
  if (together) return t(winners.length ? 'table.over.won' : 'table.over.lost');
  if (winners.length === names.length) return t('table.over.draw');
  if (!winners.length) return t('table.over.lost');
  if (winners.length === 1 && winners[0] === mine) return t('table.over.you');
  const found = winners.map((seat) => names[seat] ?? '');
  return t(found.length > 1 ? 'table.over.wins' : 'table.over.win', { name: listed(found) });
}

export function endingOf(now: Snapshot, view: View): string {
  // A bot may have won for somebody who gave up.
  const resigned = now.seats.some((seat) => seat.resigned);
  return told({
    names: now.seats.map((seat) => seat.name),
    winners: resigned ? now.winners : view.winners,
    verdict: resigned ? '' : (view.verdict ?? ''),
    together: now.silent,
    mine: now.mine.length === 1 ? now.me : undefined,
  });
}
