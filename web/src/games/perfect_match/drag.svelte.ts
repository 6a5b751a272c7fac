// Dragging a card of the hand: onto a desk it is slipped in, a drama onto the stage, onto the pile it is discarded.

import type { Turn } from './turn.svelte';

const FAR_ENOUGH = 6;

export class Drag {
  slot = $state<number | null>(null);
  moved = $state(false);
  dx = $state(0);
  dy = $state(0);
  /** A drop has just happened: the click that follows it is none. */
  dropped = false;
  private from = { x: 0, y: 0 };

  constructor(
    readonly turn: Turn,
    readonly scale: () => number,
  ) {}

  grab(event: PointerEvent, slot: number): void {
    if (!this.turn.playing || event.button !== 0 || event.pointerType === 'touch') return;
    this.slot = slot;
    this.from = { x: event.clientX, y: event.clientY };
  }

  move = (event: PointerEvent): void => {
    if (this.slot === null) return;
    const [dx, dy] = [event.clientX - this.from.x, event.clientY - this.from.y];
    if (!this.moved && Math.hypot(dx, dy) < FAR_ENOUGH) return;
    if (this.turn.slot !== this.slot) {
      this.turn.clear();
      this.turn.take(this.slot);
    }
    this.moved = true;
    [this.dx, this.dy] = [dx / this.scale(), dy / this.scale()];
    event.preventDefault();
  };

  drop = (event: PointerEvent): void => {
    const [slot, moved] = [this.slot, this.moved];
    [this.slot, this.moved, this.dx, this.dy] = [null, false, 0, 0];
    if (slot === null || !moved) return;
    this.dropped = true;
    setTimeout(() => (this.dropped = false));
    const below = document.elementsFromPoint(event.clientX, event.clientY);
    const at = (selector: string) =>
      below.map((e) => e.closest<HTMLElement>(selector)).find((e) => e !== null);
    const desk = at('[data-drop]');
    const { turn } = this;
    const alone = turn.alone(slot);
    const onto = alone?.data.kind === 'discard' ? at('[data-pile]') : at('.stage');
    const move = desk && turn.find('play', { slot, place: Number(desk.dataset.drop) });
    if (move) turn.send(move.move);
    else if (alone && onto) turn.send(alone.move);
    else if (desk && !alone) turn.refuse(Number(desk.dataset.drop));
    else turn.clear();
  };
}
