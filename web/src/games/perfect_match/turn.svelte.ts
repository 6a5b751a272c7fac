// A decision of Perfect Match as it is being made: a card that is held, a move that was tapped once. What can be done is
// read from the legal moves; what cannot is sent all the same and answered with its clause.

import type { LegalMove } from '../../wire';
import { Turn as Base } from '../../lib/turn.svelte';

/** Kinds that a card of the hand does by itself. */
const ALONE = ['drama', 'discard', 'offer'];

export class Turn extends Base {
  /** The card of the hand that is held. */
  slot = $state<number | null>(null);

  override clear(): void {
    super.clear();
    this.slot = null;
  }

  /** What a card of the hand does without a target. */
  alone(slot: number): LegalMove | undefined {
    return this.moves().find(({ data }) => ALONE.includes(String(data.kind)) && data.slot === slot);
  }
  usable(slot: number): boolean {
    return this.moves().some(({ data }) => data.slot === slot && data.seat === undefined);
  }
  /** The move that the held card or a question makes of a whole place. */
  atPlace(place: number): LegalMove | undefined {
    if (this.slot !== null) return this.find({ kind: 'play', slot: this.slot, place });
    return this.find({ kind: 'point', place });
  }
  /** The move that a card in a profile is there for. */
  atCard(place: number, card: number): LegalMove | undefined {
    return this.find({ kind: 'pick', place, card }) ?? this.find({ kind: 'reveal', place, card });
  }

  /** Take a card up, or put it back; what it does by itself is armed with it and done by the second tap. */
  take(slot: number): void {
    const alone = this.alone(slot);
    if (alone && this.slot === slot) return this.send(alone.move);
    const back = this.slot === slot;
    this.clear();
    if (back || !this.usable(slot)) return;
    this.slot = slot;
    this.armed = alone?.move ?? '';
  }

  /** A tap on a place with a card in the hand that cannot go there: the server says why. */
  refuse(place: number): void {
    if (this.slot !== null) this.send({ kind: 'play', slot: this.slot, place });
  }
}
