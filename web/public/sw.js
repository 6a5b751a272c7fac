// Keeps the pages, so that they open without a network, and shows notices while they are closed. Whoever delivers this
// file writes its version, the files that it keeps from the start, and whether a server answers behind the pages. A newer
// worker fills a cache of its own and takes over when every tab with the older pages is closed: no match loses a file.
const VERSION = '%VERSION%';
const FILES = %FILES%;
const SERVED = %SERVED%;
const { scope } = registration;
const CACHE = `parlour-${new URL(scope).pathname}-`;
const INDEX = SERVED ? './' : './index.html';
// What a proxy answers while there is no server behind it.
const NOBODY = [502, 503, 504];

const kept = () => caches.open(CACHE + VERSION);

addEventListener('install', (event) => {
  event.waitUntil(kept().then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: 'no-cache' })))));
});

addEventListener('activate', (event) => {
  const old = (name) => name.startsWith(CACHE) && name !== CACHE + VERSION;
  const dropped = caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))));
  event.waitUntil(dropped.then(() => clients.claim()));
});

addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(scope)) return;
  const path = request.url.slice(scope.length);
  if (!SERVED) event.respondWith(keptFirst(request.mode === 'navigate' ? INDEX : request));
  // What tables and seats are is asked of the server alone, and never kept.
  else if (request.mode === 'navigate' && !path.startsWith('api/')) event.respondWith(serverFirst(request));
  else if (path.startsWith('assets/')) event.respondWith(keptFirst(request, true));
});

/** A file that was kept, else from the server; one whose name changes with its content may be kept then. */
async function keptFirst(wanted, keep = false) {
  const cache = await kept();
  const found = await cache.match(wanted, { ignoreSearch: true });
  if (found) return found;
  const fresh = await fetch(wanted);
  if (keep && fresh.ok) await cache.put(wanted, fresh.clone());
  return fresh;
}

/** The page as the server has it; as it was kept, if nobody answers there. */
async function serverFirst(request) {
  const fresh = await fetch(request).catch(() => null);
  if (fresh && !NOBODY.includes(fresh.status)) return fresh;
  return (await (await kept()).match(INDEX)) ?? fresh ?? Response.error();
}

// Notices

addEventListener('push', (event) => {
  const { title, body, tag, path } = event.data.json();
  event.waitUntil(registration.showNotification(title, { body, tag, icon: './icon-192.png', data: { path } }));
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(`.${event.notification.data.path}`, scope).href));
});

/** The tab that shows a table, or a new one. */
async function open(url) {
  const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there = pages.find((page) => page.url.split('#')[0] === url);
  await (there ? there.focus() : clients.openWindow(url));
}
