// Keeps this page, so that it opens without a network. The list of its files belongs to one version: a newer worker
// fills a cache of its own and takes over when every tab with the older page is closed, so no running match loses a file.
const VERSION = '%VERSION%';
const FILES = %FILES%;
const CACHE = `parlour-${new URL(registration.scope).pathname}-`;

addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE + VERSION).then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: 'no-cache' })))));
});

addEventListener('activate', (event) => {
  const old = (name) => name.startsWith(CACHE) && name !== CACHE + VERSION;
  const dropped = caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))));
  event.waitUntil(dropped.then(() => clients.claim()));
});

addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(registration.scope)) return;
  const wanted = request.mode === 'navigate' ? './index.html' : request;
  event.respondWith(
    caches.open(CACHE + VERSION).then(async (cache) => (await cache.match(wanted, { ignoreSearch: true })) ?? fetch(request)),
  );
});
