/** The loaded part of an index, byte for byte as Claude Code puts it before its model. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { parseIndex } from '../../src/core/index/index-file.js';
import { createFiles } from '../../src/node/files/memory-files.js';
import { type Bed, makeBed } from './bed.mjs';
import { type ClaudeSession, conversations, loadedIndex, startClaude } from './claude-session.mjs';
import { INDEXES, predictedText } from './indexes.mjs';
import { clientOf } from './install.mjs';
import { anthropic } from './models/anthropic.mjs';
import { type Model, startModel } from './models/server.mjs';

const { program, reason } = await clientOf('claude');

describe.skipIf(reason)('Claude Code loads of an index what Memdir says that it loads', () => {
  let [bed, model, session] = [{} as Bed, {} as Model, {} as ClaudeSession];
  let store = '';
  beforeAll(async () => {
    bed = await makeBed();
    model = await startModel(anthropic);
    store = path.join(bed.home, '.claude', 'projects', bed.project.replace(/[^a-zA-Z0-9]/g, '-'), 'memory');
    await bed.put(path.relative(bed.home, path.join(store, 'one.md')), 'A fact.\n');
    session = startClaude(bed, program, model, ['--strict-mcp-config']);
  });
  afterAll(async () => {
    await session.end();
    await model.close();
    await bed.close();
  });

  it.each(INDEXES)('$name', async ({ bytes }) => {
    await writeFile(path.join(store, 'MEMORY.md'), bytes);
    // A new conversation reads it anew.
    await session.say('/clear');
    await session.say('Hello');
    const source = await createFiles({ dataDir: bed.home }).read(store, 'MEMORY.md');
    const index = source && parseIndex(source);
    expect(loadedIndex(conversations(model).at(-1)) ?? '').toBe(index && predictedText(index));
  });
});
