// A turn of Heartcatchers as it is being chosen: a card, a place, and for a steal the stack that is given for it.
// What can be done is read from the legal moves; what cannot is sent all the same and answered with its clause.

import type { LegalMove } from '../../wire';
import { commits } from '../../lib/previews';
import type { Move } from '../../lib/tableProps';
import { Turn as Base } from '../../lib/turn.svelte';
import type { Stack } from './stacks';

export type Act = 'catch' | 'steal' | 'secret' | 'give';

export class Turn extends Base {
  /** The card that is held, by its slot. */
  slot = $state<number | null>(null);
  /** The rival stack that is being stolen. */
  stealing = $state<number | null>(null);
  /** What the pointer, the focus or a first tap is on. */
  target = $state.raw<{ act: Act; position: number } | null>(null);
  /** A stack that was tapped before a card. */
  aim = $state<number | null>(null);

  constructor(
    moves: () => LegalMove[],
    readonly near: () => number,
    readonly stacks: () => Stack[],
    send: (move: Move) => void,
  ) {
    super(moves, send);
  }

  override clear(): void {
    super.clear();
    [this.slot, this.stealing, this.target, this.aim] = [null, null, null, null];
  }

  /** Take a card up, or put it back if it is held already. */
  take(slot: number): void {
    const back = this.slot === slot;
    const aim = this.aim;
    this.clear();
    if (back) return;
    this.slot = slot;
    const act = aim === null ? null : this.mine(aim) ? 'catch' : 'steal';
    if (act && aim !== null && this.matching(act, aim).length) this.target = { act, position: aim };
  }

  mine(position: number): boolean {
    return this.stacks().some((stack) => stack.place === position && stack.seat === this.near());
  }

  /** The legal moves of the held card that do this here. */
  matching(act: Act, position: number, slot = this.slot): LegalMove[] {
    return this.moves().filter(({ data }) => {
      if (data.slot !== slot) return false;
      if (act === 'give')
        return data.kind === 'steal' && data.place === this.stealing && data.back === position;
      return data.kind === act && data.place === position;
    });
  }

  allows(act: Act, position: number): boolean {
    return this.matching(act, position).length > 0;
  }

  /** Whether a card can do something at the stack that was tapped first. */
  rising(slot: number): boolean {
    if (this.aim === null) return false;
    return this.moves().some(({ data }) => data.slot === slot && data.place === this.aim);
  }

  /** A tap on a place. On touch, and for what cannot be taken back, the first tap only points. */
  tap(act: Act, position: number, touch: boolean): void {
    const [only] = this.matching(act, position);
    const again = this.target?.act === act && this.target.position === position;
    const asks = act === 'steal' ? false : touch || commits(only);
    this.target = { act, position };
    if (only && asks && !again) return;
    if (act === 'steal' && only) this.stealing = position;
    else this.send(only?.move ?? this.tried(act, position));
  }

  /** What was tried though it is not allowed. */
  private tried(act: Act, place: number): Move {
    const slot = this.slot ?? 0;
    if (act === 'give') return { kind: 'steal', slot, place: this.stealing ?? 0, back: place };
    const own = this.stacks().find((stack) => stack.seat === this.near())?.place ?? place;
    return { kind: act, slot, place, ...(act === 'steal' && { back: own }) };
  }
}
