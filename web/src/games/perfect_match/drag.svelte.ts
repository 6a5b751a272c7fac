// A card of the hand that is carried: onto a desk it is slipped in, a drama onto the stage, onto the pile it is discarded.

import { below, Drag, type Dragged } from '../../lib/drag.svelte';
import type { Turn } from './turn.svelte';

export function handDrag(turn: Turn, scale: () => number): Drag<number> {
  return new Drag<number>({
    scale,
    taken: (slot) => {
      if (turn.slot === slot) return;
      turn.clear();
      turn.take(slot);
    },
    dropped: (drop) => dropped(turn, drop),
    cancelled: () => turn.clear(),
  });
}

function dropped(turn: Turn, drop: Dragged<number>): void {
  const slot = drop.id;
  const desk = below(drop, '[data-drop]');
  const alone = turn.alone(slot);
  const onto = below(drop, alone?.data.kind === 'discard' ? '[data-pile]' : '.stage');
  const move = desk && turn.find({ kind: 'play', slot, place: Number(desk.dataset.drop) });
  if (move) turn.send(move.move);
  else if (alone && onto) turn.send(alone.move);
  else if (desk && !alone) turn.refuse(Number(desk.dataset.drop));
  else turn.clear();
}
