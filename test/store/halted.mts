/**
 * Child process of processes.test.ts: opens an index, puts a document into it, and closes it when its input ends. Before its first call of `halt` it
 * says so, and stands still until the file `go` is there.
 */
import { once } from 'node:events';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

import { openSqliteIndex } from '../../src/store/sqlite/open.js';
import { quiet, sample } from './samples.js';

const [file = '', who = '', go = '', halt = ''] = process.argv.slice(2);
const LOOK_MS = 10;

function standStill(): void {
  fs.writeSync(1, 'halted\n');
  while (!fs.existsSync(go)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS);
}

if (halt === 'renameSync' || halt === 'rmSync') {
  const call = fs[halt] as (...given: readonly unknown[]) => void;
  let halted = false;
  fs[halt] = (...given: readonly unknown[]) => {
    if (!halted) {
      halted = true;
      standStill();
    }
    call(...given);
  };
  syncBuiltinESMExports();
}
const store = await openSqliteIndex({ file, log: quiet });
await store.apply({ upsert: [sample(`s/${who}.md`, who)], remove: [] });
const { rebuilt, reason } = await store.health();
fs.writeSync(1, `${reason ?? rebuilt ?? 'plain'}\n`);
await once(process.stdin.resume(), 'end');
await store.close();
