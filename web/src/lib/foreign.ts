// What a table says of an edition that does not come with its game: its title, and who says that they made it.

import type { ForeignEdition } from '../wire';
import { t } from './words.svelte';

export const foreignText = ({ title, by }: ForeignEdition) =>
  t(by ? 'table.edition.by' : 'table.edition', { title, by: by ?? '' });
