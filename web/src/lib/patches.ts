// What the server sends of a table after the first snapshot: only what has changed. The forms of a change are explained
// in src/parlour/server/table/patches.py, which makes them.

import type { Patch, Snapshot } from '../wire';

type Change = Inside | [unknown] | [];
interface Inside {
  [name: string]: Change;
}
type Item = number | [number, Change] | [unknown];

/** A value after a change; the old one stays as it was, and what has not changed is shared. */
export function patched(old: unknown, change: Change): unknown {
  if (Array.isArray(change)) return change[0];
  if (Array.isArray(old)) {
    if ('of' in change) return (change.of as unknown as Item[]).map((item) => moved(old, item));
    return old.map((value: unknown, i) => (change[i] ? patched(value, change[i]) : value));
  }
  const next = { ...(old as Record<string, unknown>) };
  for (const [name, inner] of Object.entries(change)) {
    if (Array.isArray(inner) && !inner.length) delete next[name];
    else next[name] = patched(next[name], inner);
  }
  return next;
}

function moved(old: unknown[], item: Item): unknown {
  if (typeof item === 'number') return old[item];
  return item.length === 1 ? item[0] : patched(old[item[0] as number], item[1]);
}

/** The snapshots of one connection. */
export class Snapshots {
  private base: Snapshot | null = null;

  /** The whole table that a message stands for; null if it is a patch of something else than what was last sent. */
  read(message: Snapshot | Patch): Snapshot | null {
    const base = this.base;
    if (message.type === 'patch' && message.base !== base?.seq) return null;
    const next = message.type === 'patch' ? (patched(base, message.changes as Inside) as Snapshot) : message;
    // The next moves are like the last ones there were, so patches belong to these.
    const keeps = message.type === 'patch' && base && !next.moves.length;
    this.base = keeps ? { ...next, moves: base.moves } : next;
    return next;
  }
}
