// The view of Work of Heart as its table reads it: what the wire carries, with what the edition prints.

import type { Preview } from '../../lib/previews';
import type { Piece, View, Zone } from '../../lib/tableProps';
import type * as wire from '../../wire';

export type School = Omit<wire.WorkOfHeartView, 'zones' | 'sheet'> & {
  zones: Zone[];
  edition: wire.WorkOfHeartPrinted;
};

/** A space of the campus: what is printed there, and what lies and stands on it. */
export type Space = Piece &
  wire.WorkOfHeartPiece & { x: number; y: number; links: number[]; trait?: string | null };

/** A card: what is printed on it, and where it lies. */
export type Face = Piece & wire.WorkOfHeartCard & wire.WorkOfHeartPiece;

export type After = wire.WorkOfHeartAfter;

export const schoolOf = (view: View) => view as unknown as School;
export const zoneOf = (view: { zones: Zone[] }, id: string) => view.zones.find((z) => z.id === id);
export const facesOf = (view: { zones: Zone[] }, id: string) => (zoneOf(view, id)?.pieces ?? []) as Face[];
export const spacesOf = (view: { zones: Zone[] }) => (zoneOf(view, 'campus')?.pieces ?? []) as Space[];
export const afterOf = (preview: Preview | undefined) => preview?.after as unknown as After | undefined;
export const factsOf = (preview: Preview | undefined) => preview?.facts.map((f) => f.text) ?? [];
