// Tables in the browser's own database: each is one value of bytes, written anew after every change.

const NAME = 'parlour';
const TABLES = 'tables';
export const FULL = 'The browser has no room left to keep this game; free some, or save the game as a file.';
export const FORBIDDEN = 'The browser does not let this page keep anything, so nothing can be played here.';

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((found, failed) => {
    request.onsuccess = () => found(request.result);
    request.onerror = () => failed(request.error);
  });

let opened: Promise<IDBDatabase> | null = null;

function database(): Promise<IDBDatabase> {
  opened ??= (async () => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(TABLES);
    return done(request);
  })();
  opened.catch(() => (opened = null));
  return opened;
}

const sentence = (error: unknown) =>
  new Error((error as DOMException | null)?.name === 'QuotaExceededError' ? FULL : FORBIDDEN);

export async function keep(id: string, data: Uint8Array | null): Promise<void> {
  try {
    const change = (await database()).transaction(TABLES, 'readwrite', { durability: 'strict' });
    const kept = new Promise<void>((found, failed) => {
      change.oncomplete = () => found();
      change.onabort = change.onerror = () => failed(change.error);
    });
    const tables = change.objectStore(TABLES);
    if (data) tables.put(data, id);
    else tables.delete(id);
    await kept;
  } catch (error) {
    throw sentence(error);
  }
}

export async function everything(): Promise<Uint8Array[]> {
  try {
    const tables = (await database()).transaction(TABLES).objectStore(TABLES);
    return (await done(tables.getAll())) as Uint8Array[];
  } catch {
    return [];
  }
}
