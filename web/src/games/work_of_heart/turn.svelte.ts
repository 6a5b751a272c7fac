// What is being chosen: one thing on the table is pointed at or picked, and a second tap on it plays its move.

import type { Move } from '../../lib/tableProps';
import { Turn as Base, type Data } from '../../lib/turn.svelte';
import type { LegalMove } from '../../wire';

export type { Data };

export class Turn extends Base {
  /** All legal moves of these kinds. */
  kinds(...kinds: string[]): LegalMove[] {
    return this.moves().filter((m) => kinds.includes(String(m.data.kind)));
  }

  has(data: Data): boolean {
    const shown = this.shown;
    return shown !== undefined && this.find(data) === shown;
  }

  /** What is pointed at comes before what was tapped. */
  override get shown(): LegalMove | undefined {
    return this.named(this.pointed) ?? this.held;
  }

  get held(): LegalMove | undefined {
    return this.named(this.armed);
  }

  /** The first tap picks, the second on the same thing plays; what is not allowed is sent: the server says why. */
  tap(...choices: Data[]): void {
    const found = choices.map((data) => this.find(data)).find((m) => m !== undefined);
    if (found && this.armed === found.move) this.play(found);
    else if (found) this.armed = found.move;
    else if (choices[0] && this.moves().length) this.send(choices[0] as Move);
  }

  over(...choices: Data[]): void {
    this.point(choices.map((data) => this.find(data)).find((m) => m !== undefined));
  }

  leave(): void {
    this.pointed = '';
  }

  /** What a button does that stands for one of these moves: a tap picks, mouse and focus point. */
  handlers(...choices: Data[]) {
    return {
      onclick: () => this.tap(...choices),
      onpointerenter: (e: PointerEvent) => e.pointerType === 'mouse' && this.over(...choices),
      onpointerleave: () => this.leave(),
      onfocus: (e: FocusEvent) =>
        (e.currentTarget as Element).matches(':focus-visible') && this.over(...choices),
      onblur: () => this.leave(),
    };
  }

  play(move: LegalMove | undefined): void {
    if (!move) return;
    this.clear();
    this.send(move.move);
  }
}
