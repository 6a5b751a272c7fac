// A decision of Perfect Match as it is being made: a card that is held, a move that was tapped once. What can be done is
// read from the legal moves; what cannot is sent all the same and answered with its clause.

import type { LegalMove } from '../../wire';
import { commits } from '../../lib/previews';
import { screen } from '../../lib/screen';
import type { Move } from '../../lib/tableProps';

type Fields = Record<string, number>;
/** Kinds that a card of the hand does by itself. */
const ALONE = ['drama', 'discard', 'offer'];

export class Turn {
  /** The card of the hand that is held. */
  slot = $state<number | null>(null);
  /** The move that was tapped once and waits for the second tap. */
  armed = $state('');
  /** The move that the pointer or the focus is on. */
  pointed = $state('');

  constructor(
    readonly moves: () => LegalMove[],
    readonly send: (move: Move) => void,
  ) {}

  get playing(): boolean {
    return this.moves().length > 0;
  }

  clear(): void {
    [this.slot, this.armed, this.pointed] = [null, '', ''];
  }

  find(kind: string, fields: Fields = {}): LegalMove | undefined {
    return this.moves().find(
      ({ data }) =>
        data.kind === kind && Object.entries(fields).every(([name, value]) => data[name] === value),
    );
  }
  can(kind: string, fields: Fields = {}): boolean {
    return this.find(kind, fields) !== undefined;
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
    if (this.slot !== null) return this.find('play', { slot: this.slot, place });
    return this.find('point', { place });
  }
  /** The move that a card in a profile is there for. */
  atCard(place: number, card: number): LegalMove | undefined {
    return this.find('pick', { place, card }) ?? this.find('reveal', { place, card });
  }

  /** The move that is shown before it is played. */
  get shown(): LegalMove | undefined {
    const text = this.armed || this.pointed;
    return this.moves().find((m) => m.move === text);
  }

  point(move: LegalMove | undefined): void {
    this.pointed = move?.move ?? '';
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

  /** A tap on what a move is there for. On touch, and for what cannot be taken back, the first tap only points. */
  tap(move: LegalMove | undefined, touch = screen.touch): void {
    if (!move) return;
    const again = this.armed === move.move;
    if (again || !(touch || commits(move))) this.send(move.move);
    else this.armed = move.move;
  }

  /** A tap on a place with a card in the hand that cannot go there: the server says why. */
  refuse(place: number): void {
    if (this.slot !== null) this.send({ kind: 'play', slot: this.slot, place });
  }
}
