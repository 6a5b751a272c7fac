// What a seat is known by: a letter and a colour of wax.

import type { SeatInfo } from '../wire';

/** A seat's letter: the server's, which is unique at the table, else the first of the name. */
export function letterOf(seat: SeatInfo | undefined): string {
  return seat?.letter || (seat?.name ?? '?').slice(0, 1).toUpperCase();
}

/** The reader is rose; the others follow in order of play. */
export function waxOf(seat: number, near: number, count: number): number {
  return count ? (seat - near + count) % count : 0;
}
