// The end is a show: the lamp goes from column to column. Changes of Heart are turned up and leave the game, stacks
// trade places, the other Secrets turn up. Until a column is told, its points and its lines of the story wait.
// The view has the end already, and `reveal` says how it came about, column by column.

import { calm } from '../../lib/motion';
import type { Piece, View, Zone } from './types';
import type { ColumnShown, Sentence } from '../../wire';
import { stacksOf, type Stack } from './stacks';

type Phase = 'lamp' | 'changes' | 'trade' | 'secrets' | 'told';
const PHASES: Phase[] = ['lamp', 'changes', 'trade', 'secrets', 'told'];
/** How long each phase of a column is shown, in ms: three columns stay within six seconds. */
const LONG: Record<Phase, number> = { lamp: 260, changes: 520, trade: 620, secrets: 560, told: 40 };

/** A stack as it lies now in the show. */
export interface Lying extends Stack {
  /** Whether its Secrets are turned up. */
  open: boolean;
}

export class Reveal {
  /** The column that the lamp is on; beyond the last when all is told; below zero while the game is played. */
  column = $state(-1);
  phase = $state<Phase>('lamp');
  /** What there is to tell. */
  private columns = $state.raw<ColumnShown[]>([]);
  private before: View | null = null;
  private timer = 0;

  constructor(
    private wasOver: boolean,
    readonly ended: () => void,
  ) {}

  get running(): boolean {
    return this.column >= 0 && this.column < this.columns.length;
  }

  see(view: View): void {
    this.columns = view.reveal ?? [];
    if (!view.over) {
      this.before = view;
      this.stop();
      this.column = -1;
    } else if (!this.wasOver && !calm && this.columns.length) this.start();
    else if (!this.running) this.finish();
    this.wasOver = view.over;
  }

  private start(): void {
    [this.column, this.phase] = [0, 'lamp'];
    this.wait();
  }

  private wait(): void {
    this.timer = setTimeout(() => this.next(), LONG[this.phase]);
  }

  /** The next phase, or the next column. */
  next = (): void => {
    clearTimeout(this.timer);
    const at = PHASES.indexOf(this.phase);
    if (at + 1 < PHASES.length) this.phase = PHASES[at + 1]!;
    else if (this.column + 1 >= this.columns.length) return this.finish();
    else [this.column, this.phase] = [this.column + 1, 'lamp'];
    this.wait();
  };

  finish = (): void => {
    this.stop();
    if (this.column === Infinity) return;
    this.column = Infinity;
    this.ended();
  };

  stop(): void {
    clearTimeout(this.timer);
    this.timer = 0;
  }

  /** Whether a column has come to a phase. */
  past(column: number, phase: Phase): boolean {
    if (this.column !== column) return column < this.column;
    return PHASES.indexOf(this.phase) >= PHASES.indexOf(phase);
  }

  /** How many columns are told. */
  get told(): number {
    return this.columns.filter(({ column }) => this.past(column, 'told')).length;
  }

  /** The points of the columns that are told. */
  get points(): number[] {
    const [first] = this.columns;
    return this.columns[this.told - 1]?.points ?? first?.points.map(() => 0) ?? [];
  }

  /** The column that a Change of Heart was hidden in. */
  columnOf(change: Piece): ColumnShown | undefined {
    return this.columns.find(({ changes }) => changes.includes(change.id));
  }

  /** Whether a Change of Heart is turned up by now. */
  turnedUp(change: Piece): boolean {
    const at = this.columnOf(change);
    return !this.running || !at || this.past(at.column, 'changes');
  }

  /** What a Secret brings. */
  brings(secret: Piece): number {
    const all = this.columns.flatMap(({ secrets }) => secrets);
    return all.find(({ id }) => id === secret.id)?.points ?? 0;
  }

  /** Lines of the end wait: those about a card of a column for that column, the others until all is told. The first line
   * of the last move says what was played. */
  waits(line: Sentence, story: Sentence[], view: View): boolean {
    if (!this.running) return false;
    const ply = story.at(-1)?.ply ?? 0;
    if (line.ply < ply || line === story.find((one) => one.ply === ply)) return false;
    const out = view.zones.find(({ id }) => id === 'discard')?.pieces ?? [];
    const at = this.columns.find(
      ({ changes, secrets }) =>
        secrets.some(({ card }) => card === line.fields.card) ||
        out.some((piece) => piece.card === line.fields.card && changes.includes(piece.id)),
    );
    return !at || !this.past(at.column, 'told');
  }

  /** The stacks as they lie now: before its trade a column lies as it was played. */
  lying(view: View, near: number): Lying[] {
    const stacks = stacksOf(view, near);
    if (!view.over || !this.running) return stacks.map((stack) => ({ ...stack, open: view.over }));
    return stacks.map((stack) => {
      const { column, seat } = stack;
      const told = this.columns.find((one) => one.column === column);
      const across = stacks.find((s) => s.column === column && s.seat !== seat) ?? stack;
      const here = (told?.trades && !this.past(column, 'trade') ? across : stack).zone;
      const shut = this.past(column, 'changes') ? [] : this.changesUnder(here, told?.changes ?? []);
      return {
        ...stack,
        zone: { ...here, pieces: [...here.pieces, ...shut] },
        open: this.past(column, 'secrets'),
      };
    });
  }

  /** Changes that still lie under a stack: they are known by their place before the end. */
  private changesUnder(zone: Zone, changes: string[]): Piece[] {
    const then = this.before?.zones.find((z) => z.layout === 'stack' && z.stack === zone.stack);
    return then?.pieces.filter((piece) => changes.includes(piece.id)) ?? [];
  }
}
