// A turn of Heartcatchers as it is being chosen: a card, a stack, and for a steal the stack that is given for it.

import type { LegalMove } from '../../wire';
import { Choice } from '../../lib/choose.svelte';
import type { Move } from '../../lib/tableProps';

export class Turn extends Choice {
  constructor(
    moves: () => LegalMove[],
    readonly near: () => number,
    readonly send: (move: Move) => void,
    /** A stack of mine, for a steal that is not allowed whatever is given for it. */
    readonly own: () => number,
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

  allowed(kind: string, place: number): boolean {
    return this.moves().some(
      ({ data }) => data.kind === kind && data.slot === this.slot && data.place === place,
    );
  }

  /** What is not allowed is sent all the same: the house answers with the clause that forbids it. */
  act(kind: string, place: number): void {
    if (kind === 'steal' && this.allowed(kind, place)) this.pick({ kind, place });
    else this.send({ kind, slot: this.slot!, place, ...(kind === 'steal' && { back: this.own() }) });
  }

  give(back: number): void {
    this.send({ kind: 'steal', slot: this.slot!, place: Number(this.picks.place), back });
  }
}
