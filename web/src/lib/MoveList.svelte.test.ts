import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import MoveList from './MoveList.svelte';

const discard = (n: number, card: string) => ({
  move: `discard h${n}`,
  text: `Discard ${card}`,
  data: {},
  clause: '',
  commits: false,
});
const shown = () => [...document.querySelectorAll('[data-move]')].map((b) => b.textContent!.trim());

test('two equal cards give one button', () => {
  const hand = [discard(1, 'Tender'), discard(2, 'Bold'), discard(3, 'Tender')];
  const list = mount(MoveList, { target: document.body, props: { moves: hand, play: () => {} } });
  expect(shown()).toEqual(['Discard Tender', 'Discard Bold']);
  void unmount(list);
});

test('what narrowed the moves goes with the question', () => {
  const cards = (from: number) => Array.from({ length: 20 }, (_, n) => discard(n, `card ${from + n}`));
  const props = $state({ moves: cards(0), play: () => {} });
  const list = mount(MoveList, { target: document.body, props });
  flushSync();
  const box = document.querySelector('input')!;
  box.value = 'card 19';
  box.dispatchEvent(new Event('input'));
  flushSync();
  expect(shown()).toEqual(['Discard card 19']);
  props.moves = cards(100);
  flushSync();
  expect(shown()).toHaveLength(20);
  expect(box.value).toBe('');
  void unmount(list);
});
