// Dragging a piece by mouse or finger: it leaves its place after a few px, follows the pointer, and is told what it was
// dropped on. A press that does not move stays a click.

const FAR_ENOUGH = 6;
const AFTER_A_DROP = 60;

export interface Dragged<Id> {
  id: Id;
  /** How far it was carried, in px of the board. */
  dx: number;
  dy: number;
  /** Where the pointer is, in px of the screen. */
  x: number;
  y: number;
}

interface Dragging<Id> {
  /** By how much the board is scaled. */
  scale?: () => number;
  /** A piece leaves its place. */
  taken?: (id: Id) => void;
  moved?: (at: Dragged<Id>) => void;
  /** It was let go there. */
  dropped: (at: Dragged<Id>) => void;
  /** The browser took the pointer away, as for scrolling: everything goes back. */
  cancelled: (id: Id) => void;
}

export class Drag<Id> {
  now = $state.raw<Dragged<Id> | null>(null);
  private from = { x: 0, y: 0 };

  constructor(private readonly on: Dragging<Id>) {}

  /** A piece is pressed. */
  grab(event: PointerEvent, id: Id): void {
    if (event.button !== 0) return;
    this.from = { x: event.clientX, y: event.clientY };
    const until = new AbortController();
    const { signal } = until;
    addEventListener('pointermove', (e) => this.move(e, id), { signal });
    for (const end of ['pointerup', 'pointercancel'] as const)
      addEventListener(end, (e) => (until.abort(), this.drop(e, id)), { signal });
  }

  /** How a piece lies while it is carried. */
  offset(id: Id): { dx: number; dy: number } | null {
    return this.now?.id === id ? this.now : null;
  }

  private move(event: PointerEvent, id: Id): void {
    const scale = this.on.scale?.() ?? 1;
    const [dx, dy] = [event.clientX - this.from.x, event.clientY - this.from.y];
    if (!this.now && Math.hypot(dx, dy) < FAR_ENOUGH) return;
    if (!this.now) this.on.taken?.(id);
    this.now = { id, dx: dx / scale, dy: dy / scale, x: event.clientX, y: event.clientY };
    this.on.moved?.(this.now);
    event.preventDefault();
  }

  private drop(event: PointerEvent, id: Id): void {
    const at = this.now;
    this.now = null;
    if (!at) return;
    swallowClick();
    if (event.type === 'pointercancel') this.on.cancelled(id);
    else this.on.dropped(at);
  }
}

/** The click that a mouse makes of a drop means nothing; a finger makes none, so nobody waits for it. */
function swallowClick(): void {
  const swallow = (click: Event) => click.stopPropagation();
  addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => removeEventListener('click', swallow, { capture: true }), AFTER_A_DROP);
}

/** The first thing that lies there and matches a selector, or lies in something that does. */
export function below(at: { x: number; y: number }, selector: string): HTMLElement | null {
  const found = document.elementsFromPoint(at.x, at.y).map((e) => e.closest<HTMLElement>(selector));
  return found.find((e) => e !== null) ?? null;
}
