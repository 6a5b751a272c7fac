// What a move would do, as the server tells the seat that decides. Asked for once a decision, and only by a browser
// whose server knows the question: its legal moves then say whether they can be taken back.

import type { LegalMove, Sentence } from '../wire';

export interface Preview {
  move: string;
  /** Facts for the game's table, typed by the game. */
  after: Record<string, unknown>;
  /** The same in words. */
  facts: Sentence[];
}

export const offered = (moves: LegalMove[]) => moves.some((m) => 'commits' in m);

/** Whether a move cannot be taken back without asking. */
export const commits = (move: LegalMove | undefined) =>
  (move as { commits?: boolean } | undefined)?.commits === true;
