// Where things lie on a board, in px of the drawing: on the desk, and on a phone. Columns share what is left.

export interface Measures {
  w: number;
  h: number;
  /** The first column, what is kept free right of the last one, and the left edge of words. */
  x0: number;
  right: number;
  pad: number;
  head: number;
  row: number;
  /** A space's radius, a slot's width, and how much smaller everything is than on the desk. */
  r: number;
  slot: number;
  scale: number;
  text: number;
  font: number;
  countY: number;
}

export const DESK: Measures = {
  w: 662,
  h: 235,
  x0: 103,
  right: 27,
  pad: 14,
  head: 45,
  row: 46,
  r: 12.5,
  slot: 30,
  scale: 1,
  text: 1,
  font: 14,
  countY: 26,
};

export const PHONE: Measures = {
  w: 374,
  h: 216,
  x0: 79,
  right: 13,
  pad: 8,
  head: 38,
  row: 43,
  r: 9.8,
  slot: 24,
  scale: 0.8,
  text: 0.92,
  font: 13,
  countY: 23,
};
