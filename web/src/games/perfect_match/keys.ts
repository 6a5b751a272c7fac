// Keys of the table: 1-9 take a card, Q W E lead to the places, D dates there, F leads to favours, X opens the discards.

import type { Turn } from './turn.svelte';

const PLACES = 'qwe';

export function tableKey(event: KeyboardEvent, root: HTMLElement, turn: Turn, browse: () => void): void {
  const from = event.target as Element;
  if (from.closest('input, textarea, select, dialog') || event.ctrlKey || event.metaKey || event.altKey)
    return;
  const pressed = event.key.toLowerCase();
  if (pressed === 'x') return browse();
  const focus = (selector: string) => {
    const found = root.querySelector<HTMLElement>(`${selector}:not(:disabled)`);
    found?.focus();
    return found !== null;
  };
  const nth = '123456789'.indexOf(pressed);
  if (nth >= 0 && turn.playing) {
    const card = root.querySelectorAll<HTMLElement>('.hand [data-slot]')[nth];
    if (!card) return;
    card.focus();
    turn.take(Number(card.dataset.slot));
    return;
  }
  const place = PLACES.indexOf(pressed);
  if (place >= 0) {
    // What the held card or the question does there comes first, then cards to turn up, then the date.
    const at = `[data-place="${place}"]`;
    void (focus(`.over${at}`) || focus(`[data-card]${at}`) || focus(`[data-act="date"]${at}`));
  } else if (pressed === 'd') {
    const here = from.closest('section')?.querySelector<HTMLElement>('[data-act="date"]');
    if (here) here.focus();
    else focus('[data-act="date"]');
  } else if (pressed === 'f') focus('[data-act="favour"]');
}
