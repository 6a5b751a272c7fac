// Where things lie on the table: on a wide screen in a drawing of 980 x 678 that is scaled as a whole, on a phone in px.

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
  hand: { w: number; h: number; x: number; y: number; step: number; slots: number; foot: boolean };
  /** How far apart fanned cards lie at most, and how much room there is for all. */
  step: number;
  room: number;
  /** Where a column's cards may lie, by side: 0 is theirs, 1 mine. */
  mat: (side: number, column: number) => Box;
  /** The row of Secrets of a column, away from the middle. */
  secrets: (side: number, column: number) => Box;
  /** On a wide screen, where the columns end and the right wing begins. */
  wing: number;
  pile: { x: number; y: number };
  far: { x: number; y: number };
  out: { x: number; y: number };
}

/** What the edition says of a table: how many columns it has, and how many cards a hand. */
export interface Counts {
  columns: number;
  hand: number;
}

const WIDE = { w: 980, h: 678 };
/** The room of all columns with the gaps between them, and of all cards of a hand. */
const ROOM = { columns: 843, gap: 13, hand: 426 };

/** A wide table: the drawing grows with the window, what is left over becomes cloth. */
export function wide(width: number, height: number, counts: Counts): Measures {
  const scale = Math.max(0.5, Math.min(width / WIDE.w, height / WIDE.h));
  const [w, h] = [width / scale, height / scale];
  const [ox, oy] = [(w - WIDE.w) / 2, (h - WIDE.h) / 2];
  const pitch = ROOM.columns / counts.columns;
  const x = (column: number) => ox + 16 + pitch * column;
  const mat = pitch - ROOM.gap;
  const step = Math.min(142, ROOM.hand / counts.hand);
  const hand = ox + 352 + (ROOM.hand - step * counts.hand) / 2;
  return {
    wide: true,
    width: w,
    height: h,
    scale,
    felt: { x: 0, y: 0, w, h },
    line: oy + 262,
    card: { w: 114, h: 150 },
    hand: { w: 130, h: 172, x: hand, y: oy + 496, step, slots: counts.hand, foot: true },
    step: 34,
    room: mat - 20,
    mat: (side, column) => ({ x: x(column), y: oy + (side ? 285 : 77), w: mat, h: 160 }),
    secrets: (side, column) => ({ x: x(column), y: oy + (side ? 438 : 40), w: mat, h: 46 }),
    wing: ox + 848,
    pile: { x: ox + 857 + 22, y: oy + 24 },
    far: { x: ox + 268, y: oy + 3 },
    out: { x: ox + 858, y: oy + 46 },
  };
}

/** A screen that stands upright: from this width on the rows of a phone are drawn larger. */
const UPRIGHT = { w: 430, h: 720, slender: 1.1 };

export function measure(width: number, height: number, counts: Counts): Measures {
  if (width < 620) return tall(width, height, counts);
  if (height < width * UPRIGHT.slender) return wide(width, height, counts);
  const scale = Math.min(width / UPRIGHT.w, height / UPRIGHT.h);
  return { ...tall(width / scale, height / scale, counts), scale };
}

const RIM = 5;

/** A phone: fans run down, rows share the height that there is. */
export function tall(width: number, height: number, counts: Counts): Measures {
  const short = height < 540;
  const hand = { w: width / counts.hand - 10, h: short ? 98 : 134 };
  const felt = { x: 0, y: 0, w: width, h: height - hand.h - (short ? 12 : 18) };
  const [strip, band] = [short ? 34 : 40, short ? 34 : 40];
  const row = (felt.h - 2 * RIM - 2 * strip - band) / 2;
  const column = (felt.w - 2 * RIM - 2) / counts.columns - 6;
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
    hand: {
      ...hand,
      x: 5,
      y: felt.h + (short ? 8 : 12),
      step: hand.w + 10,
      slots: counts.hand,
      foot: !short,
    },
    step: 24,
    room: row - 6,
    mat: (side, c) => ({ x: x(c), y: top[side]!, w: column, h: row }),
    secrets: (side, c) => ({ x: x(c), y: side ? top[1]! + row + 3 : RIM + 2, w: column, h: strip - 5 }),
    wing: width,
    pile: { x: width / 2 - 30, y: -40 },
    far: { x: width - 60, y: -60 },
    out: { x: width - 40, y: -60 },
  };
}
