// How friends reach a table that waits: the address of the house, the links of its free chairs, and the code.

import type { JoinCode, Reach, SeatLink, Snapshot } from '../wire';
import { BASE } from './base';
import { codeOf, reach } from './api';

const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

/** Whoever laid the table keeps the friends' links in this browser until they are used. */
const kept = (id: string) => JSON.parse(localStorage.getItem(`links-${id}`) ?? '[]') as SeatLink[];

export class Invitation {
  reach = $state.raw<Reach | null>(null);
  code = $state.raw<JoinCode | null>(null);
  /** When the code ends, by this browser's clock. */
  until = $state(0);
  /** Done when it is known how the house is reached, or cannot be. */
  readonly found: Promise<void>;
  private timer = 0;

  constructor(readonly id: string) {
    this.found = reach().then(
      (found) => void (this.reach = found),
      () => {},
    );
  }

  /** The address that works for others; that of this page if somebody has come by another one than loopback. */
  readonly address = $derived.by(() => {
    if (!this.reach) return location.origin + BASE;
    return this.reach.lan || this.reach.public ? this.reach.address : location.origin + BASE;
  });
  readonly closed = $derived(
    this.reach !== null && !this.reach.lan && !this.reach.public && LOCAL.includes(location.hostname),
  );

  /** The link of a free chair: its own, or where this browser has none, the code's. */
  link(now: Snapshot): string {
    const free = now.seats.filter((seat) => seat.kind === 'open').map((seat) => seat.seat);
    const own = kept(this.id).find((link) => free.includes(link.seat));
    return own ? this.address + own.path : this.code ? `${this.address}/j#${this.code.code}` : '';
  }

  /** Ask for the code, and again when it has ended. */
  async renew(): Promise<void> {
    clearTimeout(this.timer);
    try {
      this.code = await codeOf(this.id);
      const left = Math.max(this.code.left * 1000, 1000);
      this.until = Date.now() + left;
      this.timer = window.setTimeout(() => void this.renew(), left);
    } catch {
      this.code = null;
    }
  }

  close(): void {
    clearTimeout(this.timer);
  }

  /** Links of taken chairs are good for nothing any more. */
  forget(): void {
    localStorage.removeItem(`links-${this.id}`);
  }
}
