// The seven ladders of one board: levels, what would change, which can be raised or given up, and their perks.

import { t } from '../../lib/words.svelte';
import type { PerkText, PlayerBoard, TraitText } from '../../wire';
import type { Data, Turn } from './turn.svelte';
import type { After, School } from './types';

/** What a board has of a trait's perks: one that is ready, one that is used up, or none. */
export function perkOf(board: PlayerBoard, trait: TraitText): 'ready' | 'used' | '' {
  if (trait.perks.some((p) => board.perks.includes(p.id))) return 'ready';
  return trait.perks.some((p) => board.used.includes(p.id)) ? 'used' : '';
}

const KINDS = ['raise', 'lower', 'join'];

export class Ladders {
  readonly board: PlayerBoard;
  readonly top: number;
  /** A trait is being chosen. */
  readonly choosing: boolean;

  constructor(
    private readonly school: School,
    near: number,
    private readonly turn: Turn,
    /** What the move that is shown would do. */
    private readonly after: After | undefined,
  ) {
    this.board = school.boards[near]!;
    this.top = school.edition.top;
    this.choosing = turn.kinds(...KINDS).length > 0;
  }

  choices(trait: TraitText): Data[] {
    const number = this.school.edition.traits.indexOf(trait);
    return KINDS.map((kind) => ({ kind, trait: number }));
  }

  can(trait: TraitText): boolean {
    return this.choices(trait).some((data) => this.turn.can(data));
  }

  picked(trait: TraitText): boolean {
    return this.choices(trait).some((data) => this.turn.has(data));
  }

  /** Its place among what the love interest likes, or 0. */
  rank(trait: TraitText): number {
    return this.board.liked.indexOf(trait.id) + 1;
  }

  perk(perk: PerkText): 'now' | 'ready' | 'used' | 'locked' {
    if (this.turn.can({ kind: 'perk', perk: perk.perk })) return 'now';
    if (this.board.perks.includes(perk.id)) return 'ready';
    return this.board.used.includes(perk.id) ? 'used' : 'locked';
  }

  /** How a step of a ladder looks: on, ghost (it would be), loses, or empty. */
  step(trait: TraitText, k: number): string {
    const level = this.board.levels[trait.id] ?? 0;
    const next = this.after?.raises.find((r) => r.trait === trait.id)?.now ?? level;
    if (k < Math.min(level, next)) return 'on';
    if (k < Math.max(level, next)) return next > level ? 'ghost' : 'loses';
    return '';
  }

  label(trait: TraitText): string {
    return t('wh.trait', { name: trait.name, n: this.board.levels[trait.id] ?? 0, of: this.top });
  }
}
