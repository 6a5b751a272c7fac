// The view as a list of cards with places. Every card keeps its key from place to place, so it travels.

import { fanStep } from '../../lib/Fan.svelte';
import type { Piece, Zone } from './types';
import type { Measures } from './measures';
import { faceUp, secretsOf } from './stacks';

export interface Laid {
  key: string;
  piece: Piece;
  as: 'card' | 'hand' | 'far' | 'secret' | 'out';
  /** The column that it lies in; below zero: in none. */
  column: number;
  x: number;
  y: number;
  w: number;
  h: number;
  turn: number;
  z: number;
  covered: boolean;
  /** Whoever hid a Secret. */
  by: number;
  /** Whether its face may be shown. */
  open: boolean;
}

/** What a piece is known by wherever it lies; one that nobody may know, only by its place. */
const keyOf = (piece: Piece, where: string) =>
  piece.card === undefined || piece.card === null ? `${where}-${piece.id}` : `card-${String(piece.card)}`;

const laid = (piece: Piece, where: string, more: Partial<Laid>): Laid => ({
  key: keyOf(piece, where),
  piece,
  as: 'card',
  column: -1,
  x: 0,
  y: 0,
  w: 0,
  h: 0,
  turn: 0,
  z: 1,
  covered: false,
  by: -1,
  open: true,
  ...more,
});

/** The fan of a stack; `guest` leaves room for one more card on top. Returns where each card lies, and the guest. */
export function fanAt(
  m: Measures,
  side: number,
  column: number,
  count: number,
  guest = false,
): { x: number; y: number }[] {
  const mat = m.mat(side, column);
  const all = count + (guest ? 1 : 0);
  const step = fanStep(all, m.room, m.wide ? m.card.w : m.card.h, m.wide ? m.step : all > 4 ? 16 : m.step);
  const start = m.wide ? mat.x + (mat.w - m.card.w - (all - 1) * step) / 2 : mat.x + 4;
  return Array.from({ length: all }, (_, i) =>
    m.wide ? { x: start + i * step, y: mat.y + 5 } : { x: start, y: mat.y + 3 + i * step },
  );
}

export function stackCards(
  m: Measures,
  zone: Zone,
  side: number,
  column: number,
  guest: boolean,
  pulled: number,
): Laid[] {
  const cards = faceUp(zone);
  const at = fanAt(m, side, column, cards.length, guest);
  return cards.map((piece, i) =>
    laid(piece, zone.id, {
      column,
      x: at[i]!.x,
      y: at[i]!.y + pulled,
      w: m.card.w,
      h: m.card.h,
      z: 10 + i,
      covered: i < cards.length - 1,
    }),
  );
}

/** How wide a Secret peeps out: mine with a note, theirs, or turned up. */
export function secretWidth(m: Measures, mine: boolean, up: boolean): number {
  if (!m.wide) return up ? 60 : 36;
  return up ? 92 : mine ? 64 : 48;
}

const GAP = 4;

/** The Secrets of a stack and the slot to hide another one; more than fit overlap. */
export function secretRow(m: Measures, widths: number[], side: number, column: number, slot: boolean) {
  const row = m.secrets(side, column);
  const used = widths.reduce((sum, w) => sum + w + GAP, 0);
  const roomy = m.wide ? 112 : used ? 36 : 76;
  const tight = m.wide ? 78 : 30;
  const last = slot ? (used + roomy <= row.w ? roomy : tight) : 0;
  const total = used + last - (slot ? 0 : GAP);
  const squeeze = Math.min(1, (row.w - last) / Math.max(1, used));
  const start = row.x + Math.max(0, (row.w - total) / 2);
  let x = start;
  const at = widths.map((w) => {
    const here = x;
    x += (w + GAP) * squeeze;
    // Turned up on a phone they stand side by side, as narrow as they must be: each has its points on it.
    return { x: here, y: row.y, w: m.wide || slot ? w : w * squeeze, h: row.h };
  });
  return {
    at,
    slot: { x, y: row.y, w: last, h: m.wide ? 42 : row.h, roomy: last === roomy && (m.wide || used === 0) },
  };
}

export function stackSecrets(
  m: Measures,
  zone: Zone,
  side: number,
  column: number,
  { near, open, slot, pulled }: { near: number; open: boolean; slot: boolean; pulled: number },
): Laid[] {
  const pieces = secretsOf(zone);
  const up = (piece: Piece) => open && piece.name !== null;
  const widths = pieces.map((piece) => secretWidth(m, piece.by === near && piece.name !== null, up(piece)));
  const { at } = secretRow(m, widths, side, column, slot);
  return pieces.map((piece, i) =>
    laid(piece, zone.id, {
      ...at[i]!,
      y: at[i]!.y + pulled,
      as: 'secret',
      column,
      z: 2 + i,
      by: Number(piece.by),
      open: up(piece),
    }),
  );
}

export function nearHand(
  m: Measures,
  zone: Zone,
  held: number | null,
  rising: (slot: number) => boolean,
): Laid[] {
  return zone.pieces.map((piece) => {
    const slot = Number(piece.slot);
    const lift = slot === held ? (m.wide ? 12 : 8) : rising(slot) ? 6 : 0;
    return laid(piece, zone.id, {
      as: 'hand',
      x: m.hand.x + slot * m.hand.step,
      y: m.hand.y - lift,
      w: m.hand.w,
      h: m.hand.h,
      turn: slot === held || !m.wide ? 0 : (slot - (m.hand.slots - 1) / 2) * 1.2,
      z: slot === held ? 60 : 50 + slot,
    });
  });
}

export function farHand(m: Measures, zone: Zone): Laid[] {
  const n = zone.pieces.length;
  const start = m.far.x - (48 + (n - 1) * 34) / 2;
  return zone.pieces.map((piece, i) =>
    laid(piece, zone.id, {
      as: 'far',
      x: start + 34 * i,
      y: m.far.y,
      w: 48,
      h: 63,
      turn: n > 1 ? 4.5 - (9 * i) / (n - 1) : 0,
      z: 4 + i,
    }),
  );
}

/** Cards that left the game. */
export function outside(m: Measures, pieces: Piece[]): Laid[] {
  return pieces.map((piece, i) =>
    laid(piece, 'out', {
      as: 'out',
      x: m.out.x,
      y: m.out.y + i * 34,
      w: m.card.w,
      h: m.card.h,
      turn: -4 + 3 * i,
      z: 40 + i,
    }),
  );
}
