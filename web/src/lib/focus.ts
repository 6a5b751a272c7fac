// Whoever plays by keys is never left nowhere: when what had the focus is gone with a move, it goes to what is asked next.

import { tick } from 'svelte';

let keys = false;
addEventListener('keydown', () => (keys = true), true);
addEventListener('pointerdown', () => (keys = false), true);

/** After a change of the table: to the prompt, if keys were used last and the focus has fallen to the page. */
export async function focusQuestion(): Promise<void> {
  await tick();
  const at = document.activeElement;
  if (keys && (at === null || at === document.body))
    document.querySelector<HTMLElement>('.prompt[role=group]')?.focus({ preventScroll: true });
}
