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
// For so long a tab that was just closed, or loaded anew, may still hold it.
const TIMEOUT = 5000;

const scope = self as unknown as { postMessage(message: FromWorker): void };
const tell = (message: FromWorker) => scope.postMessage(message);
let house: Promise<House> | null = null;
let elsewhere = false;

/** Ours until the tab is closed. Waits for as long as another tab has it, and says so after a while. */
const alone = (): Promise<void> =>
  new Promise((found) => {
    const late = setTimeout(() => (elsewhere = true), TIMEOUT);
    const held = () => {
      clearTimeout(late);
      elsewhere = false;
      found();
      return new Promise<void>(() => undefined);
    };
    // Where there are no locks, tabs are not kept apart.
    if (navigator.locks) navigator.locks.request(LOCK, held).catch(held);
    else void held();
  });

/** The house, or a failure as soon as it is known that another tab has it. */
const reached = (): Promise<House> =>
  new Promise((found, failed) => {
    const look = setInterval(() => elsewhere && failed(new Error('elsewhere')), 200);
    void house!.then(found, failed).finally(() => clearInterval(look));
  });

async function begin(parts: string): Promise<House> {
  const read = async (file: string) => {
    const response = await fetch(parts + file);
    if (!response.ok) throw new Error(`${file} cannot be read (${response.status})`);
    return new Uint8Array(await response.arrayBuffer());
  };
  await alone();
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
  // The page says in its reader's language what an answer without a text means.
  let [status, text] = [503, ''];
  try {
    const found = await (
      await reached()
    ).answer(message.method, message.target, message.body, message.language);
    [status, text] = found.toJs() as [number, string];
    found.destroy();
  } catch (error) {
    if (elsewhere) status = 409;
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
    house.catch((error: unknown) => console.error(error));
  } else if (data.kind === 'ask') await ask(data);
  else if (data.kind === 'open') await open(data);
  else if (data.kind === 'say') await (await house!).receive(data.line, data.text);
  else await (await house!).close(data.line);
};
