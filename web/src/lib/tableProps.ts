// What every game's table is given. It draws the view and calls `play` with one of the legal moves. A table names the
// generated types of its game: `TableProps<wire.HeartcatchersView, wire.HeartcatchersPrinted, wire.HeartcatchersAfter>`.

import type * as wire from '../wire';
import type { FrameState } from './frameState.svelte';
import type { Previews } from './previews';

export type SeatInfo = wire.SeatInfo;

type Pieces<V extends wire.View> = NonNullable<V['zones'][number]['pieces']>[number];
type Cards<P extends wire.Printed> = NonNullable<P['cards']>[number];
type Places<P extends wire.Printed> = NonNullable<P['places']>[number];
/** Fields of a record that another one does not have; they may be missing. */
type More<Of, Than> = Partial<Omit<Of, keyof Than>>;

/** A piece with what is printed on its card and its place (see whole.ts). */
export type Piece<V extends wire.View = wire.View, P extends wire.Printed = wire.Printed> = Omit<
  Pieces<V>,
  'name' | 'face' | 'facts'
> & { name: string | null; face: 'up' | 'down' | 'half'; facts: string[] } & More<Cards<P>, Pieces<V>> &
  More<Places<P>, Pieces<V> & Cards<P>>;

export type Zone<V extends wire.View = wire.View, P extends wire.Printed = wire.Printed> = Omit<
  V['zones'][number],
  'pieces' | 'owner' | 'facts'
> & { owner: number | null; facts: string[]; pieces: Piece<V, P>[] };

export type View<V extends wire.View = wire.View, P extends wire.Printed = wire.Printed> = Omit<
  V,
  'zones' | 'sheet'
> & { zones: Zone<V, P>[]; sheet: wire.Score[]; edition: P };

/** A move as the server's list has it: its text or its data. */
export type Move = wire.Play['move'];

export interface TableProps<
  V extends wire.View = wire.View,
  P extends wire.Printed = wire.Printed,
  After extends wire.After = wire.After,
> {
  view: View<V, P>;
  moves: wire.LegalMove[];
  seats: wire.SeatInfo[];
  /** The seat at the bottom of the screen. */
  near: number;
  /** What the table tells the frame around it. */
  frameState: FrameState;
  /** What each legal move would do, as far as the server has told. */
  previews?: Previews<After>;
  /** Everything that was told so far, with what the screen still holds back. */
  story?: wire.Sentence[];
  play: (move: Move) => void;
  /** Told when the table has shown how the game ended; a table without a show tells it at once. */
  ended?: () => void;
}
