// What a seat is known by: a letter and a colour of wax.

import type { SeatInfo, Snapshot } from '../wire';

/** A seat's letter: the server's, which is unique at the table, else the first of the name. */
export function letterOf(seat: SeatInfo | undefined): string {
  return seat?.letter || (seat?.name ?? '?').slice(0, 1).toUpperCase();
}

/** Whether the reader sits there: whoever looks on, and whoever sees a replay, sits nowhere. */
export const isMine = (seats: SeatInfo[], near: number): boolean => seats[near]?.mine ?? false;

/** The reader is rose; the others follow in order of play. */
export function waxOf(seat: number, near: number, count: number): number {
  return count ? (seat - near + count) % count : 0;
}

/** The seats of a table; of several at one screen only whoever looks at it now is "you". */
export const seatsAt = (now: Snapshot): SeatInfo[] =>
  now.mine.length > 1 ? now.seats.map((one) => ({ ...one, mine: one.seat === now.me })) : now.seats;
