// The table as this browser knows it: the last snapshot, the story, the chat, and the line to the server.
// Nothing in here knows a rule.

import type { HintLine, Refused, Said, Sentence, Snapshot, ToBrowser, ToServer } from '../wire';

const RETRY = [300, 800, 2000, 4000, 8000];

export function randomKey(bytes = 12): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (b) =>
    b.toString(16).padStart(2, '0'),
  ).join('');
}

export class TableLink {
  snapshot = $state.raw<Snapshot | null>(null);
  story = $state.raw<Sentence[]>([]);
  chat = $state<Said[]>([]);
  hints = $state.raw<HintLine[]>([]);
  refused = $state.raw<Refused | null>(null);
  connected = $state(false);
  missing = $state(false);
  /** Keys of moves that were sent and not yet acknowledged. */
  waiting = $state<string[]>([]);

  private socket: WebSocket | null = null;
  private held: ToServer[] = [];
  private tries = 0;
  private closed = false;
  private timer = 0;

  constructor(
    readonly id: string,
    readonly language: string,
  ) {
    this.open();
    addEventListener('online', this.hurry);
    document.addEventListener('visibilitychange', this.hurry);
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    removeEventListener('online', this.hurry);
    document.removeEventListener('visibilitychange', this.hurry);
    this.socket?.close();
  }

  /** Play a move; if the line is down it is kept and sent when the line is back. */
  play(move: string): void {
    const now = this.snapshot;
    if (!now || now.me < 0) return;
    const key = randomKey();
    this.waiting.push(key);
    this.send({ type: 'play', seat: now.me, ply: now.ply, key, move });
  }

  send(message: ToServer): void {
    this.refused = null;
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    if ('key' in message) this.held.push(message);
  }

  private hurry = (): void => {
    if (!this.connected && !document.hidden && !this.closed) {
      clearTimeout(this.timer);
      this.open();
    }
  };

  private open(): void {
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/tables/${this.id}/socket`);
    this.socket = socket;
    socket.onopen = () => this.greet();
    socket.onmessage = (event) => this.receive(JSON.parse(event.data as string) as ToBrowser);
    socket.onclose = (event) => this.lost(event.code);
  }

  private greet(): void {
    this.tries = 0;
    this.connected = true;
    const last = this.snapshot?.seq ?? 0;
    this.socket?.send(JSON.stringify({ type: 'hello', last, language: this.language, nonce: randomKey(16) }));
    for (const message of this.held) this.socket?.send(JSON.stringify(message));
  }

  private lost(code: number): void {
    this.connected = false;
    if (code === 4404) this.missing = true;
    if (this.closed || this.missing) return;
    this.timer = setTimeout(() => this.open(), RETRY[Math.min(this.tries++, RETRY.length - 1)]);
  }

  private receive(message: ToBrowser): void {
    if (message.type === 'table') this.show(message);
    else if (message.type === 'ack') this.done(message.key);
    else if (message.type === 'refused') {
      this.done(message.key);
      this.refused = message;
    } else if (message.type === 'said') {
      if (!this.chat.some((said) => said.seq === message.seq)) this.chat.push(message);
    } else if (message.type === 'hints') this.hints = message.hints;
  }

  private done(key: string): void {
    this.held = this.held.filter((m) => !('key' in m) || m.key !== key);
    this.waiting = this.waiting.filter((k) => k !== key);
  }

  private show(next: Snapshot): void {
    const before = this.snapshot;
    this.story = [...this.story.filter((line) => line.ply < next.story_from), ...next.story];
    this.hints = [];
    this.snapshot = next;
    // A new match was laid: add our part to its draws, now that its commitment is known.
    if (next.status === 'waiting' && before && before.fairness.commitment !== next.fairness.commitment)
      this.greet();
  }
}
