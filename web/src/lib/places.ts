// Where the places of a board lie, in percent of its width and height.

import { fieldOf } from './fields';
import type { Zone } from './tableProps';

export interface Placed {
  at: { x: number; y: number }[];
  ratio: number;
  /** The width of a place in percent of the board's. */
  cell: number;
  round: boolean;
}

const numeric = (zone: Zone, ...fields: string[]) =>
  zone.pieces.length > 0 && zone.pieces.every((p) => fields.every((f) => typeof fieldOf(p, f) === 'number'));

/** Whether a zone says where its pieces lie. */
export function isMap(zone: Zone): boolean {
  return numeric(zone, 'x', 'y') || numeric(zone, 'ring', 'angle');
}

export function placed(zone: Zone): Placed {
  return numeric(zone, 'x', 'y') ? onGrid(zone) : onRings(zone);
}

function onGrid(zone: Zone): Placed {
  const xs = zone.pieces.map((p) => Number(p.x));
  const ys = zone.pieces.map((p) => Number(p.y));
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  const [wide, high] = [Math.max(...xs) - left + 1, Math.max(...ys) - top + 1];
  const at = zone.pieces.map((_, i) => ({
    x: ((xs[i]! - left + 0.5) / wide) * 100,
    y: ((ys[i]! - top + 0.5) / high) * 100,
  }));
  return { at, ratio: wide / high, cell: 100 / wide, round: false };
}

/** Ring 0 is the outermost; what comes after the last ring lies in the middle. */
function onRings(zone: Zone): Placed {
  const rings = zone.pieces.map((p) => Number(p.ring));
  const last = Math.max(...rings);
  const most = rings.filter((r) => r === 0).length;
  const at = zone.pieces.map((p, i) => {
    const radius = 45 * (1 - rings[i]! / last);
    const angle = (Number(p.angle) * Math.PI) / 180;
    return { x: 50 + radius * Math.sin(angle), y: 50 - radius * Math.cos(angle) };
  });
  return { at, ratio: 1, cell: Math.min(9.5, 255 / most), round: true };
}
