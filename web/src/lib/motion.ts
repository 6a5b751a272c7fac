// Whether somebody has asked their system for less motion.
export const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
