import { describe, expect, it } from 'vitest';

import { memoryText } from '../support/service.js';
import { Typing } from './language-support.js';
import { type Place, place, start } from './support.js';

async function typing(
  files: Readonly<Record<string, string>>,
  settings: Parameters<typeof start>[1] = {},
): Promise<{ at: Place; typing: Typing }> {
  const at = await place();
  for (const [path, text] of Object.entries(files)) await at.write(path, text);
  return { at, typing: new Typing(await start(at, settings)) };
}

const a = memoryText({ name: 'short-answers', description: 'He wants short answers', type: 'feedback' });
const b = memoryText({ name: 'release-freeze', description: 'No merges after Thursday', type: 'project' });

describe('completion in front matter', () => {
  it('offers missing keys, replacing the typed prefix', async () => {
    const { at, typing: t } = await typing({ 'a.md': a });
    const file = at.file('a.md');
    expect(await t.labels(file, '---\nname: x\n¦\n---\n')).toEqual([
      'description',
      'type',
      'metadata',
      'tags',
      'repos',
      'created',
      'modified',
    ]);
    expect(await t.labels(file, '---\n¦\n---\n')).toContain('name');
    expect(await t.completed(file, '---\nname: x\nde¦s\n---\n', 'description')).toBe(
      '---\nname: x\ndescription: \n---\n',
    );
    expect(await t.completed(file, '---\nname: x\nde¦: old\n---\n', 'description')).toBe(
      '---\nname: x\ndescription: old\n---\n',
    );
    expect(await t.completed(file, '---\r\nname: x\r\nme¦\r\n---\r\n', 'metadata')).toBe(
      '---\r\nname: x\r\nmetadata:\r\n  \r\n---\r\n',
    );
    expect(await t.completed(file, '\uFEFF---\nna¦\n---\n', 'name')).toBe('\uFEFF---\nname: \n---\n');
  });

  it('offers nested keys below metadata, and type at both levels', async () => {
    const { at, typing: t } = await typing({ 'a.md': a });
    const file = at.file('a.md');
    expect(await t.labels(file, '---\nname: x\nmetadata: \n  type: user\n  ¦\n---\n')).toEqual([
      'node_type',
      'originSessionId',
      'modified',
      'created',
      'tags',
      'repos',
    ]);
    expect(await t.labels(file, '---\nmetadata: \n  type: user\n¦\n---\n')).not.toContain('type');
    expect(await t.labels(file, '---\ntype: user\nmetadata:\n  ¦\n---\n')).not.toContain('type');
    expect(await t.completed(file, '---\nname: x\nmetadata:\n¦\n---\n', 'type')).toBe(
      '---\nname: x\nmetadata:\n  type: \n---\n',
    );
  });

  it('offers types with their meaning, including types of the settings', async () => {
    const { at, typing: t } = await typing(
      { 'a.md': a },
      { types: { ritual: { level: 'short-term', scaleDays: 10, shape: 1 } } },
    );
    const file = at.file('a.md');
    const items = await t.completions(file, '---\nname: x\ntype:¦\n---\n', ':');
    expect(items.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['user', 'feedback', 'project', 'reference', 'decision', 'ritual']),
    );
    expect(items.find(({ label }) => label === 'project')).toMatchObject({
      detail: 'Short-term',
      documentation: expect.stringMatching(
        /^Ongoing work.*Short-term\. Listed for review about 6 months after the last update\.$/,
      ) as unknown,
    });
    expect(items.find(({ label }) => label === 'ritual')).toMatchObject({
      detail: 'Short-term',
      documentation: expect.stringContaining('settings') as unknown,
    });
  });

  it.each([
    ['---\ntype:¦\n---\n', '---\ntype: project\n---\n'],
    ['---\ntype: ¦\n---\n', '---\ntype: project\n---\n'],
    ['---\ntype: fe¦edback\n---\n', '---\ntype: project\n---\n'],
    ['---\ntype: fe¦edback # why not\n---\n', '---\ntype: project # why not\n---\n'],
    ['---\ntype: "fe¦edback"\n---\n', '---\ntype: "project"\n---\n'],
    ["---\ntype: '¦'\n---\n", "---\ntype: 'project'\n---\n"],
    ["---\ntype: 'fe¦\n---\n", "---\ntype: 'project\n---\n"],
    ['---\r\nmetadata: \r\n  type:   ¦user\r\n---\r\n', '---\r\nmetadata: \r\n  type:   project\r\n---\r\n'],
    ['---\nname: x\ntype: ¦', '---\nname: x\ntype: project'],
  ])('replaces the whole value of %j', async (text, result) => {
    const { at, typing: t } = await typing({ 'a.md': a });
    expect(await t.completed(at.file('a.md'), text, 'project')).toBe(result);
  });

  it('offers today and now for dates, the file name for a name, and the first sentence for a description', async () => {
    const { at, typing: t } = await typing({ 'a-note.md': a });
    const file = at.file('a-note.md');
    const [today, now] = await t.labels(file, '---\nmetadata:\n  modified: ¦\n---\n');
    expect(today).toBe(new Date().toISOString().slice(0, 10));
    expect(Math.abs(Date.parse(now ?? '') - Date.now())).toBeLessThan(60_000);
    expect(await t.completed(file, '---\nname: ¦\n---\n', 'a-note')).toBe('---\nname: a-note\n---\n');
    const text = '---\nname: x\ndescription: ¦\n---\n\nTabs: they are "wide". More.\n';
    expect(await t.completed(file, text, 'Tabs: they are "wide".')).toContain(
      'description: "Tabs: they are \\"wide\\"."\n',
    );
  });

  it('offers nothing where no value is expected', async () => {
    const { at, typing: t } = await typing({ 'a.md': a });
    const file = at.file('a.md');
    for (const [text, typed] of [
      ['---\nname: a ¦\n---\n', ' '],
      ['---\n  ¦\n---\n', ' '],
      ['¦---\nname: x\n---\n'],
      ['---\nname: x\n---\nSome prose ¦', ' '],
      ['# Title\n\n---\n\nword ¦\n\n---\n', ' '],
      ['a rule\n---\nna¦\n---\n'],
    ] as const) {
      expect([text, await t.labels(file, text, typed)]).toEqual([text, []]);
    }
  });
});

describe('completion of links', () => {
  const files = {
    'a.md': a,
    'sub/b.md': b,
    'with space.md': memoryText({ name: 'Spaced name', type: 'user' }),
    'gone.md': memoryText({ name: 'gone', more: 'deleted_at: 2026-01-01' }),
    'MEMORY.md': '- [A](a.md) — x\n',
  };

  it('offers the files that the index does not list before the others', async () => {
    const { at, typing: t } = await typing(files);
    const index = at.file('MEMORY.md');
    expect(await t.labels(index, '- [A](a.md) — x\n- [B](¦)\n', '(')).toEqual(['sub/b.md', 'with space.md', 'a.md']);
    expect(await t.completed(index, '- [A](a.md) — x\n- [B](su¦)\n', 'sub/b.md')).toBe(
      '- [A](a.md) — x\n- [B](sub/b.md)\n',
    );
    expect(await t.completed(index, '- [A](a.md) — x\n- [B](sub/¦old.md#part)\n', 'sub/b.md')).toBe(
      '- [A](a.md) — x\n- [B](sub/b.md#part)\n',
    );
    expect(await t.completed(index, '- [A](./a.md)\n- [B](¦', 'sub/b.md')).toBe('- [A](./a.md)\n- [B](./sub/b.md)');
  });

  it('writes a name with spaces in the style of the index', async () => {
    const { at, typing: t } = await typing(files);
    const index = at.file('MEMORY.md');
    expect(await t.completed(index, '- [S](¦)\n', 'with space.md')).toBe('- [S](<with space.md>)\n');
    expect(await t.completed(index, '- [S](<¦>)\n', 'with space.md')).toBe('- [S](<with space.md>)\n');
    expect(await t.completed(index, '- [X](no%20file.md)\n- [S](¦)\n', 'with space.md')).toBe(
      '- [X](no%20file.md)\n- [S](with%20space.md)\n',
    );
  });

  it('writes paths relative to the folder of the linking memory', async () => {
    const { at, typing: t } = await typing(files);
    const file = at.file('sub/b.md');
    const head = '---\nname: release-freeze\n---\n';
    expect(await t.labels(file, `${head}See [it](¦)`)).toEqual(['../a.md', '../with space.md']);
    expect(await t.completed(file, `${head}See [it](../¦)`, '../a.md')).toBe(`${head}See [it](../a.md)`);
  });

  it('offers wiki names that are unambiguous', async () => {
    const { at, typing: t } = await typing({
      ...files,
      'x/dup.md': memoryText({ name: 'Some title' }),
      'y/dup.md': memoryText({ name: 'Other title' }),
    });
    const file = at.file('a.md');
    const head = '---\nname: short-answers\n---\n';
    expect(await t.labels(file, `${head}[[¦]]`, '[')).toEqual(['release-freeze', 'with space', 'x/dup', 'y/dup']);
    expect(await t.completed(file, `${head}[[re¦]]`, 'release-freeze')).toBe(`${head}[[release-freeze]]`);
    expect(await t.completed(file, `${head}[[re¦`, 'release-freeze')).toBe(`${head}[[release-freeze]]`);
    expect(await t.completed(file, `${head}[[re¦]`, 'release-freeze')).toBe(`${head}[[release-freeze]]`);
    expect(await t.completed(file, `${head}[[re¦old|shown]]`, 'release-freeze')).toBe(
      `${head}[[release-freeze|shown]]`,
    );
    expect(await t.labels(file, `${head}\`\`\`\n[[¦]]\n\`\`\``)).toEqual([]);
  });

  it('offers whole entries in the style of the index and titles of existing links', async () => {
    const { at, typing: t } = await typing(files);
    const index = at.file('MEMORY.md');
    expect(await t.completed(index, '- [A](a.md) — x\n¦\n', 'Release freeze')).toBe(
      '- [A](a.md) — x\n- [Release freeze](sub/b.md) — No merges after Thursday\n',
    );
    expect(await t.completed(index, '* [A](a.md): x\n* ¦\n', 'Release freeze')).toBe(
      '* [A](a.md): x\n* [Release freeze](sub/b.md): No merges after Thursday\n',
    );
    expect(await t.completed(index, '- [A](a.md) — x\n- [¦]\n', 'Release freeze')).toBe(
      '- [A](a.md) — x\n- [Release freeze](sub/b.md) — No merges after Thursday\n',
    );
    expect(await t.completed(index, '- [¦](sub/b.md) — mine\n', 'Release freeze')).toBe(
      '- [Release freeze](sub/b.md) — mine\n',
    );
    expect(await t.labels(index, '- [A](a.md)\n- [B](sub/b.md)\n- [S](<with space.md>)\n- ¦\n')).toEqual([]);
  });

  it('finds memories beyond the limit by the typed prefix', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 400 }, (_, n) => [`note_${n}.md`, memoryText({ name: `note-${n}` })]),
    );
    const { at, typing: t } = await typing({ ...many, 'a.md': a });
    expect((await t.completions(at.file('a.md'), 'x [[¦]]')).length).toBe(100);
    expect(await t.labels(at.file('a.md'), 'x [[note-39¦]]')).toEqual(
      expect.arrayContaining(['note-39', 'note-390', 'note-399']),
    );
  });

  it('masks secrets of descriptions', async () => {
    const token = `ghp_${'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dF3hJ5'}`;
    const { at, typing: t } = await typing({
      ...files,
      'sub/b.md': memoryText({ name: 'token', description: `use ${token}` }),
    });
    const items = await t.completions(at.file('a.md'), 'x [[¦]]');
    expect(JSON.stringify(items)).not.toContain(token);
    expect(items.find(({ label }) => label === 'token')?.documentation).toContain('[masked: ');
    expect(await t.labels(at.file('a.md'), `---\nname: x\ndescription: ¦\n---\n\nThe key is ${token}.\n`)).toEqual([]);
  });
});

it('offers nothing in documents outside every store', async () => {
  const { at, typing: t } = await typing({ 'a.md': a });
  expect(await t.labels(`${at.project}/README.md`, '---\n¦\n---\n')).toEqual([]);
  expect(await t.labels(`${at.project}/README.md`, '- [x](¦)')).toEqual([]);
});
