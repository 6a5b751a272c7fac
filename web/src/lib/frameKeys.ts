// The keys that are the same at every table: help, rules, undo, hint, all moves, and going on.

/** What the prompt does when a key asks for it. */
export interface Prompting {
  help: () => void;
  undo: () => void;
  hint: () => void;
  skip: () => void;
  /** Plays the likeliest answer, and says whether there was one. */
  answer: () => boolean;
}

export function frameKey(
  event: KeyboardEvent,
  prompt: Prompting | null,
  frame: { rules: () => void; list: (() => void) | undefined; waiting: boolean },
): void {
  const at = event.target as Element;
  if (at.closest('input, textarea, select, dialog') || event.ctrlKey || event.metaKey || event.altKey) return;
  const onward = !at.closest('button, a');
  if (event.key === '?') prompt?.help();
  else if (event.key === 'r') frame.rules();
  else if (event.key === 'u') prompt?.undo();
  else if (event.key === 'h') prompt?.hint();
  else if (event.key === 'l' && frame.list) {
    // Else the letter would be typed into the field that is focused now.
    event.preventDefault();
    frame.list();
  } else if (event.key === ' ' && frame.waiting && onward) {
    event.preventDefault();
    prompt?.skip();
  } else if ((event.key === ' ' || event.key === 'Enter') && onward && prompt?.answer())
    event.preventDefault();
}
