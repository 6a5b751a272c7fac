// Pages and tables are loaded when they are needed. One that does not come, as when the network changes meanwhile, is
// tried again once with the whole page, since browsers keep what has failed of it; after that the player is told.

const PAUSE = 1000;

export const loading = $state({ failed: false });

/** A part of the page by its name; one that cannot be loaded never comes, and `loading` says so. */
export function load<T>(name: string, part: () => Promise<T>): Promise<T> {
  const key = `again:${name}`;
  return part().then(
    (found) => {
      sessionStorage.removeItem(key);
      return found;
    },
    (fault: unknown) => {
      console.warn(`${name} could not be loaded:`, fault);
      if (sessionStorage.getItem(key)) loading.failed = true;
      else {
        sessionStorage.setItem(key, '1');
        setTimeout(() => location.reload(), PAUSE);
      }
      return new Promise<T>(() => {});
    },
  );
}
