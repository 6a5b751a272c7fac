// What a screen reader is told of the stage.

import type { SeatInfo } from '../../lib/tableProps';
import type { Piece } from './types';
import { t } from '../../lib/words.svelte';
import type { Place } from './table';

export function nameOf(seat: number, seats: SeatInfo[], near: number): string {
  return seat === near && seats[seat]?.mine ? t('table.you').toLowerCase() : (seats[seat]?.name ?? '');
}

/** One card of a profile: where it lies, how, who slipped it in, who has seen it. */
export function slotLabel(piece: Piece | null, k: number, seats: SeatInfo[], near: number): string {
  const slot = t('pm.slot', { n: k + 1 });
  if (!piece) return `${slot}: ${t('pm.slot.free')}`;
  if (piece.face === 'up') return `${slot}: ${piece.name}, ${t('pm.slot.up')}`;
  const by = piece.by as number | undefined;
  const seen = ((piece.seen as number[] | undefined) ?? []).filter((s) => s !== by);
  return [
    `${slot}: ${t('pm.slot.down')}`,
    by === undefined ? '' : t('pm.by', { name: nameOf(by, seats, near) }),
    seen.length ? t('pm.seen', { names: seen.map((s) => nameOf(s, seats, near)).join(', ') }) : '',
    piece.name ? t('pm.slot.known', { name: piece.name }) : '',
  ]
    .filter(Boolean)
    .join(', ');
}

/** A contestant in a sentence. */
export function placeLabel(place: Place): string {
  if (!place.who) return '';
  const flags = place.flags.length ? place.flags.map((f) => f.name).join(', ') : t('pm.flags.none');
  return [
    place.who.name,
    t('pm.hearts', { n: place.net }),
    flags,
    `${place.who.action}: ${place.who.verb} ${place.who.does}`,
  ].join(', ');
}
