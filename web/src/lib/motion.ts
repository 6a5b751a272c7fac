// Whether somebody has asked for less motion: their system, or this house by its settings, which load the page again.

const SETTING = 'motion';

export const calm =
  matchMedia('(prefers-reduced-motion: reduce)').matches || localStorage.getItem(SETTING) === 'less';

export const lessMotion = {
  get on(): boolean {
    return localStorage.getItem(SETTING) === 'less';
  },
  set on(value: boolean) {
    localStorage.setItem(SETTING, value ? 'less' : 'full');
  },
};

if (calm) document.documentElement.dataset.calm = '';
