// Where everything on the campus lies, in px, from the edition's grid and the room that there is.

import type { Space } from './types';

export interface Label {
  lines: string[];
  x: number;
  y: number;
  anchor: 'start' | 'middle' | 'end';
}

export class Grid {
  readonly cw: number;
  readonly ch: number;
  private readonly taken: Set<string>;

  constructor(
    readonly width: number,
    readonly height: number,
    readonly cols: number,
    readonly rows: number,
    spaces: Space[],
  ) {
    this.cw = (width - 16) / cols;
    this.ch = (height - 12) / rows;
    this.taken = new Set(spaces.map((s) => `${s.x} ${s.y}`));
  }

  x(space: { x: number }): number {
    return 8 + this.cw * (space.x + 0.5);
  }

  y(space: { y: number }): number {
    return 6 + this.ch * (space.y + 0.5);
  }

  /** Half the width and height of a space, and the width of a facade. */
  get half(): { w: number; h: number } {
    return { w: Math.min(this.cw * 0.4, 34), h: Math.min(this.ch * 0.4, 33) };
  }

  get facade(): number {
    return Math.min(this.cw * 1.24, this.ch * 1.5, 96);
  }

  free(x: number, y: number): boolean {
    return x >= 0 && y >= 0 && x < this.cols && y < this.rows && !this.taken.has(`${x} ${y}`);
  }

  /** The corners are kept for the piles, if no space lies there. */
  corner(x: number, y: number): boolean {
    return (y === 0 || y === this.rows - 1) && (x < 2 || x >= this.cols - 2);
  }

  /** On which side of a building its name stands. */
  side(space: Space): 'left' | 'right' | 'below' {
    if (space.x === 0 || space.x === this.cols - 1) return 'below';
    const open = (dx: number) =>
      this.free(space.x + dx, space.y) &&
      !this.corner(space.x + dx, space.y) &&
      !this.corner(space.x + dx / 2, space.y);
    return open(2) && this.free(space.x + 1, space.y) ? 'right' : open(-2) ? 'left' : 'below';
  }

  label(space: Space, name: string, note = ''): Label {
    const side = this.side(space);
    const lines = split(name);
    const far = this.facade / 2 + 8;
    if (side === 'below') {
      const room = Math.max(...[...lines, note].map((line) => line.length)) * 3.7 + 3;
      const x = Math.min(Math.max(this.x(space), room), this.width - room);
      return { lines, x, y: this.y(space) + this.facade * 0.41 + 14, anchor: 'middle' };
    }
    const y = Math.max(13, this.y(space) - (lines.length > 1 ? 10 : 2));
    return {
      lines,
      x: this.x(space) + (side === 'right' ? far : -far),
      y,
      anchor: side === 'right' ? 'start' : 'end',
    };
  }

  /** How large a building's name is written: two of them may stand between two buildings. */
  words(anchor: Label['anchor']): number {
    return Math.max(10, Math.min(anchor === 'middle' ? 13 : 14, this.width / 60));
  }

  /** Whether corners have room for piles and what they say. */
  get roomy(): boolean {
    return this.ch > 46 && this.cw > 58;
  }

  /** Cells of lawn where something may grow: neither a space, nor a corner, nor a name. */
  lawn(labelled: Space[]): { x: number; y: number }[] {
    const named = new Set<string>();
    for (const s of labelled) {
      const side = this.side(s);
      const step = side === 'left' ? -1 : 1;
      if (side === 'below') named.add(`${s.x} ${s.y + 1}`);
      else for (const k of [1, 2]) named.add(`${s.x + step * k} ${s.y}`);
    }
    const found: { x: number; y: number }[] = [];
    for (let y = 0; y < this.rows; y++)
      for (let x = 0; x < this.cols; x++)
        if (this.free(x, y) && !this.corner(x, y) && !named.has(`${x} ${y}`)) found.push({ x, y });
    return found;
  }
}

/** A name in at most two lines. */
export function split(name: string): string[] {
  const words = name.split(' ');
  if (words.length < 2 || name.length < 11) return [name];
  const half = Math.ceil(words.length / 2);
  return [words.slice(0, half).join(' '), words.slice(half).join(' ')];
}
