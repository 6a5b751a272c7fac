// The pictures of this table: shapes and bulbs of its own, icons of crafts and projects, and the five reactions.
// A project is drawn by its id; one that this house does not know gets the icon of its craft.

import named from '../../../art/labor_of_love/cards.json';

export const files: Record<string, string> = {
  ...import.meta.glob<string>(['../../../art/labor_of_love/*.svg', '../../../art/reactions/*.svg'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
  ...import.meta.glob<string>(
    [
      '../../../art/icons/bad-gnome.svg',
      '../../../art/icons/ballerina-shoes.svg',
      '../../../art/icons/barn-owl.svg',
      '../../../art/icons/basket.svg',
      '../../../art/icons/bear-head.svg',
      '../../../art/icons/big-egg.svg',
      '../../../art/icons/bird-house.svg',
      '../../../art/icons/bonsai-tree.svg',
      '../../../art/icons/bowl-spiral.svg',
      '../../../art/icons/bubbling-bowl.svg',
      '../../../art/icons/butter.svg',
      '../../../art/icons/candle-light.svg',
      '../../../art/icons/canoe.svg',
      '../../../art/icons/chess-knight.svg',
      '../../../art/icons/clothespin.svg',
      '../../../art/icons/coffee-mug.svg',
      '../../../art/icons/cooking-pot.svg',
      '../../../art/icons/cool-spices.svg',
      '../../../art/icons/daisy.svg',
      '../../../art/icons/engagement-ring.svg',
      '../../../art/icons/envelope.svg',
      '../../../art/icons/flower-emblem.svg',
      '../../../art/icons/fox-head.svg',
      '../../../art/icons/gloves.svg',
      '../../../art/icons/guitar.svg',
      '../../../art/icons/hand-saw.svg',
      '../../../art/icons/herbs-bundle.svg',
      '../../../art/icons/hourglass.svg',
      '../../../art/icons/incense.svg',
      '../../../art/icons/ladder.svg',
      '../../../art/icons/leaf-skeleton.svg',
      '../../../art/icons/linden-leaf.svg',
      '../../../art/icons/marbles.svg',
      '../../../art/icons/mason-jar.svg',
      '../../../art/icons/old-lantern.svg',
      '../../../art/icons/orange-slice.svg',
      '../../../art/icons/plant-seed.svg',
      '../../../art/icons/poncho.svg',
      '../../../art/icons/porcelain-vase.svg',
      '../../../art/icons/ring-box.svg',
      '../../../art/icons/rocking-chair.svg',
      '../../../art/icons/sailboat.svg',
      '../../../art/icons/seedling.svg',
      '../../../art/icons/slingshot.svg',
      '../../../art/icons/snail.svg',
      '../../../art/icons/soap.svg',
      '../../../art/icons/socks.svg',
      '../../../art/icons/spoon.svg',
      '../../../art/icons/spoted-flower.svg',
      '../../../art/icons/stone-bust.svg',
      '../../../art/icons/swap-bag.svg',
      '../../../art/icons/t-shirt.svg',
      '../../../art/icons/teapot.svg',
      '../../../art/icons/towel.svg',
      '../../../art/icons/vertical-banner.svg',
      '../../../art/icons/vine-leaf.svg',
      '../../../art/icons/whistle.svg',
      '../../../art/icons/winter-hat.svg',
      '../../../art/icons/wood-frame.svg',
      '../../../art/icons/yarn.svg',
    ],
    { query: '?raw', import: 'default', eager: true },
  ),
};

const CRAFTS: Record<string, string> = {
  yarn: 'yarn',
  wood: 'hand-saw',
  leaf: 'linden-leaf',
  clay: 'porcelain-vase',
};
const NAMED: Record<string, string> = named;
const known = new Set(Object.keys(files).map((path) => path.replace(/^.*\/|\.svg$/g, '')));

/** The icon of a craft, or nothing for one that this house does not know. */
export const craftIcon = (craft: string): string => CRAFTS[craft] ?? '';

/** The picture of a project. */
export const picture = (id: string, craft: string): string => NAMED[id] ?? craftIcon(craft);

/** Whether there is a picture of this name; a reaction without one is shown as its sign. */
export const drawn = (name: string): boolean => known.has(name);
