// Choosing a move step by step: picks narrow the list of legal moves until one is left.

import type { LegalMove } from '../wire';
import { matching, type Picks } from './narrow';

export class Choice {
  picks = $state<Picks>({});

  constructor(readonly moves: () => LegalMove[]) {}

  get left(): LegalMove[] {
    return matching(this.moves(), this.picks);
  }

  can(field: string, value: unknown): boolean {
    return matching(this.moves(), { ...this.picks, [field]: value }).length > 0;
  }

  pick(more: Picks): void {
    this.picks = { ...this.picks, ...more };
  }

  has(field: string, value?: unknown): boolean {
    return value === undefined ? field in this.picks : this.picks[field] === value;
  }

  clear(): void {
    this.picks = {};
  }
}
