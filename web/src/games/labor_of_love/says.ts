// What the prompt says of a choice that is taken up: the question, the answer, and the facts that the server has told.

import type { Preview } from '../../lib/previews';
import type { SeatInfo } from '../../lib/tableProps';
import { t } from '../../lib/words.svelte';
import { colourName, type Shop, type Would, type Zone } from './shop';

const zone = (shop: Shop, id: string): Zone | undefined => shop.zones.find((one) => one.id === id);
const parts = (move: string) => move.split(' ') as [string, string?];

/** The bulb that a move names: by its number among the edition's colours. */
function bulbOf(shop: Shop, near: number, place: string) {
  const colour = shop.edition.bulbs[Number(place.slice(1)) - 1]?.colour;
  return zone(shop, `board-${near}`)?.pieces.find((piece) => piece.colour === colour);
}

/** What a move would do, as the view tells it. */
export function wouldOf(shop: Shop, near: number, move: string | null): Would | null {
  const [kind, place = ''] = parts(move ?? '');
  if (kind === 'take') return zone(shop, 'row')?.pieces.find((piece) => piece.id === place)?.would ?? null;
  if (kind === 'glow') return bulbOf(shop, near, place)?.would ?? null;
  return null;
}

/** The question and its answer. */
export function asks(shop: Shop, move: string): { ask: string; yes: string } {
  const [kind, place = ''] = parts(move);
  if (kind === 'blind') return { ask: t('lol.blind.ask'), yes: t('lol.blind.yes') };
  if (kind === 'react') {
    const name = (zone(shop, place)?.pieces.at(-1)?.name ?? '').replace(/ \d+$/, '');
    return { ask: t('lol.take.ask', { name }), yes: t('lol.take.yes') };
  }
  if (kind === 'glow') {
    const colour = shop.edition.bulbs[Number(place.slice(1)) - 1]?.name ?? '';
    return { ask: t('lol.glow.ask', { colour }), yes: t('lol.glow.yes') };
  }
  const name = zone(shop, 'row')?.pieces.find((piece) => piece.id === place)?.name ?? '';
  return { ask: t('lol.make.ask', { name }), yes: t('lol.make.yes') };
}

/** Hours, points and where they come from, the light, what is left to choose, whose turn is next. */
export function factsOf(
  shop: Shop,
  seats: SeatInfo[],
  near: number,
  move: string,
  would: Would | null,
  previews: Map<string, Preview>,
): string {
  const [kind, place = ''] = parts(move);
  if (kind === 'blind')
    return (
      previews
        .get(move)
        ?.facts.map((fact) => fact.text)
        .join(' ') ?? ''
    );
  if (kind === 'react') return t('lol.sum', { n: zone(shop, place)?.sum ?? 0 });
  if (!would) return '';
  const name = (seat: number) => seats[seat]?.name ?? '';
  const hours = t(would.hours === 1 ? 'lol.f.hour' : 'lol.f.hours', { n: would.hours });
  const from = [
    t('lol.f.bulbs', { n: would.parts.bulbs }),
    would.parts.projects ? t('lol.f.project', { n: would.parts.projects }) : '',
    would.parts.reactions ? t('lol.f.cheers', { n: would.parts.reactions }) : '',
  ].filter(Boolean);
  const colour = colourName(shop.edition, would.colour);
  const next = typeof would.then === 'number' ? would.then : -1;
  return [
    would.hours ? hours : '',
    `+${would.points}: ${from.join(', ')}`,
    next < 0 ? '' : next === near ? t('lol.then.you') : t('lol.then', { name: name(next) }),
    would.spark ? t('lol.f.spark') : '',
    would.reactions ? t('lol.f.reaction') : '',
    would.alone ? t('lol.f.alone', { colour }) : '',
    typeof would.blocked_by === 'number' ? t('lol.f.blocked', { name: name(would.blocked_by) }) : '',
    would.saved > 0 ? t('lol.f.saved', { n: would.saved }) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
