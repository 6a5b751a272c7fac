// What moves are called: the thing that each is about, and what a button says that plays it.

import { t } from '../../lib/words.svelte';
import type { LegalMove, SeatInfo } from '../../wire';
import { facesOf, spacesOf, type School } from './types';

// What a picked thing's button says, by the kind of its move.
const DO = [
  'go',
  'bump',
  'step',
  'peek',
  'woo',
  'pick',
  'play',
  'discard',
  'answer',
  'join',
  'raise',
  'lower',
  'target',
];

export class Names {
  constructor(
    private school: School,
    private seats: SeatInfo[],
    private near: number,
  ) {}

  /** The place, card, person, trait or seat that a move is about; '' if it is about none. */
  of(move: LegalMove): string {
    const { school } = this;
    const data = move.data as Record<string, number | undefined>;
    if (data.place !== undefined) return spacesOf(school)[data.place]?.name ?? '';
    if (data.slot !== undefined)
      return facesOf(school, `hand-${this.near}`).find((c) => c.slot === data.slot)?.name ?? '';
    if (data.interest !== undefined)
      return facesOf(school, 'interests').find((p) => p.interest === data.interest)?.name ?? '';
    if (data.bonus !== undefined) return bonusName(school, data.bonus);
    if (data.trait !== undefined) return school.edition.traits[data.trait]?.name ?? '';
    if (data.seat !== undefined) return this.seats[data.seat]?.name ?? '';
    return '';
  }

  perk(perk: unknown): string {
    return this.school.edition.traits.flatMap((one) => one.perks).find((p) => p.perk === perk)?.name ?? '';
  }

  doing(move: LegalMove): string {
    const kind = String(move.data.kind);
    if (kind === 'perk') return this.perk(move.data.perk);
    return DO.includes(kind) ? t(`wh.do.${kind as 'go'}`, { name: this.of(move) }) : move.text;
  }

  /** Whether a move joins nobody. */
  none(move: LegalMove): boolean {
    return move.data.kind === 'join' && this.of(move) === '';
  }
}

export const bonusName = (school: School, bonus: number): string =>
  (school.edition.cards ?? [])[school.edition.bonuses_from + bonus]?.name ?? '';
