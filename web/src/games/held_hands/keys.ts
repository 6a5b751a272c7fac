// Keys of the table: 1 to 6 take a card of mine, with Shift of the partner's; arrows go round its targets; S stops; [ and ]
// choose the fan.

import type { Turn } from './turn.svelte';

const NEXT: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Do what a key asks for; whether it was one of the table's. */
export function press(event: KeyboardEvent, table: HTMLElement, turn: Turn, near: number): boolean {
  const from = event.target as Element;
  if (from.closest('input, textarea, select, dialog') || event.ctrlKey || event.metaKey || event.altKey)
    return false;
  if (event.key === 'Escape') {
    turn.clear();
    return true;
  }
  if (!turn.playing) return false;
  const digit = /^Digit([1-9])$/.exec(event.code);
  if (digit) return take(table, turn, event.shiftKey ? 1 - near : near, Number(digit[1]) - 1);
  if (event.key.toLowerCase() === 's') turn.tapStop(false);
  else if (event.key === '[') turn.tapSide('left', false);
  else if (event.key === ']') turn.tapSide('right', false);
  else if (event.key in NEXT && turn.held && turn.targets.length) around(table, turn, NEXT[event.key]!);
  else return false;
  return true;
}

function take(table: HTMLElement, turn: Turn, hand: number, place: number): boolean {
  const cards = table.querySelectorAll<HTMLElement>(`.card[data-hand="${hand}"]`);
  const card = cards[place];
  if (!card) return false;
  const slot = Number(card.dataset.slot);
  card.focus();
  turn.tapCard({ hand, slot }, false);
  return true;
}

/** The next target clockwise, or the one before. */
function around(table: HTMLElement, turn: Turn, by: number): void {
  const targets = [...table.querySelectorAll<HTMLElement>('.spot.can')];
  const now = targets.indexOf(document.activeElement as HTMLElement);
  const to = now < 0 ? (by > 0 ? 0 : targets.length - 1) : (now + by + targets.length) % targets.length;
  targets[to]?.focus();
}
