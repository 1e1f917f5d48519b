import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { SearchRequest } from '../../src/core/results.js';
import { writeTopics } from '../support/search-topics.js';
import { type Bench, memoryText, noEmbedder, withStore } from '../support/service.js';

let bench: Bench;
withStore({}, (opened) => (bench = opened));

describe('a question', () => {
  it('can say what kind of memories it wants, hold phrases to the letter, and be misspelled', async () => {
    await writeTopics(bench);
    await bench.write(
      'team/joins.md',
      memoryText({
        name: 'joins',
        description: 'Orders and joins',
        body: 'Joins of orders are slow in the report.',
        type: 'project',
      }),
    );
    const memdir = await bench.open();
    const names = async (query: string): Promise<string[]> =>
      (await memdir.search({ query })).hits.map(({ name }) => name).sort();
    expect(await names('orders joins')).toEqual(['database-choice', 'joins']);
    expect(await names('orders joins type:project')).toEqual(['joins']);
    expect(await names('orders joins path:team/')).toEqual(['joins']);
    expect(await names('orders "reports need joins"')).toEqual(['database-choice']);
    expect(await names('orders before:2001')).toEqual([]);
    const slip = await memdir.search({ query: 'bankrs rounding' });
    expect(slip.hits[0]?.name).toBe('invoice-rounding');
    expect(slip.notice).toMatch(/similarly spelled words/);
    expect((await memdir.search({ query: 'orders level:deep' })).notice).toMatch(/deep is no level/);
  });

  it('finds quoted phrases of scripts without blanks, and opens at the word that was meant by a misspelled one', async () => {
    await writeTopics(bench);
    await bench.write(
      'zh.md',
      memoryText({ name: 'zh', description: '说明', body: '数据库迁移在周五进行，使用蓝绿部署。' }),
    );
    const lines = Array.from({ length: 6_000 }, (_, at) => `note ${at}`);
    lines[5_500] = 'The quokka limit is raised in March.';
    await bench.write('long.md', memoryText({ name: 'long', description: 'A log', body: lines.join('\n') }));
    const memdir = await bench.open();
    const names = async (query: string): Promise<string[]> =>
      (await memdir.search({ query })).hits.map(({ name }) => name);
    expect(await names('"蓝绿部署"')).toEqual(['zh']);
    expect(await names('"数据"')).toEqual(['zh']);
    expect(await names('"部署蓝绿"')).toEqual([]);
    const text = (await readFile(join(bench.store, 'long.md'), 'utf8')).split('\n');
    for (const query of ['quokka limit', 'quoka'])
      expect(text[((await memdir.search({ query })).hits[0]?.line ?? 0) - 1]).toContain('quokka');
  });

  it('is told which filters let nothing through', async () => {
    await writeTopics(bench);
    const memdir = await bench.open();
    const notice = async (query: string): Promise<string> => (await memdir.search({ query })).notice ?? '';
    expect(await notice('orders type:feeback')).toMatch(
      /No memories match type:feeback\. Did you mean type:feedback\?/,
    );
    expect(await notice('type:nonsense repo:"my web"')).toBe('No memories match type:nonsense repo:"my web".');
    expect(await notice('orders "never said thus"')).toContain('the words in quotation marks');
    expect(await notice('zzzz path:nowhere/ before:2026-05')).toContain('path:nowhere/ before:2026-05-01');
    expect(await notice('zzzz')).not.toContain('let through');
  });

  it('can ask for a tag, and is told that filters leave nothing out', async () => {
    for (const [name, tags] of [
      ['mailer', '[Limits, mail]'],
      ['worker', '[limits]'],
      ['search', '[mail]'],
    ] as const)
      await bench.write(`${name}.md`, memoryText({ name, body: 'A rate limit.', more: `tags: ${tags}` }));
    const memdir = await bench.open();
    const ask = async (query: string): Promise<unknown> => {
      const { hits, notice } = await memdir.search({ query });
      return [hits.map(({ name }) => name).sort(), notice];
    };
    const off = 'Keyword search only: Switched off for this test.';
    expect(await ask('rate tag:limits')).toEqual([['mailer', 'worker'], off]);
    expect(await ask('rate tag:#MAIL')).toEqual([['mailer', 'search'], off]);
    for (const query of ["rate tag:'limits'", 'rate tag:“limits”', 'rate tag:«limits»'])
      expect(await ask(query), query).toEqual([['mailer', 'worker'], off]);
    expect(await ask('rate tag:"no such"')).toEqual([[], `${off} No memories match tag:"no such".`]);
    expect(await ask('rate -tag:mail')).toEqual([
      ['mailer', 'search', 'worker'],
      `-tag:mail was searched as words: a filter can only say what memories are wanted, not which are not. ${off}`,
    ]);
  });

  it('may be the name of a file, ending and all', async () => {
    for (let n = 0; n < 12; n++)
      await bench.write(
        `other_${n}.md`,
        memoryText({
          name: `note-${n}`,
          description: `Note ${n} on saving`,
          body: 'The format is described in docs/save.md and in team.md, and the version in ver.md.',
        }),
      );
    for (const path of ['save_ver.md', 'team/f_team.md'])
      await bench.write(
        path,
        memoryText({
          name: `called otherwise ${path.length}`,
          description: 'Something else',
          body: 'Quite another thing.',
        }),
      );
    const memdir = await bench.open();
    for (const [query, path] of [
      ['save_ver.md', 'save_ver.md'],
      ['f_team.md', 'team/f_team.md'],
      ['team/f_team.md', 'team/f_team.md'],
      ['saveVer', 'save_ver.md'],
    ] as const)
      expect((await memdir.search({ query })).hits[0]?.path, query).toBe(join(bench.store, path));
  });

  it('is shown what stands in code as it is', async () => {
    await bench.write(
      'state.md',
      memoryText({ name: 'state', body: 'States are <b>kept</b> in `<cluster>/<layer>` since May.' }),
    );
    expect((await (await bench.open()).search({ query: 'layer since May' })).hits[0]?.snippet).toBe(
      'States are kept in <cluster>/<layer> since May.',
    );
  });

  it('finds pictures and what is called by signs, by words alone', async () => {
    const texts = {
      rocket: 'The 🚀 stands for a release.',
      heart: 'Thanks are said with ❤️.',
      cpp: 'The parser is C++.',
      csharp: 'The installer is C#.',
      c: 'The driver is plain C.',
    };
    for (const [name, body] of Object.entries(texts))
      await bench.write(`${name}.md`, memoryText({ name, description: 'A note', body }));
    const memdir = await bench.open({ embedder: noEmbedder() });
    const first = async (query: string): Promise<string | undefined> => (await memdir.search({ query })).hits[0]?.name;
    expect([await first('🚀'), await first('❤'), await first('C++'), await first('c#'), await first('cpp')]).toEqual([
      'rocket',
      'heart',
      'cpp',
      'csharp',
      'cpp',
    ]);
    expect((await memdir.search({ query: '🎉' })).hits).toEqual([]);
  });

  it('that stands after a long paste is answered, and high is kept for words that were meant for sure', async () => {
    await writeTopics(bench);
    const memdir = await bench.open({ embedder: noEmbedder() });
    const paste = Array.from(
      { length: 400 },
      (_, i) => `frame${'abcdefghij'[i % 10]}${'klmnopqrst'[Math.floor(i / 10) % 10]}${'uvwx'[Math.floor(i / 100)]}`,
    ).join(' ');
    expect((await memdir.search({ query: `${paste} and what about invoice rounding` })).hits[0]?.name).toBe(
      'invoice-rounding',
    );
    // One word is never high by words alone: the benchmark's questions of so few words are answered too seldom.
    expect((await memdir.search({ query: 'accounting' })).confidence).toBe('medium');
    expect((await memdir.search({ query: 'accounting of invoice rounding' })).confidence).toBe('high');
    const guessed = await memdir.search({ query: 'acounting' });
    expect(guessed.hits[0]?.name).toBe('invoice-rounding');
    expect(guessed.confidence).toBe('low');
  });

  it('of signs alone is none', async () => {
    await writeTopics(bench);
    const memdir = await bench.open();
    expect(await memdir.search({ query: '?! "' })).toMatchObject({
      hits: [],
      confidence: 'none',
      notice: 'Type a few words to search for.',
    });
  });

  it('of filters alone lists what they let through, newest first', async () => {
    for (const [name, day] of [
      ['old', '2026-01-01'],
      ['new', '2026-03-01'],
      ['middle', '2026-02-01'],
    ] as const) {
      await bench.write(
        `team/${name}.md`,
        `---\nname: ${name}\ndescription: ${name}\ntype: feedback\nmodified: ${day}T00:00:00Z\n---\n\nText of ${name}.\n`,
      );
    }
    await bench.write(
      'other.md',
      memoryText({ name: 'other', description: 'Another', body: 'Text.', type: 'project' }),
    );
    const memdir = await bench.open();
    const names = async (request: SearchRequest): Promise<string[]> =>
      (await memdir.search(request)).hits.map(({ name }) => name);
    expect(await names({ query: 'type:feedback' })).toEqual(['new', 'middle', 'old']);
    expect(await names({ query: 'type:feedback before:2026-02-15' })).toEqual(['middle', 'old']);
    expect(await names({ query: 'path:team/', limit: 1 })).toEqual(['new']);
    expect(await names({ query: '', type: 'project' })).toEqual(['other']);
    expect(await memdir.search({ query: 'type:user' })).toMatchObject({ hits: [], confidence: 'none' });
    expect((await memdir.search({ query: 'type:feedback' })).notice).toContain('newest memories');
  });

  it.each(['what is it about', '1=1', "a' OR 1=1 --", 'c', 'x 7', 'is 60', 'の', 'я'])(
    'of nothing but stop words, lone letters and small numbers (%s) is never answered with confidence',
    async (query) => {
      await writeTopics(bench);
      await bench.write(
        'numbers.md',
        memoryText({
          name: 'numbers',
          description: 'Part 1 of 7',
          body: 'Plan C: x is 1, and 60 after that. 猫の本, это я.',
        }),
      );
      const memdir = await bench.open();
      const { confidence, hits } = await memdir.search({ query });
      expect({ confidence, found: hits.length > 0 || query.startsWith('what') }).toEqual({
        confidence: hits.length > 0 ? 'low' : 'none',
        found: true,
      });
    },
  );
});
