// The view of Labor of Love as its table reads it: the generated types of the wire, with what the edition prints.

import type { Previews as PreviewsOf } from '../../lib/previews';
import type * as props from '../../lib/tableProps';
import type * as wire from '../../wire';

export type Printed = wire.LaborOfLovePrinted;
export type Piece = props.Piece<wire.LaborOfLoveView, Printed>;
export type Zone = props.Zone<wire.LaborOfLoveView, Printed>;
export type Shop = props.View<wire.LaborOfLoveView, Printed>;
export type Props = props.TableProps<wire.LaborOfLoveView, Printed, wire.LaborOfLoveAfter>;
export type Previews = PreviewsOf<wire.LaborOfLoveAfter>;
