// The view of Perfect Match, read into what its table draws. Whatever counts or judges comes from the server.

import type { Piece, Preview, View, Zone } from './types';

export interface Place {
  place: number;
  id: string;
  who: Piece | null;
  flags: Piece[];
  /** By slot what lies there. */
  cards: (Piece | null)[];
  next: number | null;
  short: number;
  net: number;
}
export interface Person {
  seat: number;
  hand: Piece[];
  wishes: Piece[];
  title: string;
  /** Of how many profiles a secret one is. */
  could: number;
  won: { who: Piece; flags: Piece[] }[];
}

export class Board {
  readonly places: Place[];
  readonly people: Person[];
  readonly discards: Piece[];
  readonly pile: number;
  readonly waiting: number;

  constructor(readonly facts: View) {
    const { wants } = facts.edition;
    this.places = facts.zones.filter((z) => typeof z.place === 'number').map((z) => readPlace(z, wants));
    this.people = facts.points.map((_, seat) => this.person(seat));
    this.discards = this.zone('discard')?.pieces ?? [];
    this.pile = this.zone('pile')?.count ?? 0;
    this.waiting = this.zone('waiting')?.count ?? 0;
  }

  zone(id: string): Zone | undefined {
    return this.facts.zones.find((z) => z.id === id);
  }

  private person(seat: number): Person {
    const profile = this.zone(`profile-${seat}`);
    return {
      seat,
      hand: this.zone(`hand-${seat}`)?.pieces ?? [],
      wishes: profile?.pieces.filter((p) => p.name !== null) ?? [],
      title: profile?.title ?? '',
      could: profile?.could?.length ?? 0,
      won: people(this.zone(`wooed-${seat}`)?.pieces ?? []),
    };
  }

  /** A card of the edition as a piece. */
  card(number: number | null | undefined): Piece | null {
    const card = this.facts.edition.cards?.[number ?? -1];
    return card ? { id: `m${number}`, face: 'up', facts: [], ...card } : null;
  }

  contestant(number: number): Piece | null {
    const found = this.card(this.facts.edition.contestants_from + number);
    return found && { ...found, contestant: number };
  }

  /** Which of a seat's wishes are there, by what the reader knows; nothing without reading help. */
  fit(place: number, seat: number) {
    return this.facts.fits?.find((f) => f.place === place && f.seat === seat);
  }
  /** The places whose open profile is right for a seat. */
  suits(seat: number): Place[] {
    const found = this.facts.suits?.filter((s) => s.seat === seat) ?? [];
    return found.map((s) => this.places[s.place]!).filter((p) => p.who);
  }
}

function readPlace(zone: Zone, wants: number): Place {
  const slots = zone.pieces.filter((p) => typeof p.slot === 'number');
  return {
    place: zone.place!,
    id: zone.id,
    who: zone.pieces.find((p) => typeof p.contestant === 'number') ?? null,
    flags: zone.pieces.filter((p) => typeof p.above === 'number'),
    cards: Array.from({ length: wants }, (_, k) => slots.find((p) => p.slot === k) ?? null),
    next: zone.next ?? null,
    short: zone.short ?? 0,
    net: zone.net ?? 0,
  };
}

function people(pieces: Piece[]): { who: Piece; flags: Piece[] }[] {
  const found = pieces.filter((p) => typeof p.contestant === 'number');
  return found.map((who) => ({ who, flags: pieces.filter((p) => p.above === who.contestant) }));
}

export const afterOf = (preview: Preview | undefined) => preview?.after;
/** What the server says of a move; without who will know it where seals show that. */
export const said = (preview: Preview | undefined, sealed = false) =>
  preview?.facts
    .filter((f) => !(sealed && /seen|only-you/.test(f.key)))
    .map((f) => f.text)
    .join(' ') ?? '';

// A phone: what a row of the hand, the foot of a place with and without a date, and everything else take.
const [HAND_ROW, FOOT, FOOT_DATE, REST] = [66, 36, 46, 92];
const [LEAST, MOST] = [78, 108];

/** On a phone the slots are as high as the rest leaves room for. */
export function rowHeight(height: number, hand: number, dated: boolean[]): number {
  const feet = dated.reduce((sum, date) => sum + (date ? FOOT_DATE : FOOT), 0);
  const left = height - REST - Math.ceil(hand / 4) * HAND_ROW - feet;
  return Math.max(LEAST, Math.min(MOST, left / (dated.length || 1) - 4));
}
