// What cards and moves are called on the table.

import { signed } from '../../lib/numbers';
import { t } from '../../lib/words.svelte';
import type { LegalMove } from '../../wire';
import { after, countsHidden, scoreOf } from './previews';
import type { Piece, Preview, Previews } from './types';
import type { Act } from './turn.svelte';

/** What a card of the hand does as a Secret; numbers between stars. */
export function footOf(piece: Piece, previews: Previews, moves: LegalMove[]): string {
  const heart = String(piece.heart);
  if (piece.suit === 'white') return t('hc.hidden.white');
  if (heart === 'change') return t('hc.hidden.change');
  const points = countsHidden(previews, moves, Number(piece.slot));
  if (points) return t('hc.hidden.points', { n: signed(points) });
  return heart === 'love' || heart === 'breaker' ? t(`hc.hidden.${heart}`) : t('hc.bluff');
}

/** How many cards a hand has. */
export const handText = (n: number) =>
  n ? (n === 1 ? t('table.hand.one') : t('table.hand', { n })) : t('table.hand.none');

/** What a move at a place would be called. */
export function titleOf(act: Act, mine: boolean, column: number, name: string): string {
  const key = act === 'secret' ? (mine ? 'hide.mine' : 'hide.theirs') : `${act}.at`;
  return t(`hc.${key as 'hide.mine'}`, { n: column + 1, name });
}

/** What a move would make of the score, in a line. */
export function scoreAfter(
  previews: Previews,
  preview: Preview | undefined,
  points: number[],
  near: number,
): string {
  const what = after(previews, preview?.move);
  const [now, then] = [scoreOf(points, near), scoreOf(what?.points, near)];
  if (!then) return '';
  if (now === then) return t('hc.stays.score', { now });
  return t(what?.hidden?.trades ? 'hc.becomes.end' : 'hc.becomes', { now, then });
}
