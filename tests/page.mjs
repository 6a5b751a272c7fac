// Runs a Python file in a page's Python, without a browser: node page.mjs FOLDER GAME FILE...
// FOLDER is a built page; the files are put beside one another and the last one is imported, whose `everything(GAME)` is printed.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const web = new URL('../web/', import.meta.url);
const ts = createRequire(web)('typescript');
const made = mkdtempSync(join(tmpdir(), 'parlour-page-'));
for (const name of ['modules', 'python']) {
  const source = readFileSync(new URL(`src/local/${name}.ts`, web), 'utf8').replace("'./modules'", "'./modules.mjs'");
  writeFileSync(join(made, `${name}.mjs`), ts.transpile(source, { module: 'esnext', target: 'es2022' }));
}
const { startPython } = await import(pathToFileURL(join(made, 'python.mjs')).href);
rmSync(made, { recursive: true });

const [folder, game, ...files] = process.argv.slice(2);
const parts = join(folder, readdirSync(folder).find((name) => name.startsWith('parts-')));
const { loadPyodide } = await import(pathToFileURL(join(parts, 'pyodide.mjs')).href);
const read = async (file) => new Uint8Array(readFileSync(join(parts, file)));
const { python, modules } = await startPython({ read, loadPyodide, indexURL: parts });
await modules.load(game);
for (const file of files) python.FS.writeFile(`/home/pyodide/${basename(file)}`, readFileSync(file));
const name = basename(files.at(-1), '.py');
const text = python.runPython(`import json, ${name}\njson.dumps(${name}.everything(${JSON.stringify(game)}))`);
process.stdout.write(text, () => process.exit(0));
