// A game's table is loaded when it is needed; a game without one of its own gets the plain table.

import type { Component } from 'svelte';
import type { FrameSpec } from './frameState.svelte';
import { load as part } from './loading.svelte';
import type { TableProps } from './tableProps';

export interface OwnTable {
  default: Component<TableProps>;
  frame?: FrameSpec;
}

const own = import.meta.glob<OwnTable>('../games/*/Table.svelte');
const loaded = new Map<string, Promise<OwnTable>>();

export function loadTable(game: string): Promise<OwnTable> {
  const load =
    own[`../games/${game}/Table.svelte`] ?? (() => import('../games/Generic.svelte') as Promise<OwnTable>);
  if (!loaded.has(game)) loaded.set(game, part(game, load));
  return loaded.get(game)!;
}
