// The view of this game as its table reads it. No rule and no number is known here: all of it comes from the server.

import type * as wire from '../../wire';
import type { Piece, Printed, Shop, Zone } from './types';

export type { Piece, Printed, Shop, Zone };

/** A step of a bulb by the names of its fields, without which it is sent. */
export interface Step {
  cause: wire.BulbStep[0];
  by: number | null;
  colour: string;
  row: number;
  start: number;
  to: number;
  was: number;
  value: number;
  sets: string;
}
export type Would = wire.Would;
export type Made = wire.TurnMade;
/** What one seat has: its strings, its stacks and its reactions. */
export interface Bench {
  seat: number;
  board: Zone;
  stacks: Zone[];
  fan: Zone;
}
export function benchOf(shop: Shop, seat: number): Bench {
  const of = (id: string) => shop.zones.find((zone) => zone.id === id)!;
  const stacks = shop.zones.filter((zone) => zone.owner === seat && zone.layout === 'stack');
  return { seat, board: of(`board-${seat}`), stacks, fan: of(`reactions-${seat}`) };
}

/** The letter of each colour. */
export const marksOf = (printed: Printed): Record<string, string> =>
  Object.fromEntries(printed.bulbs.map((bulb) => [bulb.colour, bulb.mark]));
export const colourName = (printed: Printed, colour: string): string =>
  printed.bulbs.find((bulb) => bulb.colour === colour)?.name ?? '';

/** The steps that a card would make, or that a turn has made. */
export const stepsOf = (would: Would | null | undefined): Step[] =>
  (would?.steps ?? []).map(([cause, by, colour, row, start, to, was, value, sets]) => ({
    cause,
    by,
    colour,
    row,
    start,
    to,
    was,
    value,
    sets,
  }));

/** A bulb where it hangs while the steps of a turn are still being shown: `left` are those not shown yet. */
export function hanging(bulb: Piece, left: Step[]): { column: number; value: number } {
  const next = left.find((step) => step.colour === bulb.colour);
  return next
    ? { column: next.start, value: next.was }
    : { column: bulb.column ?? 0, value: bulb.value ?? 0 };
}

/** Where each colour would hang in the end, and where it began. */
export function ends(
  steps: Step[],
): { colour: string; row: number; from: number; to: number; value: number }[] {
  return [...new Set(steps.map((step) => step.colour))].map((colour) => {
    const own = steps.filter((step) => step.colour === colour);
    const last = own.at(-1)!;
    return { colour, row: last.row, from: own[0]!.start, to: last.to, value: last.value };
  });
}
