// Keys of the table: 1 2 3 take a card; Q W E are my columns, A S D theirs, with Shift to hide there.

import type { Turn } from './turn.svelte';

const MINE = 'qwertyuiop';
const THEIRS = 'asdfghjkl';

/** Do what a key asks for; a column's key leads to its button, Enter then plays. */
export function keyTarget(event: KeyboardEvent, table: HTMLElement, turn: Turn): void {
  const from = event.target as Element;
  if (from.closest('input, textarea, select, dialog') || event.ctrlKey || event.metaKey || event.altKey)
    return;
  if (!turn.playing) return;
  const pressed = event.key.toLowerCase();
  const slot = Number(pressed) - 1;
  if (turn.moves().some(({ data }) => data.slot === slot)) {
    table.querySelector<HTMLElement>(`[data-slot="${slot}"]:not(:disabled)`)?.focus();
    return turn.take(slot);
  }
  const stack = turn
    .stacks()
    .find(({ seat, column }) => (seat === turn.near() ? MINE : THEIRS)[column] === pressed);
  const wanted = event.shiftKey ? '[data-act="secret"]' : '[data-act]:not([data-act="secret"])';
  if (stack) table.querySelector<HTMLElement>(`[data-position="${stack.place}"] ${wanted}`)?.focus();
}
