// Python in a page: Pyodide with Parlour's sources, and the games' modules as its host. Used by the worker, and by tests.

import type { PyodideInterface } from 'pyodide';
import { Modules } from './modules';

export interface Place {
  /** A file of the folder of Python's parts. */
  read: (file: string) => Promise<Uint8Array>;
  loadPyodide: (options: { indexURL: string }) => Promise<PyodideInterface>;
  indexURL: string;
}

export interface Parts {
  wheel: string;
}

export async function startPython({ read, loadPyodide, indexURL }: Place) {
  const [python, sources, wheel] = await Promise.all([
    loadPyodide({ indexURL }),
    read('parlour.zip'),
    read('msgspec.whl'),
  ]);
  python.unpackArchive(wheel, 'wheel');
  python.unpackArchive(sources, 'zip');
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- Pyodide tells nobody else where its memory is
  const inside = (python as any)._module as { HEAPU8: Uint8Array };
  const modules = new Modules(read, () => inside.HEAPU8);
  python.registerJsModule('parlour_host', modules);
  python.runPython('import parlour.page.inside');
  return { python, modules };
}
