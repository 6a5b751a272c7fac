// What every game's table is given. It draws the view and calls `play` with one of the legal moves.

import type { LegalMove, SeatInfo, Sentence } from '../wire';
import type { Desk } from './desk.svelte';
import type { Preview } from './previews';

export type { SeatInfo };

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
  /** What the table tells the frame around it. */
  desk: Desk;
  /** What each legal move would do, as far as the server has told. */
  previews?: Map<string, Preview>;
  /** Everything that was told so far, with what the screen still holds back. */
  story?: Sentence[];
  play: (move: string) => void;
  /** Told when the table has shown how the game ended; a table without a show tells it at once. */
  ended?: () => void;
}
