// The bonus cards as the story tells them: each one that is turned up, and what it gives to whom.

import type { Sentence } from '../../wire';

export interface Turned {
  bonus: number;
  /** Points by seat. */
  gains: Record<number, number>;
}

export const TELLS = ['story.reveal', 'story.bonus', 'story.win', 'story.nobody'];

export function turnedUp(story: Sentence[]): Turned[] {
  const found: Turned[] = [];
  for (const { key, fields } of story) {
    if (key === 'story.reveal') found.push({ bonus: Number(fields.bonus), gains: {} });
    else if (key === 'story.bonus') found.at(-1)!.gains[Number(fields.who)] = Number(fields.n);
  }
  return found;
}
