import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, describe, expect, it } from 'vitest';

import type { Memdir } from '../../src/core/memdir.js';
import { textHash } from '../../src/node/hash.js';
import { createSessions } from '../../src/node/inject/sessions.js';
import { holdLock } from '../support/lock-holder.js';
import { type Bench, memoryText, withStore } from '../support/service.js';

let bench: Bench;
let release: () => Promise<void>;
const PROMPT = 'How do we deploy the billing service to production?';
const open = (): Promise<Memdir> => bench.open({ sessions: createSessions({ dataDir: bench.dir, log: bench.log }) });
const given = async (memdir: Memdir, prompt = PROMPT): Promise<string[]> =>
  (await memdir.inject({ prompt, session: 's', deadline: 60_000 })).memories.map(({ path }) =>
    path.slice(bench.store.length + 1),
  );
const left = (): Promise<string[]> => readdir(join(bench.dir, 'sessions'));

withStore(
  {
    'deploy.md': memoryText({
      name: 'deploy-billing-production',
      description: 'How the billing service is deployed to production',
      body: 'Deploy the billing service to production with ship prod.',
    }),
    'palette.md': memoryText({
      name: 'landing-palette',
      description: 'Colours of the headings of the landing page',
      body: 'Headings of the landing page are teal.',
    }),
  },
  async (opened) => {
    bench = opened;
    await mkdir(join(bench.dir, 'sessions'), { recursive: true });
    release = await holdLock(join(bench.dir, 'sessions', `${textHash('s')}.json`));
  },
);
afterEach(() => release());

describe('a session that another process keeps locked', () => {
  it('gets memories, and none of them twice, then or later', async () => {
    expect(await given(await open())).toEqual(['deploy.md']);
    expect(await given(await open())).toEqual([]);
    await release();
    expect(await given(await open())).toEqual([]);
    expect(await given(await open(), 'Which colours do the headings of the landing page have?')).toEqual([
      'palette.md',
    ]);
    expect(await left()).toEqual([`${textHash('s')}.json`]);
  });

  it('counts its injected bytes', async () => {
    const memdir = await open();
    const first = await memdir.inject({ prompt: PROMPT, session: 's', deadline: 60_000 });
    await release();
    expect((await (await open()).inject({ prompt: PROMPT, session: 's', deadline: 60_000 })).sessionBytes).toBe(
      first.sessionBytes,
    );
  });

  it('can be reset, so that memories are injected again', async () => {
    const memdir = await open();
    await given(memdir);
    await memdir.noteSession('s', { forgot: true });
    expect(await given(memdir)).toEqual(['deploy.md']);
    expect(await given(memdir)).toEqual([]);
    await release();
    expect(await given(memdir)).toEqual([]);
  });

  it('keeps the recorded tools', async () => {
    const sessions = createSessions({ dataDir: bench.dir, log: bench.log });
    await Promise.all(
      ['git', 'npm', 'cargo'].map((tool) => open().then((memdir) => memdir.noteSession('s', { tools: [tool] }))),
    );
    expect([...(await sessions.read('s')).tools].sort()).toEqual(['cargo', 'git', 'npm']);
    await release();
    await (await open()).noteSession('s', { tools: ['make'] });
    expect((await sessions.read('s')).tools[0]).toBe('make');
    expect([...(await sessions.read('s')).tools].sort()).toEqual(['cargo', 'git', 'make', 'npm']);
    expect(await left()).toEqual([`${textHash('s')}.json`]);
  });

  it('gets nothing when the injection cannot be recorded', async () => {
    await writeFile(join(bench.dir, 'sessions', `${textHash('s')}.late`), '');
    await expect(given(await open())).rejects.toMatchObject({ code: 'unavailable' });
  });

  it.each(['', '{', '[]', '{"given":["x"],"bytes":-1,"tools":[]}'])('ignores a damaged record: %j', async (text) => {
    await mkdir(join(bench.dir, 'sessions', `${textHash('s')}.late`));
    await writeFile(join(bench.dir, 'sessions', `${textHash('s')}.late`, '1.json'), text);
    expect(await given(await open())).toEqual(['deploy.md']);
  });
});
