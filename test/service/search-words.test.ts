import { rename, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { createFiles } from '../../src/node/files/memory-files.js';
import { writeTopics } from '../support/search-topics.js';
import { type Bench, memoryText, noEmbedder, realEmbedder, withStore } from '../support/service.js';

let bench: Bench;
withStore({}, (opened) => (bench = opened));

const NOON = Date.UTC(2026, 5, 1, 12);

describe('search by words', () => {
  it('forgets what lies behind a link out of the store once the folder is not trusted, and finds it again when it is (case 27)', async () => {
    await writeTopics(bench);
    await writeFile(join(bench.dir, 'private.txt'), 'outside-needle-omega\n');
    await symlink(join('..', 'private.txt'), join(bench.store, 'leak.md'));
    const find = async (trusted: boolean): Promise<string[]> => {
      const memdir = await bench.open({
        files: createFiles({ dataDir: bench.dir, followOutside: trusted }),
        scope: { folders: [], directories: [bench.store], trusted },
      });
      return (await memdir.search({ query: 'outside-needle-omega' })).hits
        .map((hit) => hit.path)
        .filter((path) => path.endsWith('leak.md'));
    };
    expect(await find(true)).toEqual([`${bench.store}/leak.md`]);
    expect(await find(false)).toEqual([]);
    expect(await find(true)).toEqual([`${bench.store}/leak.md`]);
  });

  it.each(['constructor', 'toString', '__proto__'])(
    'ages a memory of the type %s like one of unknown type',
    async (type) => {
      await writeTopics(bench);
      await bench.write(
        'odd.md',
        `---\nname: odd\ndescription: oddly typed\ntype: ${type}\n---\n\nA quixotic sentence.\n`,
      );
      const memdir = await bench.open({ embedder: noEmbedder() });
      const [hit] = (await memdir.search({ query: 'quixotic' })).hits;
      expect(hit?.name).toBe('odd');
      expect(hit?.score).toBeGreaterThan(0);
      const listed = (await memdir.list({})).find(({ name }) => name === 'odd');
      expect(listed?.survival).toBeCloseTo(1, 1);
    },
  );

  it('says that and why there are no vectors', async () => {
    await writeTopics(bench);
    const memdir = await bench.open({ embedder: noEmbedder() });
    const found = await memdir.search({ query: 'get next token' });
    expect(found).toMatchObject({ mode: 'keyword', embedder: 'none', settling: false });
    expect(found.notice).toContain('Switched off');
    expect(found.hits[0]).toMatchObject({ name: 'parser-speed', line: 9 });
    expect(found.hits[0]?.snippet).toContain('getNextToken');
    expect(memdir.status()).toMatchObject({ kind: 'keyword-only', documents: 6 });
  });

  it('goes on when the embedder fails, and does not ask it again and again', async () => {
    await writeTopics(bench);
    let asked = 0;
    const broken = {
      ...realEmbedder(bench.log),
      model: realEmbedder(bench.log).model,
      tokens: undefined,
      state: () => ({ state: 'idle', backend: 'native' }) as const,
      embed: () => {
        asked += 1;
        return Promise.reject(new Error('The model broke.'));
      },
      close: async () => undefined,
    };
    const memdir = await bench.open({ embedder: broken });
    const report = await memdir.index({ embed: true });
    expect(report).toMatchObject({ files: 6, changed: 6, embedded: 0 });
    expect(memdir.status()).toMatchObject({ kind: 'keyword-only', reason: 'The model broke.' });
    const before = asked;
    const found = await memdir.search({ query: 'invoice rounding' });
    expect(found.hits[0]?.name).toBe('invoice-rounding');
    expect(found.notice).toContain('The model broke.');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(asked).toBeLessThanOrEqual(before + 1);
  });

  it('filters before it ranks: the one that fits is found although a hundred others fit the words better', async () => {
    for (let n = 0; n < 150; n++)
      await bench.write(
        `loud-${n}.md`,
        memoryText({ name: `loud-${n}`, description: 'cache cache cache', body: 'cache '.repeat(20) }),
      );
    await bench.write(
      'quiet.md',
      memoryText({
        name: 'quiet',
        type: 'feedback',
        body: 'A long text about many things, and a cache among them.',
        more: 'repos: [billing]\nagent_id: reviewer',
      }),
    );
    const memdir = await bench.open({}, { threshold: 0 });
    for (const filter of [
      { type: 'feedback' },
      { level: 'long-term' },
      { repo: 'billing' },
      { agentId: 'reviewer' },
    ] as const) {
      const found = await memdir.search({ query: 'cache', limit: 5, ...filter });
      expect(found.hits.map((hit) => hit.name)).toEqual(['quiet']);
    }
    expect((await memdir.search({ query: 'cache', limit: 5 })).hits).toHaveLength(5);
  });

  it('leaves out forgotten memories and files outside its stores', async () => {
    await writeTopics(bench);
    await bench.write(
      'gone.md',
      memoryText({ name: 'gone', body: 'A walrus.', more: 'deleted_at: 2026-01-01T00:00:00Z' }),
    );
    const memdir = await bench.open();
    expect((await memdir.search({ query: 'walrus' })).hits).toEqual([]);
  });

  it('sees a change at once when the last look is old, and young ones first among equals', async () => {
    const body = 'The retry budget is three.';
    await bench.write('old.md', memoryText({ name: 'old', description: 'x', body, more: 'modified: 2020-01-01' }));
    await bench.write(
      'new.md',
      memoryText({ name: 'new', description: 'x', body, more: `modified: ${new Date().toISOString()}` }),
    );
    let now = Date.now();
    const memdir = await bench.open({ clock: { now: () => now } }, { threshold: 0 });
    const found = await memdir.search({ query: 'retry budget', explain: true });
    expect(found.hits.map((hit) => hit.name)).toEqual(['new', 'old']);
    expect(found.hits[1]?.explain).toMatchObject({ recency: 0.85, level: 0.8, access: 1 });
    await bench.write('third.md', memoryText({ name: 'third', body: 'Quokka facts.' }));
    now += 5_000;
    expect((await memdir.search({ query: 'quokka' })).hits[0]?.name).toBe('third');
  });

  it('shows no file that went or changed since the last look, however young that is', async () => {
    await writeTopics(bench);
    const memdir = await bench.open({ clock: { now: () => NOON } });
    const names = async (query: string): Promise<string[]> =>
      (await memdir.search({ query })).hits.map(({ name }) => name);
    expect(await names('PostgreSQL')).toEqual(['database-choice']);
    expect(await names('Tuesdays')).toEqual(['release-day']);
    await bench.remove('database-choice.md');
    expect(await names('PostgreSQL')).toEqual([]);
    await bench.write(
      'release-day.md',
      memoryText({ name: 'release-day', description: 'Releases go out on Thursdays now', type: 'reference' }),
    );
    expect(await names('Tuesdays')).toEqual([]);
    expect(await names('type:reference releases'), 'changed, and found by its new words').toEqual(['release-day']);
    // A drive that is gone says nothing about its files.
    await rename(bench.store, `${bench.store}-away`);
    expect(await names('invoice')).toEqual(['invoice-rounding']);
    await rename(`${bench.store}-away`, bench.store);
    expect(await names('invoice')).toEqual(['invoice-rounding']);
  });

  it('explains rrf and keeps its own order', async () => {
    await writeTopics(bench);
    const memdir = await bench.open({}, { fusion: 'rrf' });
    const found = await memdir.search({ query: 'tuesday releases', explain: true });
    expect(found.hits[0]).toMatchObject({ name: 'release-day', explain: { fused: 1 } });
  });

  it.each([
    [{ query: 'x', limit: 0 }, 'bad-input'],
    [{ query: 'x', limit: 101 }, 'bad-input'],
    [{ query: 'x', limit: 1.5 }, 'bad-input'],
  ])('refuses %j', async (request, code) => {
    await expect((await bench.open()).search(request)).rejects.toMatchObject({ code });
  });

  it('answers an empty question with nothing and a word of advice', async () => {
    expect(await (await bench.open()).search({ query: '  \n' })).toMatchObject({
      hits: [],
      confidence: 'none',
      notice: 'Type a few words to search for.',
    });
  });

  it('takes any text for a question', async () => {
    await writeTopics(bench);
    const memdir = await bench.open();
    for (const query of ['"', "a' OR 1=1 --", 'NEAR(a b)', 'name:*', '\u0000', '🦑', '\ud800', 'x'.repeat(100_000)]) {
      await expect(memdir.search({ query })).resolves.toMatchObject({ query });
    }
  });

  it('can be cancelled', async () => {
    await writeTopics(bench);
    const memdir = await bench.open();
    await expect(memdir.search({ query: 'cache' }, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
    expect((await memdir.search({ query: 'postgresql' })).hits).toHaveLength(1);
  });
});
