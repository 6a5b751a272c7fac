// Cards and stacks keep their identity and travel from where they were to where they are.

import { cubicOut } from 'svelte/easing';
import { crossfade, fade } from 'svelte/transition';
import { calm } from '../../lib/motion';
import type { Piece } from '../../lib/tableProps';

export const [send, receive] = crossfade({
  duration: calm ? 0 : 380,
  easing: cubicOut,
  fallback: (node) => fade(node, { duration: calm ? 0 : 200 }),
});

/** What a piece is known by wherever it lies; one that nobody may know, only by its place. */
export const known = (piece: Piece, where: string) => ({
  key: piece.card === undefined ? `${where}-${piece.id}` : `card-${piece.card}`,
});
