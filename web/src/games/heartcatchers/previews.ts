// What a move would do, as the server has told it, in the few signs that fit on a chip.

import type { HeartcatchersAfter, LegalMove } from '../../wire';
import { minus, signed } from '../../lib/numbers';
import { t } from '../../lib/words.svelte';
import type { Previews } from './types';

export const after = (previews: Previews, move: string | undefined) => previews.get(move ?? '')?.after;

/** A score as this seat reads it: mine first. */
export function scoreOf(points: number[] | null | undefined, near: number): string {
  return points ? `${minus(points[near])} : ${minus(points[1 - near])}` : '';
}

/** What these moves bring, if all of them bring the same. */
export function brings(previews: Previews, moves: LegalMove[], near: number, names: string[]): string {
  const all = new Set(moves.map((m) => chip(after(previews, m.move), near, names)));
  return all.size === 1 ? [...all][0]! : '';
}

function chip(what: HeartcatchersAfter | undefined, near: number, names: string[]): string {
  const hidden = what?.hidden;
  if (hidden?.points) {
    const who = hidden.side === near ? t('table.you').toLowerCase() : (names[hidden.side ?? 0] ?? '');
    return `${signed(hidden.points)} ${who}`;
  }
  return scoreOf(what?.points, near);
}

/** What a card counts as a Secret, by any of its moves; numbers are the edition's, so only a preview has them. */
export function countsHidden(previews: Previews, moves: LegalMove[], slot: number): number | undefined {
  const secret = moves.find(({ data }) => data.kind === 'secret' && data.slot === slot);
  return after(previews, secret?.move)?.hidden?.points ?? undefined;
}
