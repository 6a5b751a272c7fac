// What was said at a table that this reader has not seen yet, while the talk is folded away.

import type { Said } from '../wire';

/** How long the beginning of a message is shown, in ms, and how much of it. */
const SHOWN = 4000;
const BEGINNING = 60;

export class Talk {
  /** The message that has just come, for a moment. */
  fresh = $state.raw<Said | null>(null);
  private read = $state(-1);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last = -1;

  constructor(
    private readonly table: string,
    private readonly said: () => Said[],
    private readonly mine: () => number[],
  ) {
    this.read = this.last = Number(localStorage.getItem(`heard-${table}`) ?? -1);
  }

  get unread(): number {
    return this.said().filter(({ seq, seat }) => seq > this.read && !this.mine().includes(seat)).length;
  }

  /** The talk lies open: all of it is read. */
  see(): void {
    this.read = this.said().at(-1)?.seq ?? this.read;
    localStorage.setItem(`heard-${this.table}`, String(this.read));
    this.forget();
  }

  /** Something may have come while the talk is folded. */
  note(): void {
    const latest = this.said().at(-1);
    if (!latest || latest.seq <= this.last) return;
    this.last = latest.seq;
    if (this.mine().includes(latest.seat)) return;
    this.fresh = { ...latest, text: beginning(latest.text) };
    clearTimeout(this.timer);
    this.timer = setTimeout(this.forget, SHOWN);
  }

  forget = (): void => {
    clearTimeout(this.timer);
    this.fresh = null;
  };
}

const beginning = (text: string) =>
  text.length > BEGINNING ? `${text.slice(0, BEGINNING - 1).trimEnd()}…` : text;
