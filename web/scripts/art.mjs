// Copies the icons and portraits that are used from their packages into art/ and writes their credits.
//   node scripts/art.mjs
// art/used.json names the icons; art/authors.tsv has the author of each game-icon. Everything else in art/ is ours.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { portraits } from './cast.mjs';

const ART = new URL('../art/', import.meta.url);
const require = createRequire(import.meta.url);
const read = (name) => fs.readFileSync(new URL(name, ART), 'utf8');

function write(name, text) {
  const file = new URL(name, ART);
  fs.mkdirSync(new URL('.', file), { recursive: true });
  fs.writeFileSync(file, text.endsWith('\n') ? text : `${text}\n`);
}

function icon(set, name) {
  const found = set.icons[name] ?? set.icons[set.aliases?.[name]?.parent];
  if (!found) throw new Error(`No icon ${name} in ${set.prefix}`);
  const size = [found.width ?? set.width ?? 16, found.height ?? set.height ?? 16].join(' ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size}">${found.body}</svg>`;
}

const used = JSON.parse(read('used.json'));
const games = require('@iconify-json/game-icons/icons.json');
const faces = require('@iconify-json/fluent-emoji-flat/icons.json');
const authors = Object.fromEntries(
  read('authors.tsv')
    .trim()
    .split('\n')
    .map((line) => line.split('\t')),
);

for (const name of used['game-icons']) write(`icons/${name}.svg`, icon(games, name));
for (const [ours, name] of Object.entries(used['fluent-emoji-flat']))
  write(`reactions/${ours}.svg`, icon(faces, name));
for (const [ours, name] of Object.entries(used.talk)) write(`talk/${ours}.svg`, icon(faces, name));
for (const [name, svg] of Object.entries(portraits())) write(`portraits/${name}.svg`, svg);

// ---------- credits ----------
const CC_BY = 'https://creativecommons.org/licenses/by/3.0/';
const byAuthor = {};
for (const name of used['game-icons']) {
  if (!authors[name]) throw new Error(`art/authors.tsv has no author for ${name}`);
  (byAuthor[authors[name]] ??= []).push(name);
}
const licence = (folder, file = 'LICENSE') =>
  fs.readFileSync(new URL(`../node_modules/${folder}/${file}`, import.meta.url), 'utf8').trim();

const credits = {
  icons: Object.entries(byAuthor)
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([author, names]) => ({ author, names: names.sort() })),
  iconsLicence: { name: 'CC BY 3.0', link: CC_BY, source: 'https://game-icons.net' },
  parts: [
    {
      what: 'Fluent Emoji (flat): the reactions of the workshop and of the talk',
      by: 'Microsoft',
      licence: 'MIT',
      link: 'https://github.com/microsoft/fluentui-emoji',
    },
    {
      what: 'Lucide: the controls',
      by: 'Lucide contributors',
      licence: 'ISC',
      link: 'https://lucide.dev/license',
    },
    {
      what: 'Open Peeps: the portraits',
      by: 'Pablo Stanley; drawn with DiceBear (MIT)',
      licence: 'CC0 1.0',
      link: 'https://creativecommons.org/publicdomain/zero/1.0/',
    },
    {
      what: 'Fraunces',
      by: 'The Fraunces Project Authors',
      licence: 'OFL 1.1',
      link: 'https://openfontlicense.org',
    },
    { what: 'Source Sans 3', by: 'Adobe', licence: 'OFL 1.1', link: 'https://openfontlicense.org' },
    {
      what: 'uqr: QR codes',
      by: 'Anthony Fu and Project Nayuki',
      licence: 'MIT',
      link: 'https://github.com/unjs/uqr',
    },
  ],
};
write('credits.json', JSON.stringify(credits, null, 1));

const MIT_FLUENT = licence('@dicebear/core').replace(/Copyright.*/, 'Copyright (c) Microsoft Corporation.');
const texts = [
  ['MIT: Fluent Emoji', MIT_FLUENT],
  ['MIT: DiceBear', licence('@dicebear/core')],
  ['MIT: uqr', licence('uqr')],
  ['ISC: Lucide', licence('@lucide/svelte')],
  ['OFL 1.1: Fraunces', licence('@fontsource-variable/fraunces')],
  ['OFL 1.1: Source Sans 3', licence('@fontsource-variable/source-sans-3')],
];
const lines = [
  '# Credits of the art',
  '',
  'Written by `web/scripts/art.mjs`. Shapes, cards, covers, tables and figures that are not named here are drawn for this project.',
  '',
  `## Icons of game-icons.net, [CC BY 3.0](${CC_BY}), recoloured`,
  '',
  ...credits.icons.map(({ author, names }) => `- ${author}: ${names.join(', ')}`),
  '',
  '## Other parts',
  '',
  ...credits.parts.map((p) => `- ${p.what}: ${p.by}, [${p.licence}](${p.link})`),
  '',
  '## Licence texts',
  ...texts.flatMap(([title, text]) => ['', `### ${title}`, '', '```', text, '```']),
];
write('CREDITS.md', lines.join('\n'));
