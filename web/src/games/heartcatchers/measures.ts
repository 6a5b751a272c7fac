// Where things lie on the table: on a wide screen in a drawing of 980 x 678 that is scaled as a whole, on a phone in px.

export const COLUMNS = 3;

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Measures {
  wide: boolean;
  /** The whole drawing, and by how much it is scaled. */
  width: number;
  height: number;
  scale: number;
  /** The cloth; on a phone the hand lies below it. */
  felt: Box;
  /** Where the brass line between the two sides runs. */
  line: number;
  card: { w: number; h: number };
  hand: { w: number; h: number; x: number; y: number; step: number; foot: boolean };
  /** How far apart fanned cards lie at most, and how much room there is for all. */
  step: number;
  room: number;
  /** Where a column's cards may lie, by side: 0 is theirs, 1 mine. */
  mat: (side: number, column: number) => Box;
  /** The row of Secrets of a column, away from the middle. */
  secrets: (side: number, column: number) => Box;
  pile: { x: number; y: number };
  far: { x: number; y: number };
  out: { x: number; y: number };
}

const WIDE = { w: 980, h: 678 };

/** A wide table: the drawing grows with the window, what is left over becomes cloth. */
export function wide(width: number, height: number): Measures {
  const scale = Math.max(0.5, Math.min(width / WIDE.w, height / WIDE.h));
  const [w, h] = [width / scale, height / scale];
  const [ox, oy] = [(w - WIDE.w) / 2, (h - WIDE.h) / 2];
  const x = (column: number) => ox + 16 + 281 * column;
  return {
    wide: true,
    width: w,
    height: h,
    scale,
    felt: { x: 0, y: 0, w, h },
    line: oy + 262,
    card: { w: 114, h: 150 },
    hand: { w: 130, h: 172, x: ox + 352, y: oy + 496, step: 142, foot: true },
    step: 34,
    room: 248,
    mat: (side, column) => ({ x: x(column), y: oy + (side ? 285 : 77), w: 268, h: 160 }),
    secrets: (side, column) => ({ x: x(column), y: oy + (side ? 438 : 40), w: 268, h: 46 }),
    pile: { x: ox + 857 + 22, y: oy + 24 },
    far: { x: ox + 268, y: oy + 3 },
    out: { x: ox + 858, y: oy + 46 },
  };
}

const RIM = 5;

/** A phone: fans run down, rows share the height that there is. */
export function tall(width: number, height: number): Measures {
  const short = height < 540;
  const hand = { w: (width - 30) / 3, h: short ? 98 : 134 };
  const felt = { x: 0, y: 0, w: width, h: height - hand.h - (short ? 12 : 18) };
  const [strip, band] = [short ? 34 : 40, short ? 34 : 40];
  const row = (felt.h - 2 * RIM - 2 * strip - band) / 2;
  const column = (felt.w - 2 * RIM - 20) / 3;
  const x = (c: number) => RIM + 4 + (column + 6) * c;
  const top = [RIM + strip, RIM + strip + row + band];
  const card = { w: column - 8, h: Math.min(96, row - 8) };
  return {
    wide: false,
    width,
    height,
    scale: 1,
    felt,
    line: RIM + strip + row + band / 2,
    card,
    hand: { ...hand, x: 5, y: felt.h + (short ? 8 : 12), step: hand.w + 10, foot: !short },
    step: 24,
    room: row - 6,
    mat: (side, c) => ({ x: x(c), y: top[side]!, w: column, h: row }),
    secrets: (side, c) => ({ x: x(c), y: side ? top[1]! + row + 3 : RIM + 2, w: column, h: strip - 5 }),
    pile: { x: width / 2 - 30, y: -40 },
    far: { x: width - 60, y: -60 },
    out: { x: width - 40, y: -60 },
  };
}
