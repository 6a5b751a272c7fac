// Which picture belongs to what, by its id in the edition. What an edition of one's own adds gets a plain one.

export const TRAIT_ICONS: Record<string, string> = {
  charm: 'rose',
  brawn: 'biceps',
  kindness: 'dove',
  smarts: 'light-bulb',
  tenacity: 'tortoise',
  humor: 'jester-hat',
  mojo: 'k-mojo',
};
const SIGNS: Record<string, string> = { event: 'k-event', action: 'k-action' };

const ACTIONS: Record<string, string> = {
  rollerblades: 'roller-skate',
  'annotated-map': 'treasure-map',
  'pizza-run': 'pizza-slice',
  barefoot: 'barefoot',
  'cram-session': 'book-pile',
  'change-of-major': 'card-exchange',
  'sketchbook-snoop': 'spyglass',
  'light-fingers': 'robber-hand',
  'fire-drill': 'siren',
  'mistaken-identity': 'body-swapping',
  'study-buddy': 'open-book',
  mixtape: 'audio-cassette',
  'take-two': 'clapperboard',
  'best-behaviour': 'bow-tie',
  'standing-ovation': 'glass-celebration',
  tailwind: 'wind-slap',
  'banana-peel': 'banana-peel',
  'five-finger-discount': 'swap-bag',
  'trading-places': 'back-forth',
  'cough-drop': 'wrapped-sweet',
  'wobbly-table': 'table',
  'wing-person': 'shaking-hands',
  'double-espresso': 'coffee-cup',
  'care-package': 'socks',
  'love-letter-draft': 'love-letter',
};
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
const SCENES: Record<string, [string, string]> = {
  'founders-day-parade': ['quad', 'stone-bust'],
  'fencing-in-the-foyer': ['hall', 'fencer'],
  'the-elevator-is-stuck': ['corridor', 'elevator'],
  'pie-social': ['quad', 'cake-slice'],
  'speed-critique': ['studio', 'wooden-chair'],
  'charity-portrait-marathon': ['studio', 'wood-frame'],
  'secret-valentine-box': ['corridor', 'mailbox'],
  'grant-application-night': ['library', 'papers'],
  'the-deans-impression-contest': ['stage', 'top-hat'],
  'twelve-hour-improv': ['stage', 'drama-masks'],
  'moving-day-at-the-library': ['library', 'book-pile'],
  'the-kiln-will-not-wait': ['night', 'flame'],
  'goose-on-the-loose': ['quad', 'own-goose'],
  'build-a-bridge-from-spaghetti': ['studio', 'noodles'],
  'human-chess': ['quad', 'chess-knight'],
  'three-legged-mile': ['quad', 'boot-prints'],
  'exam-week-soup-kitchen': ['hall', 'hot-meal'],
  'tutoring-the-tutors': ['library', 'teacher'],
  'talent-show-no-talent-required': ['stage', 'microphone'],
  'campus-wide-scavenger-hunt': ['quad', 'magnifying-glass'],
  'wet-paint': ['corridor', 'paint-roller'],
  'the-life-model-is-ill': ['studio', 'shiny-apple'],
  'lost-freshman': ['corridor', 'direction-sign'],
  'pop-quiz': ['hall', 'pencil-ruler'],
  'kiln-watch': ['night', 'flame'],
  'open-mic-emergency': ['stage', 'microphone'],
  'the-coffee-queue': ['corridor', 'coffee-mug'],
  'piano-on-the-stairs': ['corridor', 'grand-piano'],
  'the-peer-review': ['library', 'quill-ink'],
  'rain-on-the-exhibition': ['quad', 'umbrella'],
  'the-duel': ['hall', 'gloves'],
  'hypnosis-night': ['stage', 'hourglass'],
  'the-mascots-day-off': ['quad', 'deer-head'],
  'elevator-pitch': ['corridor', 'elevator'],
  'a-cat-in-the-still-life': ['studio', 'cat'],
  'the-anonymous-poem': ['corridor', 'love-letter'],
  'roof-garden-rescue': ['roof', 'tomato'],
  'the-weeping-sculptor': ['studio', 'stone-bust'],
  'fire-alarm-sonata': ['hall', 'siren'],
  'the-endless-lecture': ['hall', 'public-speaker'],
  'puppet-trouble': ['stage', 'puppet'],
  'chalk-on-the-quad': ['quad', 'paint-brush'],
  'the-group-project': ['library', 'papers'],
  'arm-wrestling-the-bronze': ['hall', 'strong'],
  'night-bus': ['night', 'bus'],
  'the-wrong-classroom': ['hall', 'banging-gavel'],
  'costume-fitting': ['stage', 'pine-tree'],
  'the-stray-orchestra': ['corridor', 'violin'],
  'marble-delivery': ['quad', 'stone-block'],
  'the-honest-critic': ['studio', 'wood-frame'],
  'secret-admirers-locker': ['corridor', 'key'],
  'the-goose-returns': ['corridor', 'own-goose'],
  'mime-in-distress': ['quad', 'juggler'],
  'the-forged-masterpiece': ['hall', 'palette'],
  'all-nighter': ['night', 'hourglass'],
  'slow-dance-studies': ['hall', 'ballerina-shoes'],
  'heavy-curtain': ['stage', 'theater-curtains'],
  'letters-home': ['library', 'envelope'],
  'the-unreliable-map': ['roof', 'treasure-map'],
  'laughing-in-the-library': ['library', 'open-book'],
};
export const sceneOf = (key: string | undefined): [string, string] =>
  SCENES[key ?? ''] ?? ['quad', 'drama-masks'];

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
