// The view of held hands as its table reads it: the generated types of the wire, with what the edition prints.

import type { Previews as PreviewsOf } from '../../lib/previews';
import type * as props from '../../lib/tableProps';
import type * as wire from '../../wire';

type Printed = wire.HeldHandsPrinted;
export type Piece = props.Piece<wire.HeldHandsView, Printed>;
export type Zone = props.Zone<wire.HeldHandsView, Printed>;
export type View = props.View<wire.HeldHandsView, Printed>;
export type Props = props.TableProps<wire.HeldHandsView, Printed, wire.HeldHandsAfter>;
export type Previews = PreviewsOf<wire.HeldHandsAfter>;
