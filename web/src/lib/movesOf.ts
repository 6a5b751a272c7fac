// Which moves speak of a piece: those whose arguments the piece has, under the same names (docs/add-a-game.md, step 8).

import type { LegalMove } from '../wire';
import { fieldOf } from './fields';
import type { Piece, Zone } from './tableProps';

// What a piece has in common with most others says nothing about it.
const COMMON = ['count', 'value', 'hours'];

export function movesOf(piece: Piece, zone: Zone, near: number, moves: LegalMove[]): LegalMove[] {
  return moves.filter(({ data }) => {
    const shared = Object.keys(data).filter(
      (key) => !COMMON.includes(key) && typeof fieldOf(piece, key) === 'number',
    );
    // A slot of another player's is meant only by a move that names that player.
    const anothers = zone.owner !== null && zone.owner !== near;
    if (anothers && !Object.keys(data).some((key) => data[key] === zone.owner && !shared.includes(key)))
      return false;
    return shared.length > 0 && shared.every((key) => fieldOf(piece, key) === data[key]);
  });
}
