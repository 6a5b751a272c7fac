// Where we are: the path and what stands behind the #, without a framework. In a page that is its own house the path
// stands behind the # itself: `#/rules/heartcatchers#HC-12`.

import { BASE, HERE, under } from './base';

function read() {
  if (!HERE) {
    return {
      path: location.pathname.slice(BASE.length) || '/',
      hash: location.hash.slice(1),
      query: new URLSearchParams(location.search),
    };
  }
  const [whole = '', hash = ''] = location.hash.slice(1).split('#');
  const [path, query = ''] = whole.split('?');
  return { path: path || '/', hash, query: new URLSearchParams(query) };
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
  if (!link || link.target || link.origin !== location.origin) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  if (HERE) return followHere(event, link);
  if (link.hasAttribute('download')) return;
  if (!link.pathname.startsWith(under('/')) || link.pathname.startsWith(under('/api/'))) return;
  if (link.pathname === location.pathname && link.hash) return;
  event.preventDefault();
  go(link.pathname.slice(BASE.length) + link.search + link.hash);
}

function followHere(event: MouseEvent, link: HTMLAnchorElement): void {
  const to = link.getAttribute('href') ?? '';
  if (!to.startsWith('#')) return;
  event.preventDefault();
  if (to.startsWith('#/api/'))
    return void import('../local/files').then(({ download }) => download(to.slice(1)));
  if (to.startsWith('#/')) return go(to.slice(1));
  // A place on this page.
  go(`${location.hash.slice(1).split('#')[0] || '/'}${to}`, true);
  document.getElementById(to.slice(1))?.scrollIntoView();
}
