// What the shelf says of a table of mine.

import type { TableCard } from '../wire';
import { told } from './ending';
import { minus } from './numbers';
import { t } from './words.svelte';

/** Whom a table waits for. */
export function waitsFor(table: TableCard): string {
  if (table.status === 'compiling') return t('shelf.notready');
  if (table.status === 'frozen') return t('shelf.frozen');
  if (table.status === 'waiting') return t('shelf.unanswered');
  if (table.your_turn) return t('table.yourturn').toLowerCase();
  const names = table.deciders.map((seat) => table.names[seat]).join(', ');
  return names ? t('shelf.turn', { names }) : t('shelf.waits.other');
}

/** How a match ended for me; `together`: nobody plays against anybody. */
export const resultOf = (table: TableCard, together: boolean): string =>
  told({ ...table, together, mine: table.mine.length === 1 ? table.mine[0] : undefined });

/** The score, mine first; who play together have one. */
export function scoreOf(table: TableCard, together: boolean): string {
  const [first = 0] = table.mine;
  if (together) return minus(table.points[0]);
  const seats = table.points.map((_, i) => (first + i) % table.points.length);
  return seats.map((seat) => minus(table.points[seat])).join(' : ');
}

export const dateOf = (table: TableCard, language: string): string =>
  new Date(table.laid * 1000).toLocaleDateString(language, { day: 'numeric', month: 'short' });
