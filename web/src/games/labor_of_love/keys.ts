// Keys of the table: 1-4 take a project up, 0 the pile; while a reaction or a bulb is asked for the numbers mean these.
// Enter plays what is taken up, Esc puts it back.

import type { Turn } from './turn.svelte';

/** Do what a key asks for. */
export function keyed(event: KeyboardEvent, table: HTMLElement, turn: Turn): void {
  const from = event.target as Element;
  if (from.closest('input, textarea, select, dialog') || event.ctrlKey || event.metaKey || event.altKey)
    return;
  if (event.key === 'Escape') return turn.clear();
  if (event.key === 'Enter' && turn.armed !== '' && !from.closest('button, a')) {
    event.preventDefault();
    return turn.make();
  }
  const digit = /^[0-9]$/.test(event.key) ? Number(event.key) : -1;
  if (digit < 0 || !turn.playing) return;
  const moves = turn.moves();
  const wanted = (kind: string) => moves.some(({ data }) => data.kind === kind);
  let move = digit === 0 ? 'blind' : `take r${digit}`;
  if (wanted('react')) move = `react e${digit}`;
  else if (wanted('glow')) move = glowOf(table, digit);
  const found = [...table.querySelectorAll<HTMLElement>(`[data-move="${move}"]`)].at(-1);
  if (!move || !found) return;
  found.focus();
  if (turn.armed !== move) turn.tap(move);
}

/** Bulbs are counted from the top of the board. */
function glowOf(table: HTMLElement, digit: number): string {
  const targets = [...table.querySelectorAll<HTMLElement>('[data-move^="glow"]')];
  targets.sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top);
  return targets[digit - 1]?.dataset.move ?? '';
}
