/** The folder in which Claude Code keeps its memory, as it tells its model, for the folders that it is started in. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Bed, makeBed } from './bed.mjs';
import { claudeEnv, conversations } from './claude-session.mjs';
import { FOLDERS } from './folders.mjs';
import { clientOf } from './install.mjs';
import { anthropic } from './models/anthropic.mjs';
import { startModel, textsIn } from './models/server.mjs';

const { program, reason } = await clientOf('claude');

/** Folders with and without git; the rows after them are settings, which test/node compares without a client. */
const STARTS = FOLDERS.slice(
  0,
  FOLDERS.findIndex(({ name }) => name.startsWith('autoMemoryDirectory')),
);

/** As the system prompt names it; undefined where it names none. */
function memoryFolder(request: unknown): string | undefined {
  for (const text of textsIn(request)) {
    const found = / at `([^`]+?)\/`\. This directory (?:already exists|does not)/.exec(text);
    if (found !== null) return found[1];
  }
  return undefined;
}

describe.skipIf(reason)('Claude Code keeps its memory where Memdir finds it', { concurrent: true }, () => {
  let bed = {} as Bed;
  beforeAll(async () => {
    bed = await makeBed(program);
  });
  afterAll(() => bed.close());

  it('in at least 30 folders', ({ expect: expectHere }) => {
    expectHere(STARTS.length).toBeGreaterThanOrEqual(30);
  });

  it.each(STARTS)('$name', async ({ name, make, memory }) => {
    const root = path.join(bed.home, `r${FOLDERS.findIndex((each) => each.name === name)}`);
    const home = path.join(root, 'home');
    await mkdir(home, { recursive: true });
    const { cwd, env = {} } = make(root);
    const model = await startModel(anthropic);
    try {
      const ran = await bed.run(program, ['-p', 'Hello', '--strict-mcp-config'], {
        cwd,
        env: { ...claudeEnv(model), HOME: home, USERPROFILE: home, ...env },
      });
      expect(memoryFolder(conversations(model)[0]), `${ran.stdout}${ran.stderr}`).toBe(memory(root));
    } finally {
      await model.close();
    }
  });
});
