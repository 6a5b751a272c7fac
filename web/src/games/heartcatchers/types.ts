// The view of Heartcatchers as its table reads it: the generated types of the wire, with what the edition prints.

import type { Preview as PreviewOf, Previews as PreviewsOf } from '../../lib/previews';
import type * as props from '../../lib/tableProps';
import type * as wire from '../../wire';

type Printed = wire.HeartcatchersPrinted;
export type Piece = props.Piece<wire.HeartcatchersView, Printed>;
export type Zone = props.Zone<wire.HeartcatchersView, Printed>;
export type View = props.View<wire.HeartcatchersView, Printed>;
export type Props = props.TableProps<wire.HeartcatchersView, Printed, wire.HeartcatchersAfter>;
export type Preview = PreviewOf<wire.HeartcatchersAfter>;
export type Previews = PreviewsOf<wire.HeartcatchersAfter>;
