// Cards travel: what lies at a spot now and came from another one starts there and moves over. Nothing else on the page
// shifts, because only transforms are animated.

import { calm } from '../../lib/motion';
import { pace, PACES } from '../../lib/pace.svelte';
import type { Board } from './table';

type Spots = Map<string, DOMRect>;
const MS = 340;
const APART = 80;
const EASE = 'cubic-bezier(0.3, 0.7, 0.3, 1)';

/** Where everything lies now, by its spot. */
export function spots(root: ParentNode): Spots {
  const found: Spots = new Map();
  for (const element of document.querySelectorAll<HTMLElement>('[data-spot]'))
    if (root.contains(element) || element.closest('.chips'))
      found.set(element.dataset.spot!, element.getBoundingClientRect());
  return found;
}

/** By spot what lies there: enough to tell that it is another thing. */
export function contents(board: Board, near: number): Map<string, string> {
  const found = new Map<string, string>();
  for (const place of board.places)
    place.cards.forEach((card, k) => {
      if (card) found.set(`${place.id}-k${k + 1}`, `${card.card ?? '?'} ${card.by ?? ''}`);
    });
  for (const card of board.people[near]?.hand ?? []) found.set(card.id, `${card.card ?? '?'}`);
  return found;
}

/** Where what is new at a spot came from: another spot that has lost just that, else who acted, else the deck. */
function origin(
  spot: string,
  what: string,
  old: Map<string, string>,
  now: Map<string, string>,
  actor: string,
): string {
  const card = what.split(' ')[0];
  const lost = [...old].filter(([at, was]) => now.get(at) !== was);
  const same = lost.find(([at, was]) => at !== spot && card !== '?' && was.split(' ')[0] === card);
  if (same) return same[0];
  if (spot.startsWith('h')) return 'pile';
  const hidden = lost.find(([at, was]) => at !== spot && at.startsWith('s') && was === what);
  return hidden ? hidden[0] : actor;
}

/** Let what has moved between two boards travel. */
export function fly(
  root: HTMLElement,
  from: Spots,
  old: Map<string, string>,
  now: Map<string, string>,
  actor: string,
  scale: number,
): void {
  const speed = PACES[pace.now];
  if (calm || !old.size) return;
  let nth = 0;
  for (const [spot, what] of now) {
    if (old.get(spot)?.split(' ')[0] === what.split(' ')[0]) continue;
    const element = root.querySelector<HTMLElement>(`[data-spot="${spot}"]`);
    const start = from.get(origin(spot, what, old, now, actor));
    if (!element || !start) continue;
    const end = element.getBoundingClientRect();
    const [x, y] = [
      start.left + start.width / 2 - end.left - end.width / 2,
      start.top + start.height / 2 - end.top - end.height / 2,
    ];
    element.animate(
      [
        { transform: `translate(${x / scale}px, ${y / scale}px) rotate(-4deg)`, zIndex: 50 },
        { transform: 'none', zIndex: 50 },
      ],
      {
        duration: MS * (speed > 0 && speed < 9 ? speed : 1),
        delay: spot.startsWith('h') ? APART * nth++ : 0,
        easing: EASE,
        fill: 'backwards',
      },
    );
  }
}
