// Runs packing.py in Pyodide: node packing.mjs PYODIDE WHEEL LIBRARY PARLOUR, msgspec's wheel and two archives
// that are replaced by their compiled form.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, wheel, ...archives] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(join(folder, 'pyodide.mjs')).href);
const python = await loadPyodide({ indexURL: folder });
const [home, out] = ['/home/pyodide', '/tmp'];
python.unpackArchive(new Uint8Array(readFileSync(wheel)), 'wheel');
archives.forEach((path, i) => python.FS.writeFile(`${out}/${i}`, readFileSync(path)));
python.FS.writeFile(`${home}/packing.py`, readFileSync(new URL('packing.py', import.meta.url)));
const names = ['0', '1', '2', '3'].map((name) => JSON.stringify(`${out}/${name}`));
try {
  python.runPython(`import packing\npacking.pack(${names})`);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
archives.forEach((path, i) => writeFileSync(path, python.FS.readFile(`${out}/${i + archives.length}`)));
process.exit(0);
