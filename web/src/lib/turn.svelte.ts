// A move as it is being chosen, the same at every table: what can be done is read from the legal moves, one of them may
// be pointed at, and one may have been tapped once and wait for the second tap. What cannot be done is sent all the same:
// the server answers with its clause. What else is taken up on the way there is the game's own.

import type { LegalMove } from '../wire';
import { commits } from './previews';
import { screen } from './screen';
import type { Move } from './tableProps';

export type Data = Record<string, unknown>;

export class Turn {
  /** The text of the move that was tapped once: a second tap on the same thing plays it. */
  armed = $state('');
  /** The text of the move that the pointer or the focus is on. */
  pointed = $state('');

  constructor(
    readonly moves: () => LegalMove[],
    readonly send: (move: Move) => void,
  ) {}

  get playing(): boolean {
    return this.moves().length > 0;
  }

  /** The legal move with this text. */
  named(text: string): LegalMove | undefined {
    return this.moves().find(({ move }) => move === text);
  }

  /** All legal moves with this data. */
  all(data: Data): LegalMove[] {
    const wanted = Object.entries(data);
    return this.moves().filter((one) => wanted.every(([field, value]) => one.data[field] === value));
  }

  find(data: Data): LegalMove | undefined {
    return this.all(data)[0];
  }

  can(data: Data): boolean {
    return this.find(data) !== undefined;
  }

  /** The move whose outcome the table shows. */
  get shown(): LegalMove | undefined {
    return this.named(this.armed) ?? this.named(this.pointed);
  }

  point(move: LegalMove | undefined): void {
    this.pointed = move?.move ?? '';
  }

  /** A tap plays; `soft`, as by a finger, and for what cannot be taken back, the first one only asks. */
  confirm(move: LegalMove | undefined, soft = screen.touch): void {
    if (!move) return;
    if ((soft || commits(move)) && this.armed !== move.move) this.armed = move.move;
    else this.send(move.move);
  }

  /** Everything is put back. */
  clear(): void {
    [this.armed, this.pointed] = ['', ''];
  }
}
