// A view put together with what the edition prints, which is sent once: every piece says what is printed on it.

import type * as wire from '../wire';
import type { Piece, View, Zone } from './tableProps';

// What a piece with a name of its own (a pawn, a tile) takes from its place: where it lies.
const WHERE = ['label', 'x', 'y', 'ring', 'angle', 'links'] as const;

/** The view as tables draw it. */
export function whole(view: wire.View, edition: wire.Printed): View {
  const zones = view.zones.map((zone) => wholeZone(zone, edition));
  return { ...view, sheet: view.sheet ?? [], zones, edition } as View;
}

function wholeZone(zone: wire.Zone, edition: wire.Printed): Zone {
  const pieces = (zone.pieces ?? []).map((piece) => wholePiece(piece, edition));
  return { owner: null, layout: 'row', facts: [], ...zone, pieces } as Zone;
}

function wholePiece(piece: wire.Piece, edition: wire.Printed): Piece {
  const place = edition.places?.[piece.place ?? -1];
  const card = edition.cards?.[piece.card ?? -1];
  const facts = [...(card?.facts ?? []), ...(piece.facts ?? [])];
  return { name: null, face: 'up', ...(place && lying(place, piece)), ...card, ...piece, facts } as Piece;
}

function lying(place: wire.Place, piece: wire.Piece): Partial<wire.Place> {
  return piece.name === undefined ? place : Object.fromEntries(WHERE.map((field) => [field, place[field]]));
}
