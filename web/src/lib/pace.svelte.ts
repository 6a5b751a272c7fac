// How fast bots move on this screen: the server plays as it likes, the screen shows one decision after the other.
// A person's move is held back only while the screen still shows what a line of the story asked it to show.

import { calm } from './motion';

export const PACES = { unhurried: 1.4, brisk: 1, once: 0, step: Infinity } as const;
export type Pace = keyof typeof PACES;
/** At least so long between two decisions of bots, in ms. */
const BETWEEN = 600;

function kept(): Pace {
  const found = localStorage.getItem('pace') ?? 'brisk';
  return found in PACES ? (found as Pace) : 'brisk';
}

export const pace = $state({ now: kept() });

export function setPace(to: Pace): void {
  pace.now = to;
  localStorage.setItem('pace', to);
}

const factor = () => (calm ? 0 : PACES[pace.now]);

/** Shows what comes one by one; what follows a bot's decision waits for its turn. */
export class Pacer<Shown> {
  /** How many are still to be shown. */
  waiting = $state(0);
  private queue: { item: Shown; wait: number }[] = [];
  private timer = 0;
  private last = 0;
  /** At least so long after the last one, in ms. */
  private hold = 0;

  /** `show` says for how many milliseconds what it has shown should stay. */
  constructor(private readonly show: (item: Shown) => number) {}

  /** Take the next one; `slow` if a bot has made it. */
  push(item: Shown, slow: boolean): void {
    this.queue.push({ item, wait: slow ? BETWEEN * factor() : 0 });
    this.waiting = this.queue.length;
    if (!this.timer) this.next();
  }

  /** One more, now. */
  step(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    this.pop();
    this.next();
  }

  /** All of them, now. */
  skip(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    while (this.queue.length) this.pop();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.queue = [];
  }

  private next(): void {
    const first = this.queue[0];
    if (!first) return;
    const left = Math.max(first.wait, this.hold) - (performance.now() - this.last);
    if (left <= 0) this.step();
    else if (left < Infinity) this.timer = setTimeout(() => this.step(), left);
    else this.timer = -1;
  }

  private pop(): void {
    const first = this.queue.shift();
    this.waiting = this.queue.length;
    this.last = performance.now();
    // Whoever steps through what bots do waits no longer than others for what a person does.
    if (first) this.hold = this.show(first.item) * Math.min(factor(), PACES.unhurried);
  }
}
