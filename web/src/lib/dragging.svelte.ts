// Dragging a piece by mouse or finger: it leaves its place after a few px, follows the pointer, and is told where it was
// dropped. A press that does not move stays a click.

const FAR_ENOUGH = 6;
const AFTER_A_DROP = 60;

interface Dragging<Id> {
  /** The board, and by how much it is scaled. */
  board: () => { node: HTMLElement; scale: number };
  /** A piece leaves its place. */
  taken: (id: Id) => void;
  /** It was dropped on the first thing of the board that matches `onto`, or beside all. */
  dropped: (id: Id, target: HTMLElement | null) => void;
  /** A selector of what pieces can be dropped on. */
  onto: string;
}

export class Drag<Id> {
  /** What follows the pointer, and where its corner is on the board. */
  now = $state.raw<{ id: Id; x: number; y: number } | null>(null);
  private grabbed: { id: Id; x: number; y: number; dx: number; dy: number } | null = null;

  constructor(private readonly on: Dragging<Id>) {}

  private local(event: PointerEvent): { x: number; y: number } {
    const { node, scale } = this.on.board();
    const box = node.getBoundingClientRect();
    return { x: (event.clientX - box.left) / scale, y: (event.clientY - box.top) / scale };
  }

  /** A piece is pressed whose corner lies there on the board. */
  grab(event: PointerEvent, id: Id, corner: { x: number; y: number }): void {
    if (event.button !== 0) return;
    const at = this.local(event);
    this.grabbed = { id, ...at, dx: at.x - corner.x, dy: at.y - corner.y };
  }

  /** Handlers for the window. */
  move = (event: PointerEvent): void => {
    const from = this.grabbed;
    if (!from) return;
    const at = this.local(event);
    if (!this.now) {
      if (Math.hypot(at.x - from.x, at.y - from.y) < FAR_ENOUGH) return;
      this.on.taken(from.id);
    }
    this.now = { id: from.id, x: at.x - from.dx, y: at.y - from.dy };
    event.preventDefault();
  };

  drop = (event: PointerEvent): void => {
    const moved = this.now;
    [this.grabbed, this.now] = [null, null];
    if (!moved) return;
    // The click that a mouse makes of it means nothing; a finger makes none, so nobody waits for it.
    const swallow = (click: Event) => click.stopPropagation();
    addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener('click', swallow, { capture: true }), AFTER_A_DROP);
    const { node } = this.on.board();
    const below = document
      .elementsFromPoint(event.clientX, event.clientY)
      .map((e) => e.closest<HTMLElement>(this.on.onto));
    this.on.dropped(moved.id, below.find((e) => e && node.contains(e)) ?? null);
  };
}
