// Small places for large fingers: a tap goes to the nearest target, if one is near enough.

/** How far from a target a tap may be, in px on the screen. */
export const NEAR = 30;

export interface Spot {
  x: number;
  y: number;
}

/** Which of these places lies nearest to a point; -1 if all are farther away than `within`. */
export function nearest(point: Spot, places: Spot[], within = NEAR): number {
  let best = -1;
  let least = Infinity;
  places.forEach((place, i) => {
    const away = Math.hypot(place.x - point.x, place.y - point.y);
    if (away <= within && away < least) [best, least] = [i, away];
  });
  return best;
}
