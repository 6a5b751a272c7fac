// What every game's table is given. It draws the view and calls `play` with one of the legal moves.

import type { LegalMove, SeatInfo } from '../wire';

export interface Piece {
  id: string;
  name: string | null;
  face: 'up' | 'down' | 'half';
  [more: string]: unknown;
}

export interface Zone {
  id: string;
  text: string;
  owner: number | null;
  layout: string;
  pieces: Piece[];
  count?: number;
  [more: string]: unknown;
}

export interface View {
  me: number;
  turn: number;
  over: boolean;
  points: number[];
  winners: number[];
  zones: Zone[];
  sheet: { seat: number; text: string; points: number; label: { clause?: string } }[];
  [more: string]: unknown;
}

export interface TableProps {
  view: View;
  moves: LegalMove[];
  seats: SeatInfo[];
  /** The seat at the bottom of the screen. */
  near: number;
  play: (move: string) => void;
  /** Told when the table has shown how the game ended; a table without a show tells it at once. */
  ended?: () => void;
}
