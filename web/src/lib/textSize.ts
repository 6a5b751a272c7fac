// How large the words beside the board are: question, story, rules, drawers. What is drawn on the board grows with it.

export const SIZES = ['usual', 'large', 'largest'] as const;
export type TextSize = (typeof SIZES)[number];

export function textSize(): TextSize {
  const kept = localStorage.getItem('text') as TextSize;
  return SIZES.includes(kept) ? kept : 'usual';
}

export function setTextSize(size: TextSize): void {
  localStorage.setItem('text', size);
  show(size);
}

function show(size: TextSize): void {
  if (size === 'usual') delete document.documentElement.dataset.text;
  else document.documentElement.dataset.text = size;
}

show(textSize());
