// What this browser was promised and what it gave: the house's commitment and our own number, for each match.
// The fairness check compares the record with them, so a secret cannot be exchanged afterwards.

import type { Fairness } from '../wire';

interface Promised {
  commitment: string;
  /** Our number; empty if another browser of this seat has given one. */
  nonce: string;
}

const MOST = 20;

function all(id: string): Promised[] {
  return JSON.parse(localStorage.getItem(`promises-${id}`) ?? '[]') as Promised[];
}

/** Whether this browser was at the table before. */
export const cameBefore = (id: string) => all(id).length > 0;

/** Note a commitment before the first draw; the number to add to the draws, or '' if the seat has added one. */
export function answerTo(id: string, seat: number, fairness: Fairness, make: () => string): string {
  const given = fairness.nonces.some((n) => n.startsWith(`${seat}:`));
  const before = all(id).find((p) => p.commitment === fairness.commitment);
  if (before) return given ? '' : before.nonce;
  const nonce = given ? '' : make();
  const next = [...all(id), { commitment: fairness.commitment, nonce }];
  localStorage.setItem(`promises-${id}`, JSON.stringify(next.slice(-MOST)));
  return nonce;
}

/** Whether a finished match is as it was promised to this browser; true where nothing was promised. */
export function kept(id: string, fairness: Fairness): boolean {
  const mine = all(id).find((p) => p.commitment === fairness.commitment);
  if (!mine) return all(id).length === 0;
  return mine.nonce === '' || fairness.nonces.some((n) => n.endsWith(`:${mine.nonce}`));
}
