import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Sentence, Snapshot, ToBrowser } from '../wire';

let server: { onmessage: (event: { data: string }) => void };
class Socket {
  readyState = 1;
  onmessage = () => {};
  constructor() {
    // eslint-disable-next-line @typescript-eslint/no-this-alias
    server = this;
  }
  send = () => {};
  close = () => {};
}
vi.stubGlobal('matchMedia', () => ({ matches: false }));
vi.stubGlobal('WebSocket', Socket);
const { TableLink } = await import('./table.svelte');
const { setPace } = await import('./pace.svelte');

let link: InstanceType<typeof TableLink>;
beforeEach(() => {
  vi.useFakeTimers();
  setPace('brisk');
  link = new TableLink('x', 'en');
});
afterEach(() => {
  link.close();
  vi.useRealTimers();
});

const line = (ply: number, hold = 0) => ({ text: '', ply, hold }) as Sentence;
const say = (message: object) => server.onmessage({ data: JSON.stringify(message as ToBrowser) });
const table = (seq: number, more: Partial<Snapshot>) =>
  say({
    ...{ type: 'table', seq, ply: seq, me: 0, mine: [0], seats: [], moves: [], deciders: [0] },
    ...{ story: [], story_from: 0, status: 'playing', ...more },
  });

test('what a line asks to be shown stays for so long', () => {
  table(1, {});
  table(2, { story: [line(1, 1000), line(1, 3000), line(1)], story_from: 1 });
  expect(link.snapshot?.seq).toBe(2);
  table(3, { story: [line(2)], story_from: 2 });
  vi.advanceTimersByTime(2900);
  expect([link.snapshot?.seq, link.pacer.waiting]).toEqual([2, 1]);
  vi.advanceTimersByTime(200);
  expect([link.snapshot?.seq, link.pacer.waiting]).toEqual([3, 0]);
});

test('nobody waits for lines that are told again, nor at once', () => {
  table(1, { story: [line(0, 3000)] });
  table(2, { story: [line(0, 3000), line(1)] });
  table(3, { story: [line(2, 3000)], story_from: 2 });
  expect(link.snapshot?.seq).toBe(3);
  link.pacer.skip();
  setPace('once');
  table(4, {});
  vi.advanceTimersByTime(3000);
  table(5, { story: [line(4, 3000)], story_from: 4 });
  table(6, {});
  expect(link.snapshot?.seq).toBe(6);
});

test('a hint is shown to the seat that it is for', () => {
  table(1, { me: 1, mine: [0, 1] });
  const hints = [{ move: 'x', text: 'x', value: 1 }];
  say({ type: 'hints', seat: 0, hints });
  expect(link.hints).toEqual([]);
  say({ type: 'hints', seat: 1, hints });
  expect(link.hints).toEqual(hints);
});
