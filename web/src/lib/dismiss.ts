// Whatever lies open over the page closes by Escape and by a press beside it, everywhere the same.

/** For a dialog: whether a click has hit what lies behind it. */
export const behind = (event: MouseEvent): boolean => {
  const { left, right, top, bottom } = (event.currentTarget as Element).getBoundingClientRect();
  const { clientX: x, clientY: y, detail } = event;
  return detail > 0 && (x < left || x > right || y < top || y > bottom);
};

/** Use on what is open; a `<details>` closes itself. */
export function dismiss(node: HTMLElement, close?: () => void) {
  const shut = () => (node instanceof HTMLDetailsElement ? (node.open = false) : close?.());
  const isOpen = () => !(node instanceof HTMLDetailsElement) || node.open;
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen()) return;
    // The first Escape closes this; only the next one puts a card back.
    event.stopPropagation();
    const inside = node.contains(document.activeElement);
    shut();
    if (inside) node.querySelector('summary')?.focus();
  };
  const press = (event: Event) => {
    const at = event.target as Element;
    // A switch that opens it closes it too, by itself.
    if (isOpen() && !node.contains(at) && !at.closest?.('[data-switch]')) shut();
  };
  addEventListener('keydown', key, true);
  addEventListener('pointerdown', press, true);
  return {
    update: (next?: () => void) => (close = next),
    destroy() {
      removeEventListener('keydown', key, true);
      removeEventListener('pointerdown', press, true);
    },
  };
}
