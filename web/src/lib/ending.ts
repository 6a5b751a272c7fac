// Who won, in a few words.

import type { Snapshot } from '../wire';
import type { View } from './tableProps';
import { listed, t } from './words.svelte';

export function endingOf(now: Snapshot, view: View): string {
  // A bot may have won for somebody who gave up.
  const resigned = now.seats.some((seat) => seat.resigned);
  const winners = resigned ? now.winners : view.winners;
  if (view.verdict && !resigned) return view.verdict;
  if (now.silent) return t(winners.length ? 'table.over.won' : 'table.over.lost');
  if (winners.length === now.seats.length) return t('table.over.draw');
  if (!winners.length) return t('table.over.lost');
  if (winners.length === 1 && now.mine.length === 1 && winners[0] === now.me) return t('table.over.you');
  const names = winners.map((w) => now.seats[w]?.name ?? '');
  return t(names.length > 1 ? 'table.over.wins' : 'table.over.win', { name: listed(names) });
}
