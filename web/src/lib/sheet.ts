// The score sheet of a game that is over: seats by rank, and their lines by kind.

import type { Score, SeatInfo } from '../wire';

/** Lines of one kind, or one line that has none. */
export interface Part {
  text: string;
  clause: string;
  points: number;
  rows: Score[];
}

export interface Ranked {
  seat: SeatInfo;
  rank: number;
  points: number;
  parts: Part[];
}

/** Seats that are told together, with their sum where that counts. */
export interface Side {
  seats: Ranked[];
  points: number;
}

export function partsOf(rows: Score[]): Part[] {
  const found = new Map<string, Part>();
  for (const row of rows) {
    const text = row.group || row.text;
    const part = found.get(text) ?? { text, clause: row.clause ?? '', points: 0, rows: [] };
    found.set(text, { ...part, points: part.points + row.points, rows: [...part.rows, row] });
  }
  return [...found.values()];
}

/** The best first; a winner of a tie before who has as many points. */
export function ranked(rows: Score[], seats: SeatInfo[], points: number[], winners: number[]): Ranked[] {
  const worth = (seat: number) => (winners.includes(seat) ? 1e6 : 0) + (points[seat] ?? 0);
  return [...seats]
    .sort((a, b) => worth(b.seat) - worth(a.seat))
    .map((seat) => ({
      seat,
      rank: 1 + seats.filter((other) => worth(other.seat) > worth(seat.seat)).length,
      points: points[seat.seat] ?? 0,
      parts: partsOf(rows.filter((row) => row.seat === seat.seat)),
    }));
}

/** By sides, the one with the best seat first; all on one side where there are none. */
export function inSides(found: Ranked[], sides: number[][]): Side[] {
  const all = sides.length ? sides : [found.map(({ seat }) => seat.seat)];
  const first = (side: Side) => found.indexOf(side.seats[0]!);
  return all
    .map((side) => found.filter(({ seat }) => side.includes(seat.seat)))
    .filter((side) => side.length)
    .map((side) => ({ seats: side, points: side.reduce((sum, one) => sum + one.points, 0) }))
    .sort((a, b) => first(a) - first(b));
}
