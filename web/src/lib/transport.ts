// How the house is reached: a server over HTTP and a socket, or the house in this page. Nobody else knows which.

import { HERE, under } from './base';

/** A request of the house's API. */
export const request = (path: string, init: RequestInit): Promise<Response> =>
  HERE ? import('../local/house').then(({ answer }) => answer(path, init)) : fetch(under(path), init);

/** What a table's connection does, like a WebSocket. */
export interface Line {
  readyState: number;
  onopen: ((event: Event) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
  send(text: string): void;
  close(): void;
}

/** A connection to a table. */
export function connect(id: string): Line {
  if (HERE) return new LocalLine(id);
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  return new WebSocket(`${scheme}://${location.host}${under(`/api/tables/${id}/socket`)}`);
}

class LocalLine implements Line {
  readyState: number = WebSocket.CONNECTING;
  onopen: Line['onopen'] = null;
  onmessage: Line['onmessage'] = null;
  onclose: Line['onclose'] = null;
  private readonly open: Promise<{ send: (text: string) => void; close: () => void }>;

  constructor(id: string) {
    this.open = import('../local/house').then((house) => house.open(id, this));
  }

  send(text: string): void {
    void this.open.then((line) => line.send(text));
  }

  close(): void {
    this.readyState = WebSocket.CLOSED;
    void this.open.then((line) => line.close());
  }
}
