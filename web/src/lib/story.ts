// The story by turns: lines of one seat that follow each other stand together.

import type { Sentence } from '../wire';

export interface Turn {
  /** Whose turn it was; below zero it is nobody's: what the table does by itself. */
  seat: number;
  ply: number;
  lines: Sentence[];
}

const whose = (line: Sentence) => (typeof line.fields.who === 'number' ? line.fields.who : -1);

export function turns(story: Sentence[]): Turn[] {
  const found: Turn[] = [];
  for (const line of story) {
    const last = found.at(-1);
    if (last && last.seat === whose(line)) last.lines.push(line);
    else found.push({ seat: whose(line), ply: line.ply, lines: [line] });
  }
  return found;
}

/** The turns of players alone: what the table does between them belongs to the one before. */
export function playersTurns(story: Sentence[]): Turn[] {
  return turns(story.filter((line) => whose(line) >= 0));
}

/** The first ply after the last turn of these seats; what comes from there on they have not seen happen. */
export function sinceMine(story: Sentence[], mine: number[]): number {
  const last = story.findLastIndex((line) => mine.includes(whose(line)));
  const next = last < 0 ? undefined : story[last + 1];
  return next ? next.ply : Infinity;
}

/** Lines of a turn, each with how often it is told in a row: three cards drawn unseen are one line. */
export function told(lines: Sentence[]): { line: Sentence; times: number }[] {
  const found: { line: Sentence; times: number }[] = [];
  for (const line of lines) {
    const last = found.at(-1);
    if (last && last.line.text === line.text) last.times += 1;
    else found.push({ line, times: 1 });
  }
  return found;
}

/** The last lines as one: at most three. */
export const inShort = (lines: Sentence[]): string =>
  told(lines)
    .slice(-3)
    .map(({ line, times }) => (times > 1 ? `${line.text} ×${times}` : line.text))
    .join(' ');

/** A sentence without its subject, which stands above it: "Cyrano catches ..." becomes "catches ...". */
export function withoutSubject(text: string, names: string[]): string {
  const name = names.find((n) => n && text.startsWith(`${n} `));
  return name ? text.slice(name.length + 1) : text;
}
