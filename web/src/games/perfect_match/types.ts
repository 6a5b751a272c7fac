// The view of Perfect Match as its table reads it: the generated types of the wire, with what the edition prints.

import type { Preview as PreviewOf, Previews as PreviewsOf } from '../../lib/previews';
import type * as props from '../../lib/tableProps';
import type * as wire from '../../wire';

type Printed = wire.PerfectMatchPrinted;
export type Piece = props.Piece<wire.PerfectMatchView, Printed>;
export type Zone = props.Zone<wire.PerfectMatchView, Printed>;
export type View = props.View<wire.PerfectMatchView, Printed>;
export type Props = props.TableProps<wire.PerfectMatchView, Printed, wire.PerfectMatchAfter>;
export type Preview = PreviewOf<wire.PerfectMatchAfter>;
export type Previews = PreviewsOf<wire.PerfectMatchAfter>;
