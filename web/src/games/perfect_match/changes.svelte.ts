// What the last move changed on the stage, told by comparing two views: these places keep an edge of lamplight.

import type { Piece } from './types';
import type { Board } from './table';

const sign = (piece: Piece | null) =>
  piece
    ? [
        piece.face,
        piece.card ?? '',
        piece.by ?? '',
        String(piece.seen ?? ''),
        String(piece.maybe ?? ''),
      ].join()
    : '';

export class Changes {
  private places = $state.raw<Set<string>>(new Set());
  private before = new Map<string, string>();
  private ply = -1;

  see(board: Board): void {
    const now = new Map<string, string>();
    for (const place of board.places)
      place.cards.forEach((card, k) => now.set(`${place.id}-${k}`, sign(card)));
    if (board.facts.ply === this.ply) return;
    const changed = [...now].filter(([id, is]) => is && this.before.size && this.before.get(id) !== is);
    this.places = new Set(changed.map(([id]) => id));
    [this.before, this.ply] = [now, board.facts.ply];
  }

  marked = (id: string): boolean => this.places.has(id);
}
