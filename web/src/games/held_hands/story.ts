// The story as marks: one row a turn, a bead for each card that was played, and below it what the turn brought.

import type { Sentence } from '../../wire';

export interface Bead {
  colour: number;
  /** Whose hand the card came out of. */
  owner: number;
  node: number;
}

export interface Row {
  seat: number;
  ply: number;
  beads: Bead[];
  met: boolean;
  fan: '' | 'left' | 'right';
  drawn: number;
  ring: boolean;
  end: '' | 'together' | 'apart';
}

const row = (seat: number, ply: number): Row => ({
  seat,
  ply,
  beads: [],
  met: false,
  fan: '',
  drawn: 0,
  ring: false,
  end: '',
});

/** The turns with steps in them; the deal and the first fans are no turn. */
export function rowsOf(story: Sentence[]): Row[] {
  const rows: Row[] = [];
  let open: Row | null = null;
  let stopped = false;
  for (const { key, fields, ply } of story) {
    const what = key.replace(/^story\./, '');
    const who = Number(fields.who ?? -1);
    if (what === 'step' || what === 'step-theirs') {
      if (!open || open.seat !== who || stopped) {
        open = row(who, ply);
        rows.push(open);
        stopped = false;
      }
      open.beads.push({
        colour: Number(fields.colour),
        owner: Number(fields.owner ?? who),
        node: Number(fields.node),
      });
    }
    if (!open) continue;
    if (what === 'stop') stopped = true;
    else if (what === 'met') open.met = true;
    else if (what === 'turn-left' || what === 'turn-right')
      open.fan = what === 'turn-left' ? 'left' : 'right';
    else if (what === 'draw') open.drawn += 1;
    else if (what === 'ring') open.ring = true;
    else if (what.startsWith('end-')) open.end = what === 'end-together' ? 'together' : 'apart';
  }
  return rows;
}

/** The card on top of a player's pile: the last one that was played since the pile was last shuffled back. */
export function topOf(story: Sentence[], seat: number): number | undefined {
  const last = story.findLast((line) => /^story\.step/.test(line.key) && line.fields.who === seat);
  return last && Number(last.fields.card);
}
