// How cards of Heartcatchers are named and marked: a silhouette and a letter for the colour, a sign for what it hides.

import type { Stretch } from '../../lib/frameState.svelte';
import type { View } from './types';

const SIGNS: Record<string, string> = { love: 's-love', breaker: 's-breaker', change: 's-change' };

/** The sign below a card's mark, if it has one. */
export function signOf(suit: string, heart: string): string {
  return suit === 'white' ? 's-white' : (SIGNS[heart] ?? '');
}

/** "Red Heart" has its colour in small above its name. */
export function parts(piece: { name: string | null; suit?: string }): { kind: string; name: string } {
  const [first = '', ...rest] = (piece.name ?? '').split(' ');
  return rest.length && piece.suit !== 'white'
    ? { kind: first, name: rest.join(' ') }
    : { kind: '', name: piece.name ?? '' };
}

const ENDING = /e[rsnm]?$/;
const plain = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A name as sentences have it: in German its adjectives have other endings there. */
function inSentences(name: string): string {
  const words = name.split(' ');
  const bends = (word: string, i: number) => ENDING.test(word) && (i < words.length - 1 || !i);
  return words
    .map((word, i) => (bends(word, i) ? `${plain(word.replace(ENDING, ''))}e[rsnm]?` : plain(word)))
    .join(' ');
}

/** Names of cards that were seen so far, with their colour: the story shows their marks. */
export class Seen {
  private readonly suits = new Map<string, string>();
  private pattern: RegExp | null = null;

  note(view: View): void {
    const before = this.suits.size;
    for (const zone of view.zones)
      for (const piece of zone.pieces)
        if (piece.name && piece.suit) this.suits.set(piece.name, String(piece.suit));
    if (this.suits.size === before) return;
    const names = [...this.suits.keys()].sort((a, b) => b.length - a.length);
    this.pattern = new RegExp(`(${names.map(inSentences).join('|')})`);
  }

  tell = (text: string): Stretch[] => {
    if (!this.pattern) return [{ text }];
    return text
      .split(this.pattern)
      .filter(Boolean)
      .map((part) => {
        const suit = this.suitOf(part);
        return suit ? { text: part, tone: suit, mark: `m-${suit}` } : { text: part };
      });
  };

  private suitOf(part: string): string | undefined {
    const name = [...this.suits.keys()].find((n) => new RegExp(`^${inSentences(n)}$`).test(part));
    return name && this.suits.get(name);
  }
}
