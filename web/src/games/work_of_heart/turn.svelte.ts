// What is being chosen: one thing on the table is pointed at or picked, and a second tap on it plays its move.

import type { Move } from '../../lib/tableProps';
import type { LegalMove } from '../../wire';

export type Data = Record<string, unknown>;

export class Turn {
  /** The text of the move that was tapped once. */
  picked = $state('');
  /** The text of the move that the mouse or the focus is on. */
  pointed = $state('');

  constructor(
    private readonly moves: () => LegalMove[],
    private readonly send: (move: Move) => void,
  ) {}

  /** The legal move with this data. */
  find(data: Data): LegalMove | undefined {
    return this.moves().find((m) => Object.entries(data).every(([field, value]) => m.data[field] === value));
  }

  /** All legal moves of these kinds. */
  all(...kinds: string[]): LegalMove[] {
    return this.moves().filter((m) => kinds.includes(String(m.data.kind)));
  }

  can(data: Data): boolean {
    return this.find(data) !== undefined;
  }

  has(data: Data): boolean {
    return this.shown !== '' && this.find(data)?.move === this.shown;
  }

  /** What the table shows the effects of: what is pointed at, else what was picked. */
  get shown(): string {
    return this.pointed || this.picked;
  }

  get move(): LegalMove | undefined {
    return this.moves().find((m) => m.move === this.shown);
  }

  get held(): LegalMove | undefined {
    return this.moves().find((m) => m.move === this.picked);
  }

  /** The first tap picks, the second on the same thing plays; what is not allowed is sent: the server says why. */
  tap(...choices: Data[]): void {
    const found = choices.map((data) => this.find(data)).find((m) => m !== undefined);
    if (found && this.picked === found.move) this.play(found);
    else if (found) this.picked = found.move;
    else if (choices[0] && this.moves().length) this.send(choices[0] as Move);
  }

  point(...choices: Data[]): void {
    this.pointed = choices.map((data) => this.find(data)?.move).find((m) => m !== undefined) ?? '';
  }

  leave(): void {
    this.pointed = '';
  }

  /** What a button does that stands for one of these moves: a tap picks, mouse and focus point. */
  handlers(...choices: Data[]) {
    return {
      onclick: () => this.tap(...choices),
      onpointerenter: (e: PointerEvent) => e.pointerType === 'mouse' && this.point(...choices),
      onpointerleave: () => this.leave(),
      onfocus: (e: FocusEvent) =>
        (e.currentTarget as Element).matches(':focus-visible') && this.point(...choices),
      onblur: () => this.leave(),
    };
  }

  play(move: LegalMove | undefined): void {
    if (!move) return;
    this.clear();
    this.send(move.move);
  }

  clear(): void {
    [this.picked, this.pointed] = ['', ''];
  }
}
