// Another match is offered by one player and laid when the others accept; bots always do.

import type { SeatInfo, Snapshot } from '../wire';
import { t } from './words.svelte';

const namesOf = (seats: SeatInfo[]) => seats.map((seat) => seat.name).join(', ');
const wants = (now: Snapshot, seat: number) => now.again.includes(seat);
/** The other players; those for whom a bot plays only if they have said so. */
const people = (now: Snapshot) =>
  now.seats.filter((s) => s.kind === 'person' && !s.mine && (!s.away || wants(now, s.seat)));

/** What the button says that offers or accepts; null for whoever has offered, or only looks on. */
export function offerOf(now: Snapshot): string | null {
  if (!now.mine.length || now.mine.every((seat) => wants(now, seat))) return null;
  if (now.series.best_of > 1 && !now.series.over) return t('table.next');
  const others = people(now);
  const asked = others.some(({ seat }) => wants(now, seat));
  return t(others.length && !asked ? 'table.again.offer' : 'table.again');
}

/** Who would like to play again, or whom that waits for. */
export function offered(now: Snapshot): string {
  const others = people(now);
  const asking = others.filter(({ seat }) => wants(now, seat));
  if (now.mine.some((seat) => wants(now, seat)))
    return t('table.again.waits', { names: namesOf(others.filter((one) => !asking.includes(one))) });
  return asking.length && now.mine.length ? t('table.again.asked', { names: namesOf(asking) }) : '';
}
