// Portrait recipes of Perfect Match's eighteen contestants (DiceBear Open Peeps, CC0 1.0).
import { createAvatar } from '@dicebear/core';
import * as openPeeps from '@dicebear/open-peeps';
import { optimize } from 'svgo';

// id: head, hair, skin, clothes, facial hair, glasses, everyday face
const CAST = {
  ada: ['bun', '4a312c', 'ffdbb4', '6f8f83', null, 'glasses2', 'calm'],
  boris: ['noHair2', '2c1b18', 'edb98a', '8a5a7a', 'moustache4', null, 'smile'],
  celeste: ['afro', '2c1b18', '8f5f41', 'd9a441', null, null, 'smile'],
  dmitri: ['short4', '724133', 'ffdbb4', '5d7396', 'moustache2', 'glasses', 'serious'],
  esme: ['hatHip', 'a55728', 'edb98a', 'b5665a', null, 'sunglasses2', 'cheeky'],
  farid: ['turban', 'b5665a', 'd08b5b', 'e0b265', 'full2', null, 'eatingHappy'],
  greta: ['mediumBangs2', 'c93305', 'ffdbb4', '4f7a9a', null, null, 'cheeky'],
  hugo: ['pomp', 'd6b370', 'ffdbb4', '7a4a6a', null, null, 'explaining'],
  ines: ['long', '2c1b18', 'd08b5b', 'c0566b', null, null, 'smile'],
  jonah: ['hatBeanie', '8a6a3a', 'a5683f', '6b8a5a', 'chin', null, 'suspicious'],
  kiko: ['buns', '2c1b18', 'edb98a', 'e08a7a', null, null, 'cute'],
  leopold: ['grayShort', 'e8e1e1', 'ffdbb4', '5a4a4a', 'moustache9', null, 'calm'],
  marisol: ['longCurly', '4a312c', 'd08b5b', 'e6b85c', null, null, 'eatingHappy'],
  nils: ['short5', 'ecdcbf', 'ffdbb4', '3f4a6a', 'goatee2', null, 'contempt'],
  oona: ['grayBun', 'e8e1e1', 'ffdbb4', '8a7aa0', null, 'glasses3', 'old'],
  percy: ['flatTop', '2c1b18', '8a5a3d', '4a4a55', 'moustache1', null, 'concerned'],
  quilla: ['bangs', '5a3a2c', 'a5683f', '5a8a7a', null, null, 'calm'],
  rufus: ['short2', 'a55728', 'ffdbb4', '9a8a4a', 'full', null, 'smileBig'],
};
// The other moods: a card may be slipped in, a match, a date that fails, those who watch it fail.
const MOODS = { idle: null, awe: 'awe', joy: 'lovingGrin1', cold: 'contempt', sad: 'concernedFear' };
const INK = '#2f1a33';

function draw(id, mood) {
  const [head, hair, skin, clothes, beard, glasses, face] = CAST[id];
  return createAvatar(openPeeps, {
    seed: id,
    head: [head],
    headContrastColor: [hair],
    skinColor: [skin],
    clothingColor: [clothes],
    face: [MOODS[mood] ?? face],
    facialHair: beard ? [beard] : [],
    facialHairProbability: beard ? 100 : 0,
    accessories: glasses ? [glasses] : [],
    accessoriesProbability: glasses ? 100 : 0,
    maskProbability: 0,
  }).toString();
}

// Without DiceBear's own mask (hair may stand out of the box), whole numbers, house ink: about 5 kB a portrait.
function thin(svg) {
  const open = svg.replace(/<mask.*?<\/mask>/s, '').replace(/ mask="url\(#viewboxMask\)"/, '');
  const plugins = [
    'removeMetadata',
    { name: 'convertPathData', params: { floatPrecision: 0 } },
    'cleanupIds',
    'collapseGroups',
    { name: 'convertTransform', params: { floatPrecision: 1 } },
    'convertColors',
  ];
  return optimize(open, { multipass: true, floatPrecision: 0, plugins }).data.replaceAll('#000', INK);
}

/** Every portrait by its file name, `<id>-<mood>`. */
export function portraits() {
  const names = Object.keys(CAST).flatMap((id) => Object.keys(MOODS).map((mood) => [id, mood]));
  return Object.fromEntries(names.map(([id, mood]) => [`${id}-${mood}`, thin(draw(id, mood))]));
}
