// How much room there is. Below 700 px it is a phone; below 1100 px the rail becomes a sheet.

import { MediaQuery } from 'svelte/reactivity';

const phone = new MediaQuery('max-width: 699px');
const rail = new MediaQuery('min-width: 1100px');
const touch = new MediaQuery('pointer: coarse');

export const screen = {
  get phone() {
    return phone.current;
  },
  get rail() {
    return rail.current;
  },
  get touch() {
    return touch.current;
  },
};
