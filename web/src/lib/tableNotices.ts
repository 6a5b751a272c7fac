// What everybody at a table is told beside what is to be seen there, in the reader's language.

import type { Notice, SeatInfo } from '../wire';
import { t } from './words.svelte';

/** A notice in words. */
export function noticeText(notice: Notice, seats: SeatInfo[]): string {
  if (notice.kind !== 'stood-in') return t(`notice.${notice.kind}`);
  return t('notice.stood-in', { who: seats[notice.by]?.name ?? '', name: seats[notice.seat]?.name ?? '' });
}
