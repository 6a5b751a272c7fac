// What every game's table is given. It draws the view and calls `play` with one of the legal moves.

import type * as wire from '../wire';
import type { FrameState } from './frameState.svelte';
import type { Preview } from './previews';

export type SeatInfo = wire.SeatInfo;

/** A piece with what is printed on it (see whole.ts). */
export interface Piece extends Omit<wire.Piece, 'name' | 'face'> {
  name: string | null;
  face: 'up' | 'down' | 'half';
  facts: string[];
  /** What a card or a place of this game has beyond these. */
  [more: string]: unknown;
}

export interface Zone extends Omit<wire.Zone, 'pieces' | 'owner'> {
  owner: number | null;
  pieces: Piece[];
  facts: string[];
  [more: string]: unknown;
}

export interface View extends Omit<wire.View, 'zones'> {
  zones: Zone[];
  sheet: wire.Score[];
  edition: wire.Printed;
  [more: string]: unknown;
}

/** A move as the server's list has it: its text or its data. */
export type Move = wire.Play['move'];

export interface TableProps {
  view: View;
  moves: wire.LegalMove[];
  seats: wire.SeatInfo[];
  /** The seat at the bottom of the screen. */
  near: number;
  /** What the table tells the frame around it. */
  frameState: FrameState;
  /** What each legal move would do, as far as the server has told. */
  previews?: Map<string, Preview>;
  /** Everything that was told so far, with what the screen still holds back. */
  story?: wire.Sentence[];
  play: (move: Move) => void;
  /** Told when the table has shown how the game ended; a table without a show tells it at once. */
  ended?: () => void;
}
