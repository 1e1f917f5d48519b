import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { Memdir } from '../../src/core/memdir.js';
import { type Bench, memoryText, openBench, withStore } from '../support/service.js';

let bench: Bench;
let memdir: Memdir;
withStore({}, async (opened) => {
  bench = opened;
  memdir = await bench.open();
});

const text = (path: string): Promise<string> => readFile(join(bench.store, path), 'utf8');
const files = async (): Promise<string[]> => (await readdir(bench.store, { recursive: true })).sort();

describe('stale', () => {
  it('lists old memories that are not in use, the lowest survival first, and no lasting one before half a year', async () => {
    const dated = (name: string, type: string, created: string): Promise<void> =>
      bench.write(
        `${name}.md`,
        `---\nname: ${name}\ndescription: about ${name}\ntype: ${type}\ncreated: ${created}\n---\ntext of ${name}\n`,
      );
    const ago = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
    await dated('old-context', 'context', ago(20));
    await dated('older-decision', 'decision', ago(181));
    await dated('young-decision', 'decision', ago(179));
    await bench.write(
      'passed.md',
      `---\nname: passed\ndescription: about passed\ntype: decision\nmodified: ${ago(3)}\n---\nFreeze until ${ago(1).slice(0, 10)}.\n`,
    );
    await dated('fresh', 'context', ago(1));
    await dated('used', 'context', ago(30));
    await dated('forgotten', 'context', ago(30));
    await memdir.forget({ id: 'forgotten' });
    await memdir.show('used');
    await memdir.show('used');
    await memdir.show('old-context');
    const result = await memdir.stale({});
    expect(result.map(({ snippet, accessCount, reasons }) => [snippet, accessCount, ...reasons])).toEqual([
      ['about passed', 0, { sign: 'date-passed', text: `${ago(1).slice(0, 10)} has passed since it was updated` }],
      ['about older-decision', 0, { sign: 'age', text: 'Written 181 days ago' }],
      ['about old-context', 1, { sign: 'age', text: 'Written 20 days ago' }],
    ]);
    expect(await memdir.stale({ limit: 1 })).toHaveLength(1);
    await expect(memdir.stale({ limit: 0 })).rejects.toMatchObject({ code: 'bad-input' });
  });
});

describe('export and import', () => {
  const ODD: Readonly<Record<string, string>> = {
    'a.md': memoryText({ name: 'a', body: 'Alpha with spaces  \n\n\n' }),
    'sub/b.md': '\uFEFF---\r\nname: b\r\ntype: user\r\n---\r\nBeta\r\n',
    'none.md': 'No front matter, no final newline',
    'broken.md': '---\nname: A: b\ndescription: "x" y\n---\nBroken yaml\n',
    'empty.md': '---\nname: empty\n---\n',
    'logs/2026/03/2026-03-19.md': '- a line\n',
    'unicode ✓.md': '---\nname: u\n---\n日本語 🎉\u2028 end\n',
  };

  it('restores every file byte for byte, with version chains and forgotten memories, and is idempotent', async () => {
    for (const [path, content] of Object.entries(ODD)) await bench.write(path, content);
    await memdir.update({ id: 'a', content: 'Alpha two' });
    await memdir.forget({ id: 'b' });
    const before = new Map<string, string>();
    for (const path of (await files()).filter((file) => file.endsWith('.md') && file !== 'MEMORY.md'))
      before.set(path, await text(path));
    const memories = JSON.parse(JSON.stringify((await memdir.export()).memories)) as Parameters<Memdir['import']>[0];
    const target = await openBench();
    try {
      const other = await target.open();
      expect(await other.import(memories, {})).toMatchObject({
        saved: before.size,
        duplicates: 0,
        rejected: [],
        redacted: 0,
      });
      for (const [path, content] of before)
        expect(await readFile(join(target.store, path), 'utf8'), path).toBe(content);
      expect((await other.history('a-v2')).versions.map(({ name }) => name)).toEqual(['a', 'a']);
      const index = await readFile(join(target.store, 'MEMORY.md'), 'utf8');
      expect(index).not.toContain('(a.md)');
      expect(index).toContain('(a-v2.md)');
      expect(await other.import(memories, {})).toMatchObject({ saved: 0, duplicates: before.size });
      expect(await readFile(join(target.store, 'MEMORY.md'), 'utf8')).toBe(index);
    } finally {
      await target.close();
    }
  });

  it('skips memories that exist already', async () => {
    const content = 'Fact 39 of this project is port 4039';
    expect((await memdir.remember({ content })).status).toBe('saved');
    expect(
      await memdir.import([{ body: content, path: 'fact-39.md', frontMatter: '---\nname: fact-39\n---\n' }], {}),
    ).toMatchObject({ saved: 0, duplicates: 1 });
  });

  it('imports once when two import the same file at once or remember its text meanwhile', async () => {
    const others = await Promise.all([bench.open(), bench.open()]);
    const lines = Array.from({ length: 40 }, (_, at) => ({
      body: `Fact ${at} of this project is port ${4000 + at}`,
      path: `fact-${at}.md`,
      frontMatter: `---\nname: fact-${at}\n---\n`,
    }));
    const [one, two, three] = await Promise.all([
      memdir.import(lines, {}),
      others[0]?.import(lines, {}),
      others[1]?.remember({ content: lines[39]?.body ?? '' }),
    ]);
    expect(
      [one?.saved ?? 0, one?.duplicates ?? 0, two?.saved ?? 0, two?.duplicates ?? 0].reduce(
        (sum, count) => sum + count,
        0,
      ),
    ).toBe(80);
    expect((one?.saved ?? 0) + (two?.saved ?? 0) + (three?.status === 'saved' ? 1 : 0)).toBe(40);
    const bodies = await Promise.all((await files()).filter((file) => file !== 'MEMORY.md').map(text));
    expect(bodies.filter((body) => body.includes('Fact '))).toHaveLength(40);
    const index = (await text('MEMORY.md')).split('\n').filter((line) => line.includes('.md)'));
    expect(new Set(index).size).toBe(40);
    expect(index).toHaveLength(40);
  });

  it('imports the same text twice from one long file', async () => {
    const lines = Array.from({ length: 502 }, (_, at) => ({
      body: at === 0 || at === 501 ? 'The same words' : `Text ${at}`,
      path: `m${at}.md`,
      frontMatter: '',
    }));
    expect(await memdir.import(lines, {})).toMatchObject({ saved: 502, duplicates: 0, rejected: [] });
    expect(await text('m501.md')).toBe('The same words');
  });

  it('overwrites nothing, stays inside the directory and masks secrets', async () => {
    await bench.write('a.md', 'mine');
    await bench.write('MEMORY.md', '- [A](a.md)\n');
    const report = await memdir.import(
      [
        { body: 'theirs', path: 'a.md', frontMatter: '' },
        { body: 'theirs too', path: 'A.MD', frontMatter: '' },
        { body: 'out', path: '../out.md' },
        { body: 'index', path: 'MEMORY.md' },
        { body: 'win', path: 'c:\\x.md' },
        { body: 'hidden', path: '.git/x.md' },
        { body: 'key ghp_aB3dE5fG7hI9kL1mN3pQ5rS7tU9vW1xY3zA5', name: 'key' },
        { body: ' \n' },
        { body: 'a\0' },
      ],
      {},
    );
    expect(report).toMatchObject({ saved: 7, duplicates: 0, redacted: 1, rejected: [{ line: 8 }, { line: 9 }] });
    expect(await text('a.md')).toBe('mine');
    expect(await files()).toEqual([
      'MEMORY.md',
      'a-2.md',
      'a-3.md',
      'a.md',
      'c-x.md',
      'key.md',
      'memory-note.md',
      'out.md',
      'x.md',
    ]);
    expect(await text('key.md')).not.toContain('ghp_');
    expect((await readdir(bench.dir)).includes('out.md')).toBe(false);
  });

  it('gives another name to what would lie behind a link, or have a secret in its name, and goes on', async () => {
    const key = `ghp_${'aB3dE5fG7hI9kL1mN3pQ5rS7tU9vW1xY3zA5'}`;
    const outside = join(bench.dir, 'outside');
    await mkdir(outside);
    await symlink(outside, join(bench.store, 'link'));
    const report = await memdir.import(
      [
        { body: 'Behind a link.', path: 'link/new.md', frontMatter: '' },
        { body: 'In a folder with a key.', path: `k/${key}/a.md`, frontMatter: '' },
        { body: 'With a key for a name.', path: `${key}.md`, frontMatter: '' },
        { body: 'The last one.', path: 'sub/last.md', frontMatter: '' },
      ],
      {},
    );
    expect(report).toMatchObject({ saved: 4, rejected: [] });
    const names = (await readdir(bench.store, { recursive: true })).map(String);
    expect(names).toEqual(expect.arrayContaining(['new.md', join('sub', 'last.md')]));
    expect(names.filter((name) => name.includes('ghp_'))).toEqual([]);
    expect(await readdir(outside)).toEqual([]);
  });
});
