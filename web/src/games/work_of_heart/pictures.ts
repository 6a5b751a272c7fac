// Which picture belongs to what, by its id in the edition. What an edition of one's own adds gets a plain one.

import named from '../../../art/work_of_heart/cards.json';

export const TRAIT_ICONS: Record<string, string> = named.traits;
const SIGNS: Record<string, string> = { event: 'k-event', action: 'k-action' };

const ACTIONS: Record<string, string> = named.actions;
export const actionIcon = (key: string | undefined) => ACTIONS[key ?? ''] ?? 'card-play';
export const spaceIcon = (kind: string, trait?: string | null) =>
  (trait && TRAIT_ICONS[trait]) || SIGNS[kind] || '';

// Signs, traits, and facades with the icons on them: once in the page, for all of the table shows them.
export const sprite: Record<string, string> = {
  ...import.meta.glob<string>('../../../art/work_of_heart/{b,k}-*.svg', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
  ...import.meta.glob<string>(
    '../../../art/icons/{rose,biceps,dove,light-bulb,tortoise,jester-hat,anvil,drama-masks,microphone,open-book,palette,paw-print,saxophone,weight-lifting-up}.svg',
    { query: '?raw', import: 'default', eager: true },
  ),
};
const facades = new Set(
  Object.keys(sprite).flatMap((path) => /\/(b-[\w-]+)\.svg$/.exec(path)?.slice(1) ?? []),
);
export const facade = (building: string) => (facades.has(`b-${building}`) ? `b-${building}` : 'b-other');

// Where an event happens, and the thing that it is about.
const SCENES: Record<string, string[]> = named.scenes;
export function sceneOf(key: string | undefined): [string, string] {
  const [backdrop = 'quad', prop = 'drama-masks'] = SCENES[key ?? ''] ?? [];
  return [backdrop, prop];
}

const drawn = {
  ...import.meta.glob<string>('../../../art/work_of_heart/{s,p,face,own}-*.svg', {
    query: '?raw',
    import: 'default',
  }),
  ...import.meta.glob<string>(
    '../../../art/icons/{roller-skate,treasure-map,pizza-slice,barefoot,book-pile,card-exchange,spyglass,robber-hand,siren,body-swapping,audio-cassette,clapperboard,bow-tie,glass-celebration,wind-slap,banana-peel,swap-bag,back-forth,wrapped-sweet,table,shaking-hands,coffee-cup,socks,love-letter,card-play,stone-bust,fencer,elevator,cake-slice,wooden-chair,wood-frame,mailbox,papers,top-hat,flame,noodles,chess-knight,boot-prints,hot-meal,teacher,magnifying-glass,paint-roller,shiny-apple,direction-sign,pencil-ruler,coffee-mug,grand-piano,quill-ink,umbrella,gloves,hourglass,deer-head,cat,tomato,public-speaker,puppet,paint-brush,strong,bus,banging-gavel,pine-tree,violin,stone-block,key,juggler,ballerina-shoes,theater-curtains,envelope}.svg',
    { query: '?raw', import: 'default' },
  ),
};
const byName = new Map(
  Object.entries(drawn).map(([path, load]) => [path.replace(/^.*\/|\.svg$/g, ''), load]),
);
const kept = new Map<string, Promise<string>>();

/** A larger picture, loaded when it is first shown; nothing if there is none of that name. */
export function picture(name: string): Promise<string> {
  const ready = sprite[`../../../art/icons/${name}.svg`] ?? '';
  if (!kept.has(name)) kept.set(name, byName.get(name)?.() ?? Promise.resolve(ready));
  return kept.get(name)!;
}

// A face stands in a group of its own, before beard and glasses: another mood is another face in its place.
const FACE = /<g transform="translate\(315 248\)">[^]*?(?=<g transform="translate\(279 400\)"|<\/g><\/svg>)/;
const inner = (svg: string) => svg.replace(/^[^]*?<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '');

/** Somebody's portrait in a mood: '' (everyday), joy, doubt, no. */
export async function portrait(key: string, mood = ''): Promise<string> {
  const svg = await picture(`p-${key}`);
  if (!mood || !svg) return svg;
  return svg.replace(FACE, inner(await picture(`face-${mood}`)));
}
