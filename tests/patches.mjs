// Reads conversations from standard input, each a list of messages with the tables that they stand for, and holds what
// the browser's code makes of the messages against these tables.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const web = new URL('../web/', import.meta.url);
const ts = createRequire(web)('typescript');
const source = readFileSync(new URL('src/lib/patches.ts', web), 'utf8');
const script = ts.transpile(source, { module: 'esnext', target: 'es2022' });
const { Snapshots } = await import(`data:text/javascript,${encodeURIComponent(script)}`);

for (const conversation of JSON.parse(readFileSync(0, 'utf8'))) {
  const snapshots = new Snapshots();
  for (const [message, whole] of conversation) {
    const before = JSON.stringify(snapshots.base);
    const held = snapshots.base;
    assert.deepEqual(snapshots.read(message), whole);
    assert.equal(JSON.stringify(held), before, 'an old snapshot was changed');
  }
}
