// The date, card by card: those that lie open are there, those that the dater does not know come last. It is this
// screen's own show: nobody waits for it, and it can be skipped. Lines of the story wait for their card.

import type { PerfectMatchDate, Sentence } from '../../wire';
import { calm } from '../../lib/motion';
import { pace, PACES } from '../../lib/pace.svelte';

const LIGHTS = 700;
const CARD = 950;
const LAST = 1350;
const OUTCOME = 1900;

export class Show {
  date = $state.raw<PerfectMatchDate | null>(null);
  /** How many cards are turned up; one more than there are: the outcome is told. */
  turned = $state(0);
  private last = -1;
  private begun = false;
  private timer = 0;

  constructor(readonly done: () => void) {}

  get running(): boolean {
    return this.date !== null;
  }
  get told(): boolean {
    return this.date !== null && this.turned > this.date.cards.length;
  }

  /** A view has come: a date in it that was not shown yet begins, unless it was there when the table was opened. */
  see(date: PerfectMatchDate | null | undefined, over: boolean): void {
    const fresh = date && date.ply > this.last && this.begun;
    this.begun = true;
    if (date) this.last = Math.max(this.last, date.ply);
    if (fresh && !calm) this.start(date);
    else if (over && !this.running) this.done();
  }

  private start(date: PerfectMatchDate): void {
    this.date = date;
    this.turned = date.cards.filter((card) => card.open).length;
    this.wait(LIGHTS);
  }

  private wait(ms: number): void {
    clearTimeout(this.timer);
    const speed = PACES[pace.now];
    this.timer = setTimeout(this.next, ms * (speed > 0 && speed < 9 ? speed : 1));
  }

  /** The next card, the outcome, or the end. */
  next = (): void => {
    const count = this.date?.cards.length ?? 0;
    if (!this.date || this.turned > count) return this.finish();
    this.turned += 1;
    this.wait(this.turned > count ? OUTCOME : this.turned === count ? LAST : CARD);
  };

  finish = (): void => {
    clearTimeout(this.timer);
    this.date = null;
    this.done();
  };

  stop(): void {
    clearTimeout(this.timer);
    this.date = null;
  }

  /** Whether a line of the story has to wait for what is being shown. */
  waits = (line: Sentence): boolean => {
    if (!this.date || line.ply < this.date.ply) return false;
    if (line.ply > this.date.ply) return true;
    const at = this.date.cards.findIndex((card) => card.card === line.fields.card);
    return at >= 0 ? at >= this.turned : !this.told;
  };
}
