// What a move would do, as the server tells the seat that decides. Asked for once a decision, and only by a browser
// whose server knows the question: its legal moves then say whether they can be taken back.

import type * as wire from '../wire';

/** What a move would do: facts for the game's table, typed by the game, and the same in words. */
export interface Preview<After extends wire.After = wire.After> extends Omit<wire.MovePreview, 'after'> {
  after: After;
}
export type Previews<After extends wire.After = wire.After> = Map<string, Preview<After>>;

export const offered = (moves: wire.LegalMove[]) => moves.some((m) => 'commits' in m);

/** Whether a move cannot be taken back without asking. */
export const commits = (move: wire.LegalMove | undefined) => move?.commits === true;
