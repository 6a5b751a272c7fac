// The house in this page: a worker in which Python plays, and files that were made with the page.

import { PARTS } from '../lib/base';
import type { Line } from '../lib/transport';
import { language, t } from '../lib/words.svelte';
import type { FromWorker, ToWorker } from './messages';

const parts = new URL(PARTS, document.baseURI).href;
// The status by which the worker says that another tab has the house.
const ELSEWHERE = 409;
let worker: Worker | null = null;
// A page that is left gives the house free at once; one that comes back from the browser's memory begins anew.
addEventListener('pagehide', () => worker?.terminate());
addEventListener('pageshow', (event) => event.persisted && location.reload());
const asked = new Map<number, (answer: { status: number; text: string }) => void>();
const lines = new Map<number, Line>();
let numbers = 0;
/** How long Python took to start, in milliseconds since the page was opened; for measuring. */
export let ready: { milliseconds: number; bytes: number } | null = null;

function post(message: ToWorker): void {
  if (!worker) {
    worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => hear(data);
    worker.postMessage({ kind: 'begin', parts } satisfies ToWorker);
  }
  worker.postMessage(message);
}

function hear(message: FromWorker): void {
  if (message.kind === 'answer') {
    asked.get(message.id)?.(message);
    asked.delete(message.id);
    return;
  }
  if (message.kind === 'ready') {
    ready = { milliseconds: performance.now(), bytes: message.bytes };
    document.documentElement.dataset.python = String(Math.round(ready.milliseconds));
    return;
  }
  const line = lines.get(message.line);
  if (!line) return;
  if (message.kind === 'opened') {
    line.readyState = WebSocket.OPEN;
    line.onopen?.(new Event('open'));
  } else if (message.kind === 'said') {
    line.onmessage?.(new MessageEvent('message', { data: message.text }));
  } else {
    line.readyState = WebSocket.CLOSED;
    lines.delete(message.line);
    line.onclose?.(new CloseEvent('close', { code: message.code }));
  }
}

/** What was known when the page was made needs no Python: the shelf and the rulebooks. */
function made(path: string): string | null {
  const at = new URL(path, 'http://house');
  const language = at.searchParams.get('language') === 'de' ? 'de' : 'en';
  if (at.pathname === '/api/games') return `shelf.${language}.json`;
  const rules = /^\/api\/games\/(\w+)\/rules$/.exec(at.pathname);
  return rules ? `rules.${rules[1]}.${language}.json` : null;
}

export async function answer(path: string, init: RequestInit): Promise<Response> {
  const method = init.method ?? 'GET';
  const known = method === 'GET' ? made(path) : null;
  if (known) {
    // Whoever reads the shelf plays soon.
    post({
      kind: 'ask',
      id: ++numbers,
      method: 'GET',
      target: '/api/reach',
      body: '',
      language: language.now,
    });
    return fetch(parts + known);
  }
  const id = ++numbers;
  const found = new Promise<{ status: number; text: string }>((done) => asked.set(id, done));
  const body = (init.body as string | undefined) ?? '';
  post({ kind: 'ask', id, method, target: path, body, language: language.now });
  const { status, text: said } = await found;
  const text =
    said || JSON.stringify({ status, title: t(status === ELSEWHERE ? 'page.elsewhere' : 'page.broken') });
  return new Response(text, { status, headers: { 'Content-Type': 'application/json' } });
}

export function open(table: string, line: Line): { send: (text: string) => void; close: () => void } {
  const number = ++numbers;
  lines.set(number, line);
  post({ kind: 'open', line: number, table });
  return {
    send: (text) => post({ kind: 'say', line: number, text }),
    close: () => {
      lines.delete(number);
      post({ kind: 'close', line: number });
    },
  };
}
