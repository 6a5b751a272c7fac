// What can be tapped can also be carried to where it would go: dropped on a place for it it is played.

import { below, Drag, type Dragged } from '../../lib/drag.svelte';
import type { Turn } from './turn.svelte';

/** Moves are carried by their texts. */
export class MoveDrag extends Drag<string> {
  constructor(
    readonly turn: Turn,
    scale: () => number,
  ) {
    super({
      scale,
      taken: (move) => (turn.armed = move),
      dropped: (drop) => (target(drop) ? turn.make() : turn.clear()),
      cancelled: () => turn.clear(),
    });
  }

  override grab(event: PointerEvent, move: string): void {
    if (this.turn.named(move)) super.grab(event, move);
  }

  style(move: string): string {
    const at = this.offset(move);
    return at
      ? `translate: ${at.dx}px ${at.dy}px; z-index: 50; position: relative; pointer-events: none;`
      : '';
  }
}

const target = (drop: Dragged<string>) => below(drop, `[data-drop~="${drop.id.split(' ')[0]}"]`);
