import { expect, test } from 'vitest';
import { Seen } from './faces';
import type { View } from './types';

const seen = (...cards: [name: string, suit: string][]) => {
  const found = new Seen();
  found.note({ zones: [{ pieces: cards.map(([name, suit]) => ({ name, suit })) }] } as unknown as View);
  return (text: string) => found.tell(text).filter((part) => part.tone);
};

test('a card has its mark in a sentence, in whatever case its name stands there', () => {
  const tell = seen(['Grüner Herzensbrecher', 'green'], ['Rote große Liebe', 'red'], ['Unfangbare', 'white']);
  expect(tell('Cyrano fängt Grünen Herzensbrecher mit Roter großer Liebe.')).toEqual([
    { text: 'Grünen Herzensbrecher', tone: 'green', mark: 'm-green' },
    { text: 'Roter großer Liebe', tone: 'red', mark: 'm-red' },
  ]);
  expect(tell('Du fängst Grünes Herz mit Unfangbarer.').map(({ text }) => text)).toEqual(['Unfangbarer']);
});

test('names without endings are found as they are', () => {
  const tell = seen(['Blue Heart', 'blue'], ['Uncatchable', 'white']);
  expect(tell('You catch Blue Heart with Uncatchable.').map(({ tone }) => tone)).toEqual(['blue', 'white']);
});
