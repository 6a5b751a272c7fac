// Dragging: what can be tapped can also be carried to where it would go. A thing that is dropped on a place for it is
// played; anywhere else it goes back.

import type { Turn } from './turn.svelte';

const FAR_ENOUGH = 6;

export class Grip {
  /** The move that is being carried, and how far. */
  moved = $state.raw<{ move: string; x: number; y: number } | null>(null);
  private from: { move: string; x: number; y: number } | null = null;

  constructor(
    readonly turn: Turn,
    readonly scale: () => number,
  ) {}

  grab(event: PointerEvent, move: string): void {
    if (event.button === 0 && this.turn.can(move)) this.from = { move, x: event.clientX, y: event.clientY };
  }

  move = (event: PointerEvent): void => {
    if (!this.from) return;
    const [x, y] = [event.clientX - this.from.x, event.clientY - this.from.y];
    if (!this.moved && Math.hypot(x, y) < FAR_ENOUGH) return;
    this.turn.held = this.from.move;
    this.moved = { move: this.from.move, x: x / this.scale(), y: y / this.scale() };
    event.preventDefault();
  };

  drop = (event: PointerEvent): void => {
    const was = this.moved;
    [this.from, this.moved] = [null, null];
    if (!was) return;
    // The click that ends a drag is not a tap.
    addEventListener('click', (e) => e.stopPropagation(), { capture: true, once: true });
    const kind = was.move.split(' ')[0]!;
    const below = document.elementsFromPoint(event.clientX, event.clientY);
    const target = below.some((e) => e.closest<HTMLElement>('[data-drop]')?.dataset.drop?.includes(kind));
    if (target && event.type === 'pointerup') this.turn.make();
    else this.turn.clear();
  };

  style(move: string): string {
    if (this.moved?.move !== move) return '';
    return `translate: ${this.moved.x}px ${this.moved.y}px; z-index: 50; position: relative; pointer-events: none;`;
  }
}
