// Keys of the table: 1 2 3 take a card; Q W E are my columns, A S D theirs, with Shift to hide there.

import type { Turn } from './turn.svelte';
import { COLUMNS } from './measures';

const MINE = 'qwe';
const THEIRS = 'asd';

/** Do what a key asks for; a column's key leads to its button, Enter then plays. */
export function keyTarget(event: KeyboardEvent, table: HTMLElement, turn: Turn): void {
  const from = event.target as Element;
  if (from.closest('input, textarea, select, dialog') || event.ctrlKey || event.metaKey || event.altKey)
    return;
  const pressed = event.key.toLowerCase();
  const slot = '123'.indexOf(pressed);
  if (slot >= 0 && turn.playing) {
    table.querySelector<HTMLElement>(`[data-slot="${slot}"]:not(:disabled)`)?.focus();
    if (turn.moves().some(({ data }) => data.slot === slot)) turn.take(slot);
    return;
  }
  const row = MINE.includes(pressed) ? MINE : THEIRS.includes(pressed) ? THEIRS : '';
  if (!row || !turn.playing) return;
  const seat = row === MINE ? turn.near() : 1 - turn.near();
  const place = seat * COLUMNS + row.indexOf(pressed);
  const wanted = event.shiftKey ? '[data-act="secret"]' : '[data-act]:not([data-act="secret"])';
  table.querySelector<HTMLElement>(`[data-position="${place}"] ${wanted}`)?.focus();
}
