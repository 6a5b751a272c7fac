// The worker of a page that is its own house: Python with the games' modules. It alone opens the browser's database, so
// only one tab plays at a time.

import type { loadPyodide } from 'pyodide';
import { everything, keep } from './keeping';
import type { FromWorker, ToWorker } from './messages';
import { startPython } from './python';

interface Asked {
  destroy(): void;
  toJs(): unknown;
}
interface House {
  answer(method: string, target: string, body: string, language: string): Promise<Asked>;
  open(
    line: number,
    table: string,
    send: (text: string) => void,
    closed: (code: number) => void,
  ): Promise<void>;
  receive(line: number, text: string): Promise<void>;
  close(line: number): Promise<void>;
}

const LOCK = 'parlour-house';
const ELSEWHERE =
  'Parlour is open in another tab of this browser: go on there, or close it and load this page again.';
const BROKEN = 'This page could not be started: load it again.';

const scope = self as unknown as { postMessage(message: FromWorker): void };
const tell = (message: FromWorker) => scope.postMessage(message);
let house: Promise<House> | null = null;
let elsewhere = false;

/** Ours until the tab is closed; false if another tab has it. */
const alone = (): Promise<boolean> =>
  new Promise((found) => {
    const held = (lock: Lock | null) => {
      found(lock !== null);
      return lock ? new Promise<void>(() => undefined) : undefined;
    };
    navigator.locks.request(LOCK, { ifAvailable: true }, held).catch(() => found(true));
  });

async function begin(parts: string): Promise<House> {
  const read = async (file: string) => {
    const response = await fetch(parts + file);
    if (!response.ok) throw new Error(`${file} cannot be read (${response.status})`);
    return new Uint8Array(await response.arrayBuffer());
  };
  const first = await alone();
  elsewhere = !first;
  if (!first) throw new Error(ELSEWHERE);
  const tables = everything();
  const module = (await import(/* @vite-ignore */ `${parts}pyodide.mjs`)) as {
    loadPyodide: typeof loadPyodide;
  };
  const { python, modules } = await startPython({ read, loadPyodide: module.loadPyodide, indexURL: parts });
  python.registerJsModule('parlour_tables', { keep, kept: await tables });
  const made = python.pyimport('parlour.page.begin') as { HOUSE: House };
  tell({ kind: 'ready', milliseconds: performance.now(), bytes: modules.size });
  return made.HOUSE;
}

async function ask(message: ToWorker & { kind: 'ask' }): Promise<void> {
  let [status, text] = [503, JSON.stringify({ status: 503, title: elsewhere ? ELSEWHERE : BROKEN })];
  try {
    const found = await (await house!).answer(message.method, message.target, message.body, message.language);
    [status, text] = found.toJs() as [number, string];
    found.destroy();
  } catch (error) {
    if (elsewhere) text = JSON.stringify({ status, title: ELSEWHERE });
    else console.error(error);
  }
  tell({ kind: 'answer', id: message.id, status, text });
}

async function open({ line, table }: ToWorker & { kind: 'open' }): Promise<void> {
  const closed = (code: number) => tell({ kind: 'closed', line, code });
  try {
    await (await house!).open(line, table, (text) => tell({ kind: 'said', line, text }), closed);
    tell({ kind: 'opened', line });
  } catch (error) {
    console.error(error);
    closed(4500);
  }
}

self.onmessage = async ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === 'begin') {
    house = begin(data.parts);
    house.catch((error: unknown) => elsewhere || console.error(error));
  } else if (data.kind === 'ask') await ask(data);
  else if (data.kind === 'open') await open(data);
  else if (data.kind === 'say') await (await house!).receive(data.line, data.text);
  else await (await house!).close(data.line);
};
