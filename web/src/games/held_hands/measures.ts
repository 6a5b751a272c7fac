// Where things lie: on a wide screen in a drawing of 1076 x 684 that is scaled as a whole, on a phone in px. The places of
// the board come from the edition: rings from the outside, degrees clockwise from the far seat.

import type { HeldHandsPlace, HeldHandsPrinted } from '../../wire';

export interface Spot {
  x: number;
  y: number;
  /** The diameter of a node. */
  d: number;
}

export interface Measures {
  wide: boolean;
  width: number;
  height: number;
  scale: number;
  /** The Heart, and the radius of the outermost ring. */
  x: number;
  y: number;
  r: number;
  /** The largest node of the outermost ring, and of the others. */
  most: [number, number];
  /** Where the two hands lie, how large, and how wide a fan may be. */
  mine: { x: number; y: number; scale: number; room: number };
  theirs: { x: number; y: number; scale: number; room: number };
  /** On a phone: the rows of the two players. */
  rows: { theirs: number; mine: number; board: number; hand: number };
}

const WIDE = { w: 1076, h: 684 };
export const CARD = { w: 88, h: 118 };
/** How far apart the cards of a fan lie: half a card and a hair less; never nearer than that. */
const STEP = 42;
const LEAST = 37;
/** How much more room a card takes that is shown whole. */
const WHOLE = 40;

export function wide(width: number, height: number): Measures {
  const scale = Math.max(0.4, Math.min(width / WIDE.w, height / WIDE.h));
  const [w, h] = [width / scale, height / scale];
  const [ox, oy] = [(w - WIDE.w) / 2, (h - WIDE.h) / 2];
  return {
    wide: true,
    width: w,
    height: h,
    scale,
    x: ox + 554,
    y: oy + 344,
    r: 301,
    most: [44, 48],
    mine: { x: 14, y: h - 142, scale: 1, room: 278 },
    theirs: { x: w - 8 - 278, y: 18, scale: 0.92, room: 278 },
    rows: { theirs: 0, mine: 0, board: 0, hand: 0 },
  };
}

export function tall(width: number, height: number): Measures {
  const short = height < 560;
  const theirs = short ? 70 : 74;
  const hand = short ? 100 : 146;
  const mine = short ? 0 : 58;
  const board = Math.min(width, height - theirs - hand - mine);
  const scale = short ? 0.7 : 1;
  const top = theirs + Math.max(0, (height - theirs - hand - mine - board) / 2);
  return {
    wide: false,
    width,
    height,
    scale: 1,
    x: width / 2,
    y: top + board / 2,
    r: board / 2 - 20,
    most: [34, 36],
    mine: { x: 20, y: height - hand + (short ? 12 : 18), scale, room: Math.min(330, (width - 44) / scale) },
    theirs: { x: width - 8, y: 4, scale: 1, room: 224 },
    rows: { theirs, mine, board: top, hand },
  };
}

/** A screen that stands upright: from this width on the rows of a phone are drawn larger. */
const UPRIGHT = { w: 430, h: 690, slender: 1.1 };

export function measure(width: number, height: number): Measures {
  if (width < 640) return tall(width, height);
  if (height < width * UPRIGHT.slender) return wide(width, height);
  const scale = Math.min(width / UPRIGHT.w, height / UPRIGHT.h);
  return { ...tall(width / scale, height / scale), scale };
}

export const ringRadius = (m: Measures, ring: number, rings: number): number =>
  rings < 2 ? m.r * 0.8 : m.r * (1 - (0.625 * ring) / (rings - 1));

/** Where every node lies, as this seat sees the board. */
export function spots(m: Measures, edition: HeldHandsPrinted, near: number): Spot[] {
  const places = edition.places ?? [];
  const rings = edition.rings.length;
  const count = (ring: number) => places.filter((p) => p.ring === ring).length;
  return places.map((place, n) => {
    if (n === edition.heart) return { x: m.x, y: m.y, d: m.r * 0.34 };
    const ring = place.ring ?? 0;
    const radius = ringRadius(m, ring, rings);
    const angle = (((place.angle ?? 0) + 180 * near) * Math.PI) / 180;
    const apart = (2 * Math.PI * radius) / count(ring);
    const d = Math.min(m.most[ring ? 1 : 0], apart * 0.97);
    return { x: m.x + radius * Math.sin(angle), y: m.y - radius * Math.cos(angle), d };
  });
}

/** The path between two linked nodes: along a ring it follows it, from ring to ring it sways a little. */
export class Thread {
  private readonly c: { x: number; y: number };

  constructor(
    readonly from: number,
    readonly to: number,
    private readonly a: Spot,
    private readonly b: Spot,
    middle: { x: number; y: number },
    along: boolean,
  ) {
    const [mx, my] = [(a.x + b.x) / 2, (a.y + b.y) / 2];
    if (along) {
      const far = Math.hypot(a.x - middle.x, a.y - middle.y);
      const half = Math.hypot(mx - middle.x, my - middle.y) || 1;
      const out = (far / half) ** 2;
      this.c = { x: middle.x + (mx - middle.x) * out, y: middle.y + (my - middle.y) * out };
    } else {
      const [low, high] = [Math.min(from, to), Math.max(from, to)];
      const sway = (((low * 7 + high * 13) % 5) - 2) * 0.04 * (from < to ? 1 : -1);
      this.c = { x: mx - (b.y - a.y) * sway, y: my + (b.x - a.x) * sway };
    }
  }

  get d(): string {
    return `M${this.a.x} ${this.a.y}Q${this.c.x} ${this.c.y} ${this.b.x} ${this.b.y}`;
  }

  /** A point on it, from 0 to 1. */
  at(t: number): { x: number; y: number } {
    const s = 1 - t;
    return {
      x: s * s * this.a.x + 2 * s * t * this.c.x + t * t * this.b.x,
      y: s * s * this.a.y + 2 * s * t * this.c.y + t * t * this.b.y,
    };
  }
}

export function threadOf(places: HeldHandsPlace[], at: Spot[], m: Measures, from: number, to: number) {
  const along = places[from]?.ring === places[to]?.ring;
  return new Thread(from, to, at[from]!, at[to]!, m, along);
}

/** Every link once. */
export function threads(places: HeldHandsPlace[], at: Spot[], m: Measures): Thread[] {
  return places.flatMap((place, a) =>
    (place.links ?? []).filter((b) => a < b).map((b) => threadOf(places, at, m, a, b)),
  );
}

export interface Laid {
  x: number;
  y: number;
  turn: number;
}

/** Where the cards of a fan lie; a held one is shown whole if there is room. `way` is 1 for mine, -1 for theirs. */
export function fan(count: number, held: number, shows: string | null, room: number, way: number): Laid[] {
  const spare = room - CARD.w;
  const whole = held >= 0 && count > 1 && (spare - WHOLE) / (count - 1) >= LEAST;
  const step = count < 2 ? 0 : Math.min(STEP, (spare - (whole ? WHOLE : 0)) / (count - 1));
  const mid = (count - 1) / 2;
  return Array.from({ length: count }, (_, i) => {
    const pushed = whole && (shows === 'right' ? i >= held : i > held);
    return {
      x: i * step + (pushed ? WHOLE : 0),
      y: way * (i - mid) ** 2 * 1.5,
      turn: way * (i - mid) * (way > 0 ? 2.4 : 3),
    };
  });
}
