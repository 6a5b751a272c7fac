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

/** Use as an action: `<main use:arrows>`. */
export function arrows(root: HTMLElement) {
  function move(event: KeyboardEvent) {
    const step = STEPS[event.key];
    const from = document.activeElement;
    if (!step || !from || !root.contains(from) || from.matches('input, textarea, select')) return;
    const [x, y] = middle(from);
    let best: HTMLElement | null = null;
    let least = Infinity;
    for (const other of root.querySelectorAll<HTMLElement>('button:not(:disabled), a[href]')) {
      const [ox, oy] = middle(other);
      const along = (ox - x) * step[0] + (oy - y) * step[1];
      const aside = Math.abs((ox - x) * step[1]) + Math.abs((oy - y) * step[0]);
      if (other === from || along <= 4) continue;
      if (along + 2 * aside < least) [best, least] = [other, along + 2 * aside];
    }
    if (best) {
      event.preventDefault();
      best.focus();
    }
  }
  root.addEventListener('keydown', move);
  return { destroy: () => root.removeEventListener('keydown', move) };
}
