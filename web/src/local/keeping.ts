// Tables in the browser's own database: each is one value of bytes, written anew after every change.

const NAME = 'parlour';
const TABLES = 'tables';

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

export async function keep(id: string, data: Uint8Array | null): Promise<void> {
  // What fails here is told by the house in the reader's language.
  const change = (await database()).transaction(TABLES, 'readwrite', { durability: 'strict' });
  const kept = new Promise<void>((found, failed) => {
    change.oncomplete = () => found();
    change.onabort = change.onerror = () => failed(change.error);
  });
  const tables = change.objectStore(TABLES);
  if (data) tables.put(data, id);
  else tables.delete(id);
  await kept;
}

export async function everything(): Promise<Uint8Array[]> {
  try {
    const tables = (await database()).transaction(TABLES).objectStore(TABLES);
    return (await done(tables.getAll())) as Uint8Array[];
  } catch {
    return [];
  }
}
