// Narrowing a list of legal moves by what was picked so far.

import type { LegalMove } from '../wire';

export type Picks = Record<string, unknown>;

/** The moves that agree with every pick. */
export function matching(moves: LegalMove[], picks: Picks): LegalMove[] {
  return moves.filter((m) => Object.entries(picks).every(([field, value]) => m.data[field] === value));
}

/** The values that a field can still take. */
export function options(moves: LegalMove[], picks: Picks, field: string): unknown[] {
  return [...new Set(matching(moves, picks).map((m) => m.data[field]))].filter((v) => v !== undefined);
}

/** Whether two lists offer the same moves in the same words. */
export function alike(some: LegalMove[], others: LegalMove[]): boolean {
  const same = (m: LegalMove, i: number) => m.move === others[i]?.move && m.text === others[i].text;
  return some.length === others.length && some.every(same);
}

/** Of moves that say the same, as with two equal cards of a hand, the first: whoever reads them has one choice. */
export function distinct<Said extends { text: string }>(moves: Said[]): Said[] {
  const said = new Set<string>();
  return moves.filter((m) => !said.has(m.text) && said.add(m.text));
}
