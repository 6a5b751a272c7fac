// A turn of Heartcatchers as it is being chosen: a card, a stack, and for a steal the stack that is given for it.

import type { LegalMove } from '../../wire';
import { Choice } from '../../lib/choose.svelte';

export const COLUMNS = 3;

export class Turn extends Choice {
  constructor(
    moves: () => LegalMove[],
    readonly near: () => number,
    readonly send: (move: string) => void,
  ) {
    super(moves);
  }

  get slot(): number | undefined {
    return this.picks.slot as number | undefined;
  }

  get stealing(): boolean {
    return this.has('kind', 'steal');
  }

  /** Take a card up, or put it back if it is held already. */
  take(slot: number): void {
    if (this.slot === slot) this.clear();
    else this.hold(slot);
  }

  hold(slot: number): void {
    this.picks = { slot };
  }

  allowed(kind: string, position: number): boolean {
    return this.moves().some(
      ({ data }) => data.kind === kind && data.slot === this.slot && data.position === position,
    );
  }

  /** What is not allowed is sent all the same: the house answers with the clause that forbids it. */
  act(kind: string, position: number): void {
    if (kind === 'steal' && this.allowed(kind, position)) this.pick({ kind, position });
    else {
      const given = kind === 'steal' ? ` s${this.near() * COLUMNS + 1}` : '';
      this.send(`${kind} h${this.slot! + 1} s${position + 1}${given}`);
    }
  }

  give(position: number): void {
    this.send(`steal h${this.slot! + 1} s${Number(this.picks.position) + 1} s${position + 1}`);
  }
}
