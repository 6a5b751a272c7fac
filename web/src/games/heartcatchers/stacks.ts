// The view of Heartcatchers, and its stacks as the view names them: whose they are, in which column, and by which place
// moves name them.

import type { View, Zone } from './types';

export interface Stack {
  place: number;
  seat: number;
  column: number;
  zone: Zone;
}

/** All stacks, those of the near seat first. */
export function stacksOf(view: View, near: number): Stack[] {
  return view.zones
    .filter((zone) => zone.layout === 'stack')
    .map((zone) => ({ place: zone.place!, seat: zone.owner!, column: Number(zone.column), zone }))
    .sort((a, b) => Number(b.seat === near) - Number(a.seat === near) || a.column - b.column);
}

export const faceUp = (zone: Zone) => zone.pieces.filter((piece) => !piece.secret);
export const secretsOf = (zone: Zone) => zone.pieces.filter((piece) => piece.secret);
