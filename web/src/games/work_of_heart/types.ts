// The view of Work of Heart as its table reads it: the generated types of the wire, with what the edition prints.

import type { Preview as PreviewOf, Previews as PreviewsOf } from '../../lib/previews';
import type * as props from '../../lib/tableProps';
import type * as wire from '../../wire';

type Printed = wire.WorkOfHeartPrinted;
export type Zone = props.Zone<wire.WorkOfHeartView, Printed>;
export type School = props.View<wire.WorkOfHeartView, Printed>;
export type Props = props.TableProps<wire.WorkOfHeartView, Printed, wire.WorkOfHeartAfter>;
export type Preview = PreviewOf<wire.WorkOfHeartAfter>;
export type Previews = PreviewsOf<wire.WorkOfHeartAfter>;
export type After = wire.WorkOfHeartAfter;

/** A card or a space: what is printed there, and what lies and stands on it. */
export type Face = props.Piece<wire.WorkOfHeartView, Printed>;
/** A space of the campus has a place on the map. */
export type Space = Face & { x: number; y: number; links: number[] };

export const zoneOf = (view: { zones: Zone[] }, id: string) => view.zones.find((z) => z.id === id);
export const facesOf = (view: { zones: Zone[] }, id: string) => zoneOf(view, id)?.pieces ?? [];
export const spacesOf = (view: { zones: Zone[] }) => facesOf(view, 'campus') as Space[];
export const afterOf = (preview: Preview | undefined) => preview?.after;
export const factsOf = (preview: Preview | undefined) => preview?.facts.map((f) => f.text) ?? [];
