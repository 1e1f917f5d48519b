import { utimes } from 'node:fs/promises';
import { join } from 'node:path';

import Sqlite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';

import { INJECTED_BYTES } from '../../src/core/inject/injection-cut.js';
import type { Memdir } from '../../src/core/memdir.js';
import type { SelectModel } from '../../src/core/ports/select-model.js';
import { createFiles } from '../../src/node/files/memory-files.js';
import { createSessions } from '../../src/node/inject/sessions.js';
import { type Bench, memoryText, withStore } from '../support/service.js';

let bench: Bench;
let memdir: Memdir;
const PROMPT = 'How do we deploy the billing service to production?';
const names = (memories: readonly { readonly path: string }[]): string[] =>
  memories.map(({ path }) => path.slice(bench.store.length + 1));

/** Milliseconds that no search takes, however busy the machine is. */
const NO_HURRY = 60_000;
/** Waits for all there is, unless a test is about the deadline. */
async function open(selectModel?: SelectModel): Promise<Memdir> {
  const opened = await bench.open({
    sessions: createSessions({ dataDir: bench.dir, log: bench.log }),
    ...(selectModel && { selectModel }),
  });
  return { ...opened, inject: (request, signal) => opened.inject({ deadline: NO_HURRY, ...request }, signal) };
}
/** A model as a real one is met: by what it is shown and what it answers. */
function standIn(
  answer: (files: readonly string[], signal?: AbortSignal) => Promise<readonly string[]> | readonly string[],
): SelectModel & { readonly asked: Parameters<SelectModel['select']>[0][] } {
  const asked: Parameters<SelectModel['select']>[0][] = [];
  return {
    asked,
    select: async (request, signal) => {
      asked.push(request);
      return answer(
        request.memories.map(({ file }) => file),
        signal,
      );
    },
  };
}

withStore(
  {
    'deploy.md': memoryText({
      name: 'deploy-billing-production',
      description: 'How the billing service is deployed to production',
      type: 'feedback',
      body: 'Deploy the billing service to production with ship prod, on Tuesdays only.',
    }),
    'rollback.md': memoryText({
      name: 'rollback-billing',
      description: 'Rolling a production deploy of the billing service back',
      body: 'Never deploy billing to production without the rollback plan.',
    }),
    'colours.md': memoryText({
      name: 'colours',
      description: 'Palette of the landing page',
      body: 'Headings are teal.',
    }),
  },
  async (opened) => {
    bench = opened;
    memdir = await open();
  },
);

describe('recall for an agent', () => {
  it('returns the memories that match the prompt, fenced, with their sizes', async () => {
    const { memories, text, sessionBytes, skipped } = await memdir.inject({ prompt: PROMPT });
    expect(names(memories)).toEqual(['deploy.md', 'rollback.md']);
    expect(text).toContain('ship prod, on Tuesdays only.');
    expect(text).not.toContain('teal');
    expect(sessionBytes).toBe(Buffer.byteLength(text));
    expect(memories[0]).toMatchObject({
      truncated: false,
      bytes: Buffer.byteLength(/## deploy[\s\S]*?```\n(?=\n)/.exec(text)?.[0].trimEnd() ?? ''),
    });
    expect(skipped.filter(({ path }) => !path.endsWith('colours.md'))).toEqual([]);
  });

  it('renders the same bytes as the same memories by id', async () => {
    const { text, memories } = await memdir.inject({ prompt: PROMPT });
    const all = await memdir.list({});
    const ids = memories.map(({ path }) => all.find((memory) => memory.path === path)?.id ?? '');
    expect(await memdir.renderForAgent(ids)).toEqual({ text, given: ids, left: [] });
  });

  it.each(['deploy', 'yes', '', '部署', '```\ndeploy billing production\n```'])(
    'returns nothing for %j, with a reason',
    async (prompt) => {
      expect(await memdir.inject({ prompt })).toMatchObject({
        memories: [],
        text: '',
        sessionBytes: 0,
        notice: expect.any(String) as string,
      });
    },
  );

  it('returns nothing when the best hit has low confidence', async () => {
    const { memories, skipped } = await memdir.inject({
      prompt: 'Please write a haiku about the production of cheese in alpine villages during winter months',
    });
    expect(memories).toEqual([]);
    for (const { reason } of skipped) expect(reason).toMatch(/confidence (low|none)/);
  });

  it('searches a prompt with quotes and filter syntax', async () => {
    for (let n = 0; n < 30; n++)
      await bench.write(
        `other-${n}.md`,
        memoryText({ name: `other-${n}`, description: `Path number ${n} of the garden`, body: 'Grass and gravel.' }),
      );
    const { memories } = await memdir.inject({ prompt: 'How do we deploy the "service billing" to path:production?' });
    expect(names(memories)).toContain('deploy.md');
  });

  it('omits a memory with a secret and names its file only', async () => {
    const token = `ghp_${'x7Kq9Zr2'.repeat(5).slice(0, 36)}`;
    await bench.write(
      'token.md',
      memoryText({
        name: 'deploy-billing-token',
        description: 'Deploy token of the billing service in production',
        body: `Deploy billing to production with ${token}.`,
      }),
    );
    const result = await memdir.inject({ prompt: PROMPT });
    expect(result.skipped).toContainEqual({
      path: join(bench.store, 'token.md'),
      reason: 'It contains what looks like a secret.',
    });
    expect(JSON.stringify(result)).not.toContain('x7Kq9Zr2');
  });

  it('omits a forgotten memory and one that was just deleted', async () => {
    await memdir.forget({ id: 'deploy-billing-production' });
    expect(names((await memdir.inject({ prompt: PROMPT })).memories)).toEqual(['rollback.md']);
  });

  it('is truncated to the limit of bytes', async () => {
    await bench.write(
      'deploy.md',
      memoryText({
        name: 'deploy-billing-production',
        description: 'How the billing service is deployed to production',
        body: `Deploy the billing service to production. ${'So it is. '.repeat(2000)}`,
      }),
    );
    const { memories, text } = await memdir.inject({ prompt: PROMPT });
    expect(memories.find(({ path }) => path.endsWith('deploy.md'))).toMatchObject({ truncated: true });
    expect(Buffer.byteLength(/```text\n(Deploy the billing[\s\S]*?)\n```/.exec(text)?.[1] ?? '')).toBeLessThanOrEqual(
      INJECTED_BYTES,
    );
    expect(text).toContain(`The rest is in ${join(bench.store, 'deploy.md')}`);
  });

  it('counts as used what was given, and neither a look at what would be nor what was left out', async () => {
    const uses = async (): Promise<ReadonlyMap<string, number>> =>
      new Map(
        (await memdir.list({})).map(({ path, accessCount }) => [path.slice(bench.store.length + 1), accessCount]),
      );
    await memdir.inject({ prompt: PROMPT, session: 's', mark: false });
    expect(Object.fromEntries(await uses())).toEqual({ 'deploy.md': 0, 'rollback.md': 0, 'colours.md': 0 });
    for (const session of ['s', 's', 't']) await memdir.inject({ prompt: PROMPT, session });
    expect(Object.fromEntries(await uses())).toEqual({ 'deploy.md': 2, 'rollback.md': 2, 'colours.md': 0 });
  });

  it('is answered while another process writes to the index, and then not counted', async () => {
    await memdir.inject({ prompt: PROMPT, session: 's', mark: false });
    const other = new Sqlite(join(bench.dir, 'index.db'));
    other.exec('begin immediate');
    expect((await memdir.inject({ prompt: PROMPT, session: 's' })).memories).toHaveLength(2);
    other.exec('rollback');
    other.close();
    expect((await memdir.list({})).map(({ accessCount }) => accessCount)).toEqual([0, 0, 0]);
  });
});

describe('injection in one session', () => {
  it('no memory is injected twice, even after a restart', async () => {
    expect((await memdir.inject({ prompt: PROMPT, session: 's' })).memories).toHaveLength(2);
    const again = await (await open()).inject({ prompt: PROMPT, session: 's' });
    expect(again).toMatchObject({ memories: [], text: '' });
    expect(again.skipped.filter(({ reason }) => reason === 'The session already has it.')).toHaveLength(2);
    expect(again.sessionBytes).toBeGreaterThan(0);
    expect((await memdir.inject({ prompt: PROMPT, session: 'another' })).memories).toHaveLength(2);
  });

  it('a preview does not count as injected', async () => {
    expect((await memdir.inject({ prompt: PROMPT, session: 's', mark: false })).memories).toHaveLength(2);
    expect((await memdir.inject({ prompt: PROMPT, session: 's' })).memories).toHaveLength(2);
  });

  it('a cancelled request does not count as injected', async () => {
    await expect(memdir.inject({ prompt: PROMPT, session: 's' }, AbortSignal.abort())).rejects.toMatchObject({
      code: 'cancelled',
    });
    const stop = new AbortController();
    const asked = memdir.inject({ prompt: PROMPT, session: 's' }, stop.signal);
    stop.abort();
    await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
    expect((await memdir.inject({ prompt: PROMPT, session: 's' })).memories).toHaveLength(2);
  });

  it('a request cancelled before the session is saved injects nothing', async () => {
    const stop = new AbortController();
    const sessions = createSessions({ dataDir: bench.dir, log: bench.log });
    const late = await bench.open({
      sessions: {
        read: (id) => sessions.read(id),
        update: (id, change) =>
          sessions.update(id, (before) => {
            stop.abort();
            return change(before);
          }),
      },
    });
    await expect(late.inject({ prompt: PROMPT, session: 's', deadline: NO_HURRY }, stop.signal)).rejects.toThrow();
    expect((await memdir.inject({ prompt: PROMPT, session: 's' })).memories).toHaveLength(2);
  });

  it('two concurrent prompts share no memory', async () => {
    const other = await open();
    const both = await Promise.all(
      [memdir, other, memdir, other].map((one) => one.inject({ prompt: PROMPT, session: 's' })),
    );
    expect(both.flatMap(({ memories }) => names(memories)).sort()).toEqual(['deploy.md', 'rollback.md']);
  });

  it('a memory is injected again after the context was compacted', async () => {
    await memdir.inject({ prompt: PROMPT, session: 's' });
    await memdir.noteSession('s', { forgot: true });
    expect((await memdir.inject({ prompt: PROMPT, session: 's' })).memories).toHaveLength(2);
  });

  it('documentation of a tool in use is omitted, a warning about it is not', async () => {
    await bench.write(
      'shipctl.md',
      memoryText({
        name: 'shipctl-reference',
        description: 'Flags of shipctl, which deploys the billing service to production',
        type: 'reference',
        body: 'shipctl deploy --service billing --to production',
      }),
    );
    await bench.write(
      'shipctl-trap.md',
      memoryText({
        name: 'shipctl-trap',
        description: 'shipctl deploys of the billing service to production hang',
        type: 'reference',
        body: 'shipctl deploy billing hangs in production without --wait.',
      }),
    );
    const prompt = 'deploy the billing service to production with shipctl';
    const before = await memdir.inject({ prompt, session: 's', mark: false });
    expect(names(before.memories)).toEqual(expect.arrayContaining(['shipctl.md', 'shipctl-trap.md']));
    await memdir.noteSession('s', { tools: ['shipctl'] });
    const after = await memdir.inject({ prompt, session: 's' });
    expect(names(after.memories)).toContain('shipctl-trap.md');
    expect(after.skipped).toContainEqual({
      path: join(bench.store, 'shipctl.md'),
      reason: 'It only documents shipctl, which was just used.',
    });
  });

  it('nothing is injected when the session cannot be saved', async () => {
    const broken = await bench.open({
      sessions: createSessions({ dataDir: join(bench.store, 'deploy.md'), log: bench.log }),
    });
    await expect(broken.inject({ prompt: PROMPT, session: 's', deadline: NO_HURRY })).rejects.toMatchObject({
      code: 'unavailable',
    });
  });
});

describe('a deadline', () => {
  it('returns the results available in time, and a notice when there are none', async () => {
    const said: string[] = [];
    Object.assign(bench.log, { info: (line: string) => said.push(line) });
    expect(await memdir.inject({ prompt: PROMPT, session: 's', deadline: 0 })).toMatchObject({
      memories: [],
      text: '',
      notice: 'Nothing was found within 0 ms.',
    });
    expect(said).toContain('No memories were given with a prompt. Nothing was found within 0 ms.');
    expect((await memdir.inject({ prompt: PROMPT, session: 's' })).memories).toHaveLength(2);
  });

  it('searches the existing index by keywords while files are still listed, without changed or deleted memories', async () => {
    for (const [path, body] of [
      ['canary.md', 'Deploy the billing service to production behind a canary.'],
      ['freeze.md', 'Deploy the billing service to production never in December.'],
    ] as const) {
      await bench.write(
        path,
        memoryText({ name: path.slice(0, -3), description: 'How the billing service is deployed to production', body }),
      );
    }
    expect(names((await memdir.inject({ prompt: PROMPT })).memories).sort()).toEqual([
      'canary.md',
      'deploy.md',
      'freeze.md',
      'rollback.md',
    ]);
    await bench.write('canary.md', memoryText({ name: 'canary', description: 'Birds', body: 'Canaries sing.' }));
    await bench.remove('freeze.md');
    const files = createFiles({ dataDir: bench.dir });
    let looked = (): void => undefined;
    const looking = new Promise<void>((resolve) => (looked = resolve));
    const slow = await bench.open({
      files: { ...files, list: async (path, signal) => looking.then(() => files.list(path, signal)) },
      sessions: createSessions({ dataDir: bench.dir, log: bench.log }),
    });
    let result = await slow.inject({ prompt: PROMPT, session: 's', deadline: 500 });
    // The machine may be too busy for the first of them.
    for (const deadline of [2_000, 8_000, 20_000])
      if (result.memories.length === 0) result = await slow.inject({ prompt: PROMPT, session: 's', deadline });
    expect(names(result.memories)).toEqual(['deploy.md', 'rollback.md']);
    expect(result.text).not.toMatch(/canar|December/i);
    expect(result.skipped).toEqual(
      expect.arrayContaining(
        ['canary.md', 'freeze.md'].map((path) => ({
          path: join(bench.store, path),
          reason: 'It changed just now.',
        })),
      ),
    );
    looked();
  });

  it('that is long enough includes a memory written just before', async () => {
    await memdir.inject({ prompt: PROMPT });
    await bench.write(
      'late.md',
      memoryText({
        name: 'late',
        description: 'How the billing service is deployed to production',
        body: 'Deploy the billing service to production from the new machine.',
      }),
    );
    expect(names((await (await open()).inject({ prompt: PROMPT })).memories)).toContain('late.md');
  });

  it("does not wait for a model: search results are returned, and the model's request is cancelled", async () => {
    let stops = 0;
    const slow = standIn((_files, signal) => new Promise(() => signal?.addEventListener('abort', () => stops++)));
    const hasty = await open(slow);
    let given: string[] = [];
    let said: string | undefined;
    // The machine may be too busy for the first of them.
    for (const deadline of [500, 2_000, 8_000, 20_000]) {
      const { memories, notice } = await hasty.inject({ prompt: PROMPT, select: 'model', deadline });
      [given, said] = [names(memories), notice];
      expect(stops).toBe(slow.asked.length);
      if (given.length > 0) break;
    }
    expect(given).toEqual(['deploy.md', 'rollback.md']);
    expect(said).toContain('Search chose the memories because the model took too long.');
  });
});

describe('selection by a model', () => {
  it('shows names and descriptions, the newest first, and the used tools, but no bodies', async () => {
    await utimes(join(bench.store, 'colours.md'), new Date(2020, 0, 1), new Date(2020, 0, 1));
    const model = standIn(() => []);
    await (await open(model)).inject({ prompt: PROMPT, select: 'model', tools: ['git'] });
    expect(model.asked).toHaveLength(1);
    expect(model.asked[0]).toMatchObject({ prompt: PROMPT, tools: ['git'], most: 5 });
    expect(model.asked[0]?.memories.at(-1)).toEqual({
      file: 'colours.md',
      type: 'project',
      days: expect.any(Number) as number,
      description: 'Palette of the landing page',
    });
    expect(JSON.stringify(model.asked)).not.toContain('ship prod');
  });

  it("returns the selected memories in the model's order, without duplicates", async () => {
    const model = standIn(() => ['colours.md', 'deploy.md', 'colours.md']);
    const { memories } = await (await open(model)).inject({ prompt: PROMPT, select: 'model' });
    expect(names(memories)).toEqual(['colours.md', 'deploy.md']);
  });

  it.each([
    ['it fails', standIn(() => Promise.reject(new Error('out of memory')))],
    ['there is none', undefined],
    ['it names a file there is none of', standIn(() => ['colours.md', 'there-is-none.md'])],
    ['it names one outside the store', standIn(() => ['../../etc/passwd'])],
  ])('falls back to search when %s, and says so', async (_, model) => {
    const { memories, notice } = await (await open(model)).inject({ prompt: PROMPT, select: 'model' });
    expect(names(memories)).toEqual(['deploy.md', 'rollback.md']);
    expect(notice).toMatch(/Search chose the memories because the model failed/);
  });

  it('leaves the place of a memory that it chose and that is gone by then to search, as given in the session', async () => {
    const model = standIn(async () => {
      await bench.remove('colours.md');
      return ['colours.md'];
    });
    const memdir = await open(model);
    const request = { prompt: PROMPT, select: 'model', session: 'gone', deadline: NO_HURRY } as const;
    expect(names((await memdir.inject(request)).memories)).toEqual(['deploy.md']);
    expect(names((await memdir.inject({ ...request, select: 'hybrid' })).memories)).toEqual(['rollback.md']);
  });

  it('runs when enabled in the settings, and may select nothing', async () => {
    const model = standIn(() => []);
    const chosen = await bench.open({ selectModel: model }, { select: 'model' });
    expect(await chosen.inject({ prompt: PROMPT, deadline: NO_HURRY })).toMatchObject({
      memories: [],
      text: '',
      notice: 'The model chose none of 3 memories.',
    });
    expect(names((await chosen.inject({ prompt: PROMPT, deadline: NO_HURRY, select: 'hybrid' })).memories)).toEqual([
      'deploy.md',
      'rollback.md',
    ]);
    expect(model.asked).toHaveLength(1);
  });

  it('excludes memories with a secret in name or text', async () => {
    const token = `ghp_${'x7Kq9Zr2'.repeat(5).slice(0, 36)}`;
    await bench.write('token.md', memoryText({ name: 'token', description: 'Deploy token', body: `Use ${token}.` }));
    await bench.write(`${token}.md`, memoryText({ name: 'named', description: 'A secret in a name' }));
    const model = standIn(() => []);
    await (await open(model)).inject({ prompt: PROMPT, select: 'model' });
    expect(model.asked[0]?.memories.map(({ file }) => file).sort()).toEqual(['colours.md', 'deploy.md', 'rollback.md']);
  });

  it('is skipped for a prompt of one word', async () => {
    const model = standIn(() => ['deploy.md']);
    expect((await (await open(model)).inject({ prompt: 'deploy', select: 'model' })).memories).toEqual([]);
    expect(model.asked).toEqual([]);
  });
});
