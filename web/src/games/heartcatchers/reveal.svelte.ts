// The end is a show: the lamp goes from column to column. Changes of Heart are turned up and leave the game, stacks
// trade places, the other Secrets turn up. Until a column is told, its points and its lines of the story wait.
// The view has the end already; the story says how it came about, so columns can be told one after the other.

import { calm } from '../../lib/motion';
import type { Piece, View, Zone } from '../../lib/tableProps';
import type { Score, Sentence } from '../../wire';
import { COLUMNS } from './measures';

type Phase = 'lamp' | 'changes' | 'trade' | 'secrets' | 'told';
const PHASES: Phase[] = ['lamp', 'changes', 'trade', 'secrets', 'told'];
/** How long each phase of a column is shown, in ms: three columns stay within six seconds. */
const LONG: Record<Phase, number> = { lamp: 260, changes: 520, trade: 620, secrets: 560, told: 40 };

/** The score sheet's lines of one seat and column: each column begins with what lies face up. */
export function linesOf(view: View, seat: number, column: number): Score[] {
  let at = -1;
  return view.sheet
    .filter((row) => row.seat === seat)
    .filter((row) => {
      if (row.clause === FACE_UP) at += 1;
      return at === column;
    });
}
const FACE_UP = 'HC-18';
// Lines of the story that belong to the show of a column, and those that tell who won.
const SHOWN = /(^|\.)(change|love|breaker)$/;
const RESULT = /(^|\.)(win|wins|draw-game)/;

export class Reveal {
  /** The column that the lamp is on; COLUMNS when all is told; below zero while the game is played. */
  column = $state(-1);
  phase = $state<Phase>('lamp');
  /** The reader goes on from column to column. */
  stops = $state(false);
  private before: View | null = null;
  private timer = 0;

  constructor(
    private wasOver: boolean,
    readonly ended: () => void,
  ) {}

  get running(): boolean {
    return this.column >= 0 && this.column < COLUMNS;
  }

  see(view: View): void {
    if (!view.over) {
      this.before = view;
      this.stop();
      this.column = -1;
    } else if (!this.wasOver && !calm) this.start();
    else if (!this.running) this.finish();
    this.wasOver = view.over;
  }

  private start(): void {
    [this.column, this.phase] = [0, 'lamp'];
    this.wait();
  }

  private wait(): void {
    this.timer = setTimeout(() => this.next(), LONG[this.phase]) as unknown as number;
  }

  /** The next phase, or the next column. */
  next = (): void => {
    clearTimeout(this.timer);
    const at = PHASES.indexOf(this.phase);
    if (at + 1 < PHASES.length) this.phase = PHASES[at + 1]!;
    else if (this.column + 1 >= COLUMNS) return this.finish();
    else [this.column, this.phase] = [this.column + 1, 'lamp'];
    if (!(this.stops && this.phase === 'told')) this.wait();
  };

  finish = (): void => {
    this.stop();
    if (this.column === COLUMNS) return;
    this.column = COLUMNS;
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

  get told(): number {
    return this.running ? this.column + (this.phase === 'told' ? 1 : 0) : this.column < 0 ? 0 : COLUMNS;
  }

  /** Lines of the show wait for their column. */
  waits = (line: Sentence): boolean => {
    if (!this.running) return false;
    if (SHOWN.test(line.key)) return !this.past(Number(line.fields.n) - 1, 'told');
    return RESULT.test(line.key);
  };

  /** The Changes of a column, as the story tells them. */
  static changes(story: Sentence[], column: number): Sentence[] {
    return story.filter((line) => line.key.endsWith('change') && line.fields.n === column + 1);
  }

  /** What lies at a place now, and whether its Secrets are open. */
  at(view: View, place: number, trades: number): { zone: Zone | undefined; open: boolean } {
    const column = place % COLUMNS;
    const zone = (p: number) => view.zones.find((z) => z.id === `s${p + 1}`);
    if (!view.over || !this.running) return { zone: zone(place), open: view.over };
    const other = (place + COLUMNS) % (2 * COLUMNS);
    const swapped = trades % 2 === 1 && !this.past(column, 'trade');
    const here = zone(swapped ? other : place);
    const extra = this.past(column, 'changes') ? [] : this.gone(view, here);
    return {
      zone: here && { ...here, pieces: [...here.pieces, ...extra] },
      open: this.past(column, 'secrets'),
    };
  }

  /** Changes that still lie under a stack: they are known by their place before the end. */
  private gone(view: View, zone: Zone | undefined): Piece[] {
    const out = new Set(view.zones.find((z) => z.id === 'discard')?.pieces.map((p) => p.id));
    const then = this.before?.zones.find((z) => z.layout === 'stack' && z.stack === zone?.stack);
    return then?.pieces.filter((p) => p.secret && out.has(p.id)) ?? [];
  }

  /** Points of the columns that are told: the lines of the score sheet that belong to them. */
  points(view: View, upTo = this.told): number[] {
    return view.points.map((_, seat) => {
      const told = Array.from({ length: upTo }, (_, column) => linesOf(view, seat, column)).flat();
      return told.reduce((sum, row) => sum + row.points, 0);
    });
  }

  /** Points of one column. */
  inColumn(view: View, column: number): number[] {
    return view.points.map((_, seat) =>
      linesOf(view, seat, column).reduce((sum, row) => sum + row.points, 0),
    );
  }
}
