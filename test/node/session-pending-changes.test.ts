import { mkdtemp, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { addPendingChange, listPendingChanges, removePendingChanges } from '../../src/node/inject/pending-changes.js';

const log = {
  info: () => undefined,
  warn: (line: string) => expect.fail(line),
  error: (line: string) => expect.fail(line),
};
let parent: string;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'memdir-late-'));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

it.skipIf(process.platform === 'win32')(
  'a change is kept although others take the empty folder away while it is written',
  async () => {
    const folder = join(parent, 's.late');
    let left = 0;
    let isOver = false;
    const other = (async () => {
      while (!isOver) {
        if (left <= 0) await setImmediate();
        else
          await rmdir(folder).then(
            () => left--,
            () => undefined,
          );
      }
    })();
    const seen: string[] = [];
    try {
      for (let at = 0; at < 50; at++) {
        left = 3;
        await addPendingChange(folder, { forgot: false, given: [`m${at}`], bytes: 1, tools: [], choice: [] });
        left = 0;
        const changes = await listPendingChanges(folder, log);
        seen.push(...changes.flatMap(({ change }) => change.given));
        await removePendingChanges(folder, changes, log);
      }
    } finally {
      isOver = true;
      await other;
    }
    expect(seen).toEqual(Array.from({ length: 50 }, (_, at) => `m${at}`));
  },
);
