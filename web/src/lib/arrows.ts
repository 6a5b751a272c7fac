// Arrow keys move to the nearest thing in that direction, so that a table can be played without a mouse.

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

function middle(element: Element): [number, number] {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

const REACHED = 'button:not(:disabled, [tabindex="-1"])';

/** What lies nearest in a direction; what is aside counts as farther away. */
function nearest(root: HTMLElement, from: Element, [dx, dy]: [number, number]): HTMLElement | null {
  const [x, y] = middle(from);
  let best: HTMLElement | null = null;
  let least = Infinity;
  for (const other of root.querySelectorAll<HTMLElement>(`${REACHED}, a[href]`)) {
    const [ox, oy] = middle(other);
    const along = (ox - x) * dx + (oy - y) * dy;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (other === from || along <= 4) continue;
    if (along + 2 * aside < least) [best, least] = [other, along + 2 * aside];
  }
  return best;
}

/** Use as an action: `<main use:arrows>`. From nowhere, an arrow leads to what can be played now. */
export function arrows(root: HTMLElement) {
  function move(event: KeyboardEvent) {
    const step = STEPS[event.key];
    const from = document.activeElement;
    if (!step || !from || from.matches('input, textarea, select')) return;
    const nowhere = from === document.body;
    if (!nowhere && !root.contains(from)) return;
    const to = nowhere ? root.querySelector<HTMLElement>(`.board ${REACHED}`) : nearest(root, from, step);
    if (to) {
      event.preventDefault();
      to.focus();
    }
  }
  document.addEventListener('keydown', move);
  return { destroy: () => document.removeEventListener('keydown', move) };
}
