// The last turn as it is shown: one step of a bulb after the other, each with its cause. The server has told all of them;
// nothing is computed here but how many of them were shown so far.

import { calm } from '../../lib/motion';
import { pace, PACES } from '../../lib/pace.svelte';
import { stepsOf, type Made, type Shop, type Step } from './shop';

/** A step of mine and of the others in ms; all of them together never take longer than `MOST`. */
const MINE = 380;
const THEIRS = 140;
const MOST = 4000;
/** How long the stage stays after the last step, if nothing is to be chosen. */
const REST = 900;
/** So many steps of my own are worth a stage. */
const MANY = 5;

export class Chain {
  made = $state.raw<Made | null>(null);
  /** How many of its steps were shown. */
  at = $state(0);
  /** My board has come into the light. */
  staged = $state(false);
  private timer = 0;
  private first = true;

  get running(): boolean {
    return this.made !== null && this.at < this.made.steps.length;
  }

  /** Steps of a seat that are still to be shown. */
  left(seat: number): Step[] {
    return this.made?.seat === seat ? stepsOf(this.made).slice(this.at) : [];
  }

  done(seat: number): Step[] {
    return this.made?.seat === seat ? stepsOf(this.made).slice(0, this.at) : [];
  }

  see(shop: Shop, near: number, playing: boolean): void {
    const [old, made] = [this.made, shop.made ?? null];
    const mine = made?.seat === near && shop.me === near;
    const asked = mine && playing && shop.choice === 'react';
    const same = old?.ply === made?.ply && old?.steps.length === made?.steps.length;
    this.made = made;
    if (same) {
      if (!asked && !this.running && !this.timer) this.staged = false;
      return;
    }
    // Steps that were shown already stay shown: a last spark goes on from there.
    this.at = old && made && old.ply === made.ply ? Math.min(old.steps.length, this.at) : 0;
    this.stop();
    const moves = !calm && !this.first && PACES[pace.now] > 0;
    const count = made?.steps.length ?? 0;
    this.staged = asked || (mine && moves && count >= MANY);
    this.first = false;
    if (moves && count) this.wait(count - this.at, mine);
    else this.at = count;
  }

  private wait(count: number, mine: boolean): void {
    const speed = Math.min(PACES[pace.now], PACES.unhurried) || 1;
    const each = Math.min((mine ? MINE : THEIRS) * speed, MOST / count);
    const next = () => {
      this.at += 1;
      this.timer = setTimeout(this.running ? next : this.close, this.running ? each : REST);
    };
    this.timer = setTimeout(next, each);
  }

  /** The stage goes by itself unless something is to be chosen on it. */
  private close = (): void => {
    this.timer = 0;
    if (!this.keeps()) this.staged = false;
  };
  /** Whether the stage still asks for something. */
  keeps: () => boolean = () => false;

  /** All at once. */
  skip = (): void => {
    const was = this.running;
    this.stop();
    this.at = this.made?.steps.length ?? 0;
    if (!was && !this.keeps()) this.staged = false;
    else if (!this.keeps()) this.timer = setTimeout(this.close, REST);
  };

  /** Once more from the beginning. */
  again = (): void => {
    this.stop();
    this.staged = true;
    if (calm) return;
    this.at = 0;
    this.wait(this.made?.steps.length ?? 1, true);
  };

  look = (): void => {
    this.skip();
    this.staged = false;
  };

  stop(): void {
    clearTimeout(this.timer);
    this.timer = 0;
  }
}
