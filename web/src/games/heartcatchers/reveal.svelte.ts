// The end is a show: column by column the Secrets turn up and swapped stacks glide across.

import { calm } from '../../lib/motion';
import type { View } from '../../lib/tableProps';
import type { HeartcatchersPrinted } from '../../wire';

const PAUSE = 1300;

export class Reveal {
  /** How many columns are open, once the game is over. */
  shown = $state(0);
  /** Which stack lay where before the end. */
  private before: Record<string, number> = {};
  private timer = 0;
  private columns = 0;

  constructor(
    private wasOver: boolean,
    readonly ended: () => void,
  ) {}

  see(view: View): void {
    this.columns = (view.edition as HeartcatchersPrinted).columns;
    if (!view.over) {
      this.before = stacksByPlace(view);
      this.shown = 0;
      this.stop();
    } else if (!this.wasOver && !calm) this.start();
    else if (!this.timer) this.open(this.columns);
    this.wasOver = view.over;
  }

  /** The number of the stack to be drawn at a place, and whether its Secrets are open. */
  at(view: View, place: number, column: number): { number: number | undefined; open: boolean } {
    const id = `s${place + 1}`;
    const now = stacksByPlace(view)[id];
    const open = !view.over || column < this.shown;
    return { number: open ? now : (this.before[id] ?? now), open };
  }

  private start(): void {
    this.timer = setInterval(() => this.open(this.shown + 1), PAUSE);
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = 0;
  }

  private open(columns: number): void {
    this.shown = columns;
    if (columns < this.columns) return;
    this.stop();
    this.ended();
  }
}

function stacksByPlace(view: View): Record<string, number> {
  const stacks = view.zones.filter((zone) => zone.layout === 'stack');
  return Object.fromEntries(stacks.map((zone) => [zone.id, Number(zone.stack)]));
}
