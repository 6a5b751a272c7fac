// The table as this browser knows it: the last snapshot, the story, the chat, and the connection to the server.
// Nothing in here knows a rule.

import type {
  HintLine,
  LegalMove,
  Printed,
  Refused,
  Said,
  Sentence,
  Snapshot,
  ToBrowser,
  ToServer,
} from '../wire';
import { HERE } from './base';
import { door } from './door.svelte';
import { alike } from './narrow';
import { Pacer } from './pace.svelte';
import { Snapshots } from './patches';
import { offered, type Preview } from './previews';
import { answerTo, cameBefore } from './promises';
import type { Move } from './tableProps';
import { connect, type Line } from './transport';

const RETRY = [300, 800, 2000, 4000, 8000];
// A connection over which nothing has come for this long has timed out, even if nobody has closed it.
const BEAT = 10_000;
const SILENCE = 25_000;
const MAX_RECENT = 40;

export function randomKey(bytes = 12): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (b) =>
    b.toString(16).padStart(2, '0'),
  ).join('');
}

export class TableLink {
  snapshot = $state.raw<Snapshot | null>(null);
  /** The same list for as long as nothing else can be played, so that whoever is choosing is not disturbed. */
  moves = $state.raw<LegalMove[]>([]);
  /** What the edition prints: it is sent once, and views refer to it. */
  edition = $state.raw<Printed | null>(null);
  story = $state.raw<Sentence[]>([]);
  chat = $state<Said[]>([]);
  hints = $state.raw<HintLine[]>([]);
  /** What each move would do, by move; empty while nobody has told. */
  previews = $state.raw<Map<string, Preview>>(new Map());
  /** Snapshots since this browser's last decision, to be seen again. */
  recent: Snapshot[] = [];
  refused = $state.raw<Refused | null>(null);
  connected = $state(false);
  /** How much of the rules is compiled, from 0 to 1, while the server still loads the table. */
  compiled = $state(1);
  missing = $state(false);
  private = $state(false);
  /** Seats whose talk this browser does not show. */
  muted = $state.raw<number[]>([]);
  /** The key of the move that was sent and is not acknowledged yet. */
  waiting = $state('');

  readonly pacer = new Pacer<Snapshot>((next) => this.show(next));
  private readonly snapshots = new Snapshots();
  private latest: Snapshot | null = null;
  private socket: Line | null = null;
  private held: ToServer[] = [];
  /** The ply whose previews were asked for; a connection that is lost may have lost them too. */
  private asked = -1;
  private tries = 0;
  private closed = false;
  private timer = 0;
  private heard = 0;
  private readonly beat: number;

  /** Whoever comes for the first time has missed nothing. */
  readonly cameBack: boolean;

  constructor(
    readonly id: string,
    readonly language: string,
  ) {
    this.cameBack = cameBefore(id);
    this.muted = JSON.parse(localStorage.getItem(`muted-${id}`) ?? '[]') as number[];
    this.open();
    this.beat = setInterval(() => this.listen(), BEAT);
    addEventListener('online', this.hurry);
    if (!HERE) addEventListener('offline', this.drop);
    document.addEventListener('visibilitychange', this.hurry);
  }

  close(): void {
    this.closed = true;
    this.pacer.stop();
    clearTimeout(this.timer);
    clearInterval(this.beat);
    removeEventListener('online', this.hurry);
    removeEventListener('offline', this.drop);
    document.removeEventListener('visibilitychange', this.hurry);
    this.socket?.close();
  }

  /** Play a move; without a connection it is kept, and sent when there is one again. */
  play(move: Move): void {
    const now = this.snapshot;
    if (!now || now.me < 0 || this.waiting) return;
    this.waiting = randomKey();
    this.send({ type: 'play', seat: now.me, ply: now.ply, key: this.waiting, move });
  }

  send(message: ToServer): void {
    this.refused = null;
    if (this.connected) this.socket?.send(JSON.stringify(message));
    if ('key' in message) this.held.push(message);
  }

  /** Hear a seat no more, or again. */
  mute(seat: number): void {
    this.muted = this.muted.includes(seat) ? this.muted.filter((one) => one !== seat) : [...this.muted, seat];
    this.chat = this.chat.filter((said) => !this.muted.includes(said.seat));
    localStorage.setItem(`muted-${this.id}`, JSON.stringify(this.muted));
  }

  /** Connect again at once, when there is hope. */
  private hurry = (): void => {
    if (!this.connected && !document.hidden && !this.closed) {
      clearTimeout(this.timer);
      this.open();
    }
  };

  /** Give up a connection without waiting for it to be closed properly, and try again. */
  private drop = (): void => {
    const socket = this.socket;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.socket = null;
    this.lost(0);
  };

  private listen(): void {
    if (!this.connected) return;
    if (Date.now() - this.heard > SILENCE) this.drop();
    else this.send({ type: 'ping' });
  }

  private open(): void {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    const socket = connect(this.id);
    this.socket = socket;
    socket.onopen = () => this.greet();
    socket.onmessage = (event) => this.receive(JSON.parse(event.data as string) as ToBrowser);
    socket.onclose = (event) => this.lost(event.code);
  }

  private greet(nonce: string | null = null): void {
    this.heard = Date.now();
    this.connected = true;
    const last = this.latest?.seq ?? 0;
    this.socket?.send(JSON.stringify({ type: 'hello', last, language: this.language, nonce }));
    for (const message of nonce ? [] : this.held) this.socket?.send(JSON.stringify(message));
  }

  private lost(code: number): void {
    this.connected = false;
    this.asked = -1;
    if (code === 4401) door.locked = true;
    if (code === 4404) this.missing = true;
    if (code === 4405) this.missing = this.private = true;
    // Newer tabs have taken this one's place: it comes back when somebody looks at it, else they would take turns.
    if (this.closed || this.missing || door.locked || code === 4409) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), RETRY[Math.min(this.tries++, RETRY.length - 1)]);
  }

  private receive(message: ToBrowser): void {
    this.heard = Date.now();
    if (message.type === 'table' || message.type === 'patch') {
      const next = this.snapshots.read(message);
      if (next) this.arrive(next);
      else {
        console.warn('a patch of a table that is not here: asking for all of it');
        this.greet();
      }
    } else if (message.type === 'loading') this.compiled = message.compiled;
    else if (message.type === 'ack') this.done(message.key);
    else if (message.type === 'refused') {
      this.done(message.key);
      // A wish for previews that came too late is nobody's fault; the next question asks anew.
      if (message.key || !['stale', 'not-your-turn'].includes(message.kind)) this.refused = message;
    } else if (message.type === 'said') {
      const known = this.chat.some((said) => said.seq === message.seq);
      if (!known && !this.muted.includes(message.seat)) this.chat.push(message);
    } else if (message.type === 'hints') {
      // At a shared screen somebody else may look by now.
      if (message.seat === this.snapshot?.me) this.hints = message.hints;
    } else this.note(message as { type: string });
  }

  private done(key: string): void {
    this.held = this.held.filter((m) => !('key' in m) || m.key !== key);
    if (this.waiting === key) this.waiting = '';
  }

  /** Facts about moves, if they are about the question that is open now. */
  private note(message: { type: string; seat?: number; ply?: number; previews?: Preview[] }): void {
    const now = this.snapshot;
    if (message.type !== 'previews' || message.ply !== now?.ply || message.seat !== now?.me) return;
    this.previews = new Map((message.previews ?? []).map((one) => [one.move, one]));
  }

  /** What a bot has done is shown at its pace; whatever else comes is shown at once. */
  private arrive(next: Snapshot): void {
    const before = this.latest;
    const bots = before?.deciders.length && before.deciders.every((s) => before.seats[s]?.kind === 'bot');
    const moved = before !== null && next.ply > before.ply;
    this.latest = next;
    this.compiled = 1;
    this.pacer.push(next, Boolean(bots && moved));
  }

  /** See once more what happened since this browser's last decision. */
  rerun(): void {
    const [now, ...again] = [this.snapshot, ...this.recent.slice(0, -1)];
    if (!now) return;
    for (const one of [...again, now]) this.pacer.push({ ...one, story: [], story_from: Infinity }, true);
  }

  /** Show a snapshot; for how many milliseconds nothing else may follow, by the lines that are new in it. */
  private show(next: Snapshot): number {
    const told = this.snapshot?.ply ?? Infinity;
    const fresh = next.story.filter((line) => line.ply >= told);
    // Only a connection that shows the table is a good one: whoever is sent away at once does not come back at once.
    this.tries = 0;
    this.story = [...this.story.filter((line) => line.ply < next.story_from), ...next.story];
    this.hints = [];
    this.remember(next);
    this.edition = next.edition ?? this.edition;
    this.snapshot = next;
    if (!alike(this.moves, next.moves)) {
      this.moves = next.moves;
      this.previews = new Map();
      this.asked = -1;
    }
    if (next.me >= 0 && this.asked !== next.ply && offered(next.moves) && !this.previews.size) this.ask(next);
    // The house has shown what it is bound to; only now do we add our own number to the draws.
    if (next.status === 'waiting' && next.mine.length) {
      const nonce = answerTo(next.id, Math.min(...next.mine), next.fairness, () => randomKey(16));
      if (nonce) this.greet(nonce);
    }
    return Math.max(0, ...fresh.map((line) => line.hold));
  }

  private remember(next: Snapshot): void {
    const decided = this.snapshot?.deciders.some((s) => this.snapshot?.mine.includes(s));
    this.recent =
      decided && next.ply > (this.snapshot?.ply ?? 0) ? [next] : [...this.recent, next].slice(-MAX_RECENT);
  }

  private ask(next: Snapshot): void {
    if (!this.connected) return;
    this.asked = next.ply;
    this.socket?.send(JSON.stringify({ type: 'previews', seat: next.me, ply: next.ply }));
  }
}
