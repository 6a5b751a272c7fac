// How it ends, shown once: hands that meet and rings that light up, or lights that go out. It can be skipped, and nobody
// waits for it.

import { calm } from '../../lib/motion';
import type { View } from './types';

const LONG = { held: 1600, apart: 1200 };

export class Finale {
  /** What is shown; it stays when the show is over. */
  mood = $state<'' | 'held' | 'apart'>('');
  running = $state(false);
  private timer = 0;

  constructor(
    /** Whether it was over when this table was opened: then there is nothing to show. */
    private past: boolean,
    private readonly ended: () => void,
  ) {}

  see(view: View): void {
    if (!view.over) {
      [this.mood, this.running, this.past] = ['', false, false];
      return;
    }
    if (this.mood) return;
    this.mood = view.winners.length ? 'held' : 'apart';
    if (this.past || calm) return this.ended();
    this.running = true;
    this.timer = setTimeout(this.finish, LONG[this.mood]);
  }

  finish = (): void => {
    if (!this.running) return;
    this.stop();
    this.ended();
  };

  stop(): void {
    clearTimeout(this.timer);
    this.running = false;
  }
}
