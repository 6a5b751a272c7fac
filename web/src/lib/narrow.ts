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
