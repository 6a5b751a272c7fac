// A choice while it is being made: a project, the pile, a reaction or a bulb is taken up by the first tap and played by
// the second. What is legal is read from the server's list; what is not is sent all the same and answered with its clause.

import type { LegalMove } from '../../wire';
import type { Move } from '../../lib/tableProps';
import { taps } from '../../lib/taps.svelte';

export class Turn {
  /** The move that was taken up. */
  held = $state<string | null>(null);
  /** What the pointer or the focus is on. */
  pointed = $state<string | null>(null);

  constructor(
    readonly moves: () => LegalMove[],
    readonly send: (move: Move) => void,
  ) {}

  get playing(): boolean {
    return this.moves().length > 0;
  }

  can(move: string): boolean {
    return this.moves().some((one) => one.move === move);
  }

  /** Whether any move of a kind can be played. */
  some(kind: string): boolean {
    return this.moves().some(({ data }) => data.kind === kind);
  }

  /** The move whose consequences are shown. */
  get shown(): string | null {
    const found = this.held ?? this.pointed;
    return found !== null && this.can(found) ? found : null;
  }

  /** The first tap takes it up, the second plays it; whoever likes plays at once. */
  tap(move: string): void {
    if (!this.can(move) || this.held === move || taps.once) this.send(move);
    else this.held = move;
  }

  point(move: string | null): void {
    this.pointed = move;
  }

  make(): void {
    if (this.held !== null) this.send(this.held);
  }

  clear(): void {
    [this.held, this.pointed] = [null, null];
  }
}
