// A card that is dragged onto a node: dropped there it does what a tap there would do.

import type { HandCard } from './faces';
import type { Turn } from './turn.svelte';

interface Point {
  x: number;
  y: number;
}
/** How far a pointer must move before a press becomes a drag. */
const FAR_ENOUGH = 6;

export class Drag {
  /** What is dragged, and where it is. */
  now = $state.raw<(Point & { card: HandCard }) | null>(null);
  private grabbed: (Point & { card: HandCard }) | null = null;

  constructor(
    private readonly turn: Turn,
    /** Where an event is on the table. */
    private readonly local: (event: PointerEvent) => Point,
    /** The target that lies there, below zero none. */
    private readonly over: (point: Point) => number,
  ) {}

  grab = (event: PointerEvent, card: HandCard): void => {
    if (this.turn.playing && event.button === 0) this.grabbed = { card, ...this.local(event) };
  };

  move = (event: PointerEvent): void => {
    if (!this.grabbed) return;
    const { card, x, y } = this.grabbed;
    const to = this.local(event);
    if (!this.now && Math.hypot(to.x - x, to.y - y) < FAR_ENOUGH) return;
    if (!this.turn.isHeld(card)) {
      this.turn.clear();
      this.turn.held = card;
    }
    this.now = { card, ...to };
    const over = this.over(to);
    this.turn.node = over < 0 ? null : over;
  };

  drop = (): void => {
    const [was, is] = [this.grabbed, this.now];
    [this.grabbed, this.now] = [null, null];
    if (!was || !is) return;
    // The click that follows is part of the drag.
    const swallow = (e: Event) => e.stopPropagation();
    addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener('click', swallow, true), 50);
    const over = this.over(is);
    if (over < 0) this.turn.clear();
    else this.turn.tapNode(over, false);
  };
}
