// Saved games as files: out of the page and into it.

import { answer } from './house';

export async function download(path: string): Promise<void> {
  const response = await answer(path, {});
  const text = await response.text();
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = `parlour-${/tables\/([\w-]+)\//.exec(path)?.[1] ?? 'game'}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Lay a table at which the game of a file goes on; its path, or the sentence that says why not. */
export async function bring(file: File): Promise<{ path?: string; failed?: string }> {
  const body = await file.text();
  const response = await answer(`/api/saves?name=${encodeURIComponent(file.name)}`, { method: 'POST', body });
  const found = (await response.json()) as { path?: string; title?: string };
  return response.ok ? { path: found.path } : { failed: found.title };
}
