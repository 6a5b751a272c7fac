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

/** A sentence without its subject, which stands above it: "Cyrano catches ..." becomes "catches ...". */
export function withoutSubject(text: string, names: string[]): string {
  const name = names.find((n) => n && text.startsWith(`${n} `));
  return name ? text.slice(name.length + 1) : text;
}

/** The last of these lines, as many as stand in a prompt; the last one always. */
export function lately(lines: Sentence[], most = 100): string {
  let text = '';
  for (const line of lines.slice(-3).reverse()) {
    if (text && text.length + line.text.length >= most) break;
    text = text ? `${line.text} ${text}` : line.text;
  }
  return text;
}
