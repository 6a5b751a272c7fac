// Cards travel from where they lay to where they lie. Stacks that trade places pass each other left and right.

import { calm } from '../../lib/motion';
import { pace, PACES } from '../../lib/pace.svelte';

export interface Spot {
  x: number;
  y: number;
  turn: number;
  /** Where a card comes from that was not seen before. */
  from?: { x: number; y: number } | undefined;
  /** It follows a finger: no travel. */
  loose?: boolean;
}

const at = (x: number, y: number, turn: number) => `translate(${x}px, ${y}px) rotate(${turn}deg)`;
const EASE = 'cubic-bezier(0.3, 0.7, 0.3, 1)';

function frames(old: Spot, now: Spot): { path: Keyframe[]; ms: number } {
  const [dx, dy] = [now.x - old.x, now.y - old.y];
  const trade = Math.abs(dy) > 120 && Math.abs(dx) < 160 && !now.from;
  if (!trade)
    return {
      path: [{ transform: at(old.x, old.y, old.turn) }, { transform: at(now.x, now.y, now.turn) }],
      ms: 300,
    };
  const aside = dy < 0 ? -70 : 70;
  const middle = at(old.x + dx / 2 + aside, old.y + dy / 2, dy < 0 ? -6 : 6);
  const path = [
    { transform: at(old.x, old.y, old.turn) },
    { transform: middle },
    { transform: at(now.x, now.y, now.turn) },
  ];
  return { path, ms: 480 };
}

/** Use as an action on a card that is absolutely placed at 0, 0. */
export function travel(node: HTMLElement, now: Spot) {
  let last = now;
  node.style.transform = at(now.x, now.y, now.turn);
  if (now.from && !calm) run({ ...now, x: now.from.x, y: now.from.y }, now);

  function run(old: Spot, to: Spot) {
    const { path, ms } = frames(old, to);
    const speed = PACES[pace.now];
    node.animate(path, { duration: ms * (speed > 0 && speed < 9 ? speed : 1), easing: EASE });
  }
  return {
    update(to: Spot) {
      const moved = to.x !== last.x || to.y !== last.y || to.turn !== last.turn;
      if (moved && !calm && !to.loose && !last.loose) run(last, to);
      node.style.transform = at(to.x, to.y, to.turn);
      last = to;
    },
  };
}
