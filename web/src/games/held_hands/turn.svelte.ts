// A turn as it is being chosen: a card and a node, in either order. What can be done is read from the legal moves; what
// cannot is sent all the same and answered with its clause.

import type { LegalMove } from '../../wire';
import { commits } from '../../lib/previews';
import type { Move } from '../../lib/tableProps';

export interface Held {
  hand: number;
  slot: number;
}
export type Side = 'left' | 'right';

export class Turn {
  /** The card that is held, out of either hand. */
  held = $state.raw<Held | null>(null);
  /** A node that was tapped before a card. */
  aim = $state<number | null>(null);
  /** What the pointer or the focus is on: a node, a card, the stop. */
  node = $state<number | null>(null);
  card = $state.raw<Held | null>(null);
  stopping = $state(false);
  /** The move that the next tap on the same thing plays. */
  asked = $state('');

  constructor(
    readonly moves: () => LegalMove[],
    readonly here: () => number,
    readonly send: (move: Move) => void,
  ) {}

  get playing(): boolean {
    return this.moves().length > 0;
  }

  /** Put everything back. */
  clear(): void {
    [this.held, this.aim, this.asked] = [null, null, ''];
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

  other(kind: 'stop' | Side): LegalMove | undefined {
    return this.moves().find(({ data }) => data.kind === kind);
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
  get shown(): LegalMove[] {
    const asked = this.moves().find((m) => m.move === this.asked);
    if (asked) return [asked];
    if (this.stopping) return [this.other('stop')].filter((m) => m !== undefined);
    if (this.aim !== null) return this.card ? this.steps(this.card, this.aim) : this.steps(null, this.aim);
    return this.node === null ? [] : this.steps(this.held, this.node);
  }

  /** `soft`: the tap only asks, as by a finger or beside a small place. */
  tapNode(node: number, soft: boolean): void {
    if (node === this.here() && this.other('stop')) return this.tapStop(soft);
    if (this.held) return this.go(this.steps(this.held, node)[0], { ...this.held, place: node }, soft);
    this.asked = '';
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
    const stop = this.other('stop');
    [this.held, this.aim] = [null, null];
    if (stop) this.play(stop, soft);
    else this.send({ kind: 'stop' });
  }

  tapSide(side: Side, soft: boolean): void {
    const move = this.other(side);
    if (move) this.play(move, soft);
    else if (this.playing) this.send({ kind: side });
  }

  private go(move: LegalMove | undefined, tried: Held & { place: number }, soft: boolean): void {
    if (move) this.play(move, soft);
    else this.send({ kind: 'step', ...tried });
  }

  /** What cannot be taken back, and every tap of a finger, asks by a second tap on the same thing. */
  private play(move: LegalMove, soft: boolean): void {
    if ((soft || commits(move)) && this.asked !== move.move) this.asked = move.move;
    else this.send(move.move);
  }
}
