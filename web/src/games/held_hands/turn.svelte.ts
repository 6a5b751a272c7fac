// A turn as it is being chosen: a card and a node, in either order. What can be done is read from the legal moves; what
// cannot is sent all the same and answered with its clause.

import type { LegalMove } from '../../wire';
import type { Move } from '../../lib/tableProps';
import { Turn as Base } from '../../lib/turn.svelte';

export interface Held {
  hand: number;
  slot: number;
}
export type Side = 'left' | 'right';

export class Turn extends Base {
  /** The card that is held, out of either hand. */
  held = $state.raw<Held | null>(null);
  /** A node that was tapped before a card. */
  aim = $state<number | null>(null);
  /** What the pointer or the focus is on: a node, a card, the stop. */
  node = $state<number | null>(null);
  card = $state.raw<Held | null>(null);
  stopping = $state(false);

  constructor(
    moves: () => LegalMove[],
    readonly here: () => number,
    send: (move: Move) => void,
  ) {
    super(moves, send);
  }

  override clear(): void {
    super.clear();
    [this.held, this.aim] = [null, null];
  }

  /** The moves with a card, or to a node, or both. */
  steps(card: Held | null, node: number | null): LegalMove[] {
    return this.moves().filter(
      ({ data }) =>
        data.kind === 'step' &&
        (card === null || (data.hand === card.hand && data.slot === card.slot)) &&
        (node === null || data.place === node),
    );
  }

  /** The nodes that can be tapped now: those of the held card, else all that some card leads to. */
  get targets(): number[] {
    return [...new Set(this.steps(this.held, null).map(({ data }) => Number(data.place)))];
  }

  /** Whether a card leads somewhere, or to the node that was tapped first. */
  leads(card: Held): boolean {
    return this.steps(card, this.aim).length > 0;
  }

  isHeld(card: Held): boolean {
    return this.held?.hand === card.hand && this.held.slot === card.slot;
  }

  /** The moves whose outcome is shown now: of one card and one node, or of all cards that lead to a node. */
  get weighed(): LegalMove[] {
    const asked = this.named(this.armed);
    if (asked) return [asked];
    if (this.stopping) return this.all({ kind: 'stop' });
    if (this.aim !== null) return this.card ? this.steps(this.card, this.aim) : this.steps(null, this.aim);
    return this.node === null ? [] : this.steps(this.held, this.node);
  }

  /** `soft`: the tap only asks, as by a finger or beside a small place. */
  tapNode(node: number, soft: boolean): void {
    if (node === this.here() && this.can({ kind: 'stop' })) return this.tapStop(soft);
    if (this.held) return this.go(this.steps(this.held, node)[0], { ...this.held, place: node }, soft);
    this.armed = '';
    if (this.steps(null, node).length) this.aim = this.aim === node ? null : node;
    else if (this.playing) this.send({ kind: 'step', hand: 0, slot: 0, place: node });
  }

  tapCard(card: Held, soft: boolean): void {
    if (this.aim !== null) return this.go(this.steps(card, this.aim)[0], { ...card, place: this.aim }, soft);
    const back = this.isHeld(card);
    this.clear();
    if (!back) this.held = card;
  }

  tapStop(soft: boolean): void {
    const stop = this.find({ kind: 'stop' });
    [this.held, this.aim] = [null, null];
    if (stop) this.confirm(stop, soft);
    else this.send({ kind: 'stop' });
  }

  tapSide(side: Side, soft: boolean): void {
    const move = this.find({ kind: side });
    if (move) this.confirm(move, soft);
    else if (this.playing) this.send({ kind: side });
  }

  private go(move: LegalMove | undefined, tried: Held & { place: number }, soft: boolean): void {
    if (move) this.confirm(move, soft);
    else this.send({ kind: 'step', ...tried });
  }
}
