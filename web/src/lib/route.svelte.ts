// Where we are: the path and what stands behind the #, without a framework.

import { BASE, under } from './base';

function read() {
  return {
    path: location.pathname.slice(BASE.length) || '/',
    hash: location.hash.slice(1),
    query: new URLSearchParams(location.search),
  };
}

export const route = $state(read());

export function go(to: string, replace = false): void {
  history[replace ? 'replaceState' : 'pushState'](null, '', under(to));
  Object.assign(route, read());
  if (!replace) scrollTo(0, 0);
}

addEventListener('popstate', () => Object.assign(route, read()));
addEventListener('hashchange', () => Object.assign(route, read()));

/** Links inside the house change the page without loading it anew. */
export function follow(event: MouseEvent): void {
  const link = (event.target as Element).closest('a');
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  if (!link.pathname.startsWith(under('/')) || link.pathname.startsWith(under('/api/'))) return;
  if (link.pathname === location.pathname && link.hash) return;
  event.preventDefault();
  go(link.pathname.slice(BASE.length) + link.search + link.hash);
}
