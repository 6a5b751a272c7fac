// Fingers are not exact: a tap beside a small target means the nearest one that can be tapped.

/** A place on the board: a box, or a point if it has no size. */
export interface Target {
  x: number;
  y: number;
  w?: number;
  h?: number;
}

const beyond = (at: number, from: number, size = 0) => Math.max(from - at, 0, at - from - size);

/** The target nearest to a point, at most so many px away; null if there is none. */
export function nearest<T extends Target>(targets: readonly T[], x: number, y: number, most = 30): T | null {
  let [found, least]: [T | null, number] = [null, most];
  for (const target of targets) {
    const away = Math.hypot(beyond(x, target.x, target.w), beyond(y, target.y, target.h));
    if (away <= least && !(found && away === least)) [found, least] = [target, away];
  }
  return found;
}
