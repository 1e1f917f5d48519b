import { rm } from 'node:fs/promises';

import { describe, expect, it } from 'vitest';
import {
  CancellationTokenSource,
  CodeLensRefreshRequest,
  HoverRequest,
  LSPErrorCodes,
  SymbolKind,
} from 'vscode-languageserver-protocol/node';
import { URI } from 'vscode-uri';

import { caseText } from '../core/cases/cases.js';
import { memoryText, until } from '../support/service.js';
import { type Client, uriOf } from './client.js';
import { foldsIn, lensesOn, linksIn, symbolsFor, symbolsIn, Typing } from './language-support.js';
import { type Place, place, start } from './support.js';

interface Desk {
  readonly at: Place;
  readonly client: Client;
  readonly t: Typing;
}

async function desk(files: Readonly<Record<string, string>>, name?: string): Promise<Desk> {
  const at = await place(name);
  for (const [path, text] of Object.entries(files)) await at.write(path, text);
  const client = await start(at);
  return { at, client, t: new Typing(client) };
}

const day = (ago: number): string => new Date(Date.now() - ago * 86_400_000).toISOString();
const A = `---\nname: short-answers\ndescription: He wants *short* answers\nmetadata: \n  type: feedback\n  modified: ${day(12)}\n---\n\nSee [[release_freeze]] and [[nothing at all]].\n`;
const B = memoryText({
  name: 'release-freeze',
  description: 'No merges',
  type: 'project',
  body: 'By [him](a.md#why) and [[short-answers|his wish]].',
});

describe('hover', () => {
  it('shows the target of an entry, its age, whether it is loaded, and its size', async () => {
    const { at, t } = await desk({ 'a.md': A, 'b.md': B });
    const text = await t.hover(at.file('MEMORY.md'), '- [Answers](a¦.md) — short ones\n');
    expect(text).toContain('**short\\-answers**  ·  feedback  ·  long-term');
    expect(text).toContain('He wants \\*short\\* answers');
    expect(text).toContain('Updated 12 days ago  ·  not used in Memdir  ·  in MEMORY.md, loaded');
    expect(text).toContain('This line takes 31 of 25,000 characters (0.1%)');
    expect(await t.hover(at.file('MEMORY.md'), '- [An¦swers](a.md) — short ones\n')).toBe(text);
    expect(await t.hover(at.file('MEMORY.md'), '- [Answers](a.md) — sho¦rt ones\n')).toBeNull();
    expect(await t.hover(at.file('MEMORY.md'), '- [Gone](b¦b.md)\n')).toMatch(
      /^bb\\\.md doesn’t exist in this directory\./,
    );
  });

  it('shows how a wiki link resolves, or that it has no target', async () => {
    const { at, t } = await desk({ 'a.md': A, 'b.md': B });
    const head = '---\nname: short-answers\n---\n';
    expect(await t.hover(at.file('a.md'), `${head}[[release¦-freeze]]`)).toContain('b\\.md, found by its name');
    expect(await t.hover(at.file('a.md'), `${head}[[¦b]]`)).toContain('b\\.md, found by its file name');
    expect(await t.hover(at.file('a.md'), `${head}[[Release_freeze|x¦]]`)).toContain(
      'found by ignoring case, spaces, - and _',
    );
    expect(await t.hover(at.file('a.md'), `${head}[[releas-fr¦eeze]]`)).toBe(
      'No memory in this directory is named releas\\-freeze.',
    );
  });

  it('shows the meaning of a type and its decay', async () => {
    const { at, t } = await desk({ 'a.md': A });
    expect(await t.hover(at.file('a.md'), '---\nmetadata:\n  type: conte¦xt\n---\n')).toBe(
      '**context**\n\nWhat the work is about right now.\n\nShort-term. Listed for review about 15 days after the last update.',
    );
    expect(await t.hover(at.file('a.md'), '---\nty¦pe: Projekt\n---\n')).toMatch(/^\*\*projekt\*\*\n\nUnknown type/);
    expect(await t.hover(at.file('a.md'), '---\ntype: ¦\n---\n')).toBeNull();
  });

  it('escapes markup, commands and icons and masks secrets (case 32)', async () => {
    const { at, t } = await desk({}, '32-html-and-command-links');
    const token = `ghp_${'aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dF3hJ5'}`;
    await at.write(
      'evil.md',
      `---\nname: "[run](command:x) $(gear) <b>"\ndescription: '<img src=x onerror=alert(1)> https://e.example www.e.example &amp; ${token}'\n---\n\nx\n`,
    );
    const all = (await t.client.view(at.store)).memories.map(({ path }) => path.slice(at.store.length + 1));
    const shown: string[] = [];
    for (const path of ['evil.md', ...all])
      shown.push((await t.hover(at.file('MEMORY.md'), `- [x](<¦${path}>)\n`)) ?? '');
    expect(shown[0]).toContain('\\[run\\]\\(command\\:x\\) \\$\\(gear\\) \\<b\\>');
    for (const text of shown) {
      expect(text).not.toBe('');
      // Every mark that could mean something has a back-slash before it.
      expect(text.replace(/\\[!-/:-@[-`{-~]/g, '').replace(/\*\*|[().,%·]/g, '')).not.toMatch(
        /[<>[\]$`&]|:\/\/|command:|www\./,
      );
      expect(text).not.toContain(token);
    }
  });

  it('escapes icons in symbols, outline and completion (case 32)', async () => {
    const { at, client, t } = await desk({
      'odd.md': '---\nname: odd $(gear) $(sync~spin)\ndescription: d\ntype: t$(bug)\n---\n\n# One $(trash)\n',
      'MEMORY.md': '- [Odd $(key)](odd.md) — hook $(bell)\n',
    });
    const literal = (text: string | undefined): void => expect(text?.replace(/\\\$\(/g, '')).not.toContain('$(');
    const [symbol] = await symbolsFor(client, 'odd');
    expect(symbol).toMatchObject({ name: 'odd \\$(gear) \\$(sync~spin)' });
    literal(symbol?.containerName);
    await client.open(at.file('odd.md'));
    await client.open(at.file('MEMORY.md'));
    for (const file of ['odd.md', 'MEMORY.md']) {
      const all = (await symbolsIn(client, at.file(file))).flatMap((each) => [each, ...(each.children ?? [])]);
      expect(all.map(({ name }) => name).join()).toContain('\\$(');
      for (const { name, detail } of all) [name, detail].forEach(literal);
    }
    for (const label of await t.labels(at.file('new.md'), 'see [[¦')) literal(label);
  });
});

describe('links', () => {
  it('resolve only to memories of the store', async () => {
    const { at, client } = await desk({
      'MEMORY.md': caseText('28-link-escapes-directory', '../repo/.claude/memory/MEMORY.md'),
      'in.md': 'x',
    });
    await client.open(at.file('MEMORY.md'));
    const links = (await linksIn(client, at.file('MEMORY.md'))) ?? [];
    expect([...new Set(links.map(({ target }) => target))]).toEqual([uriOf(at.file('in.md'))]);
    await client.open(
      at.file('in.md'),
      '[a](../../etc/x.md) [b](file:///etc/x.md) [c](command:x.md) [d](\\\\host\\x.md) [e](//host/x.md) [[in]] [f](in.md#there)',
    );
    expect((await linksIn(client, at.file('in.md')))?.map(({ target }) => target)).toEqual([
      uriOf(at.file('in.md')),
      uriOf(at.file('in.md')),
    ]);
  });

  it('resolve relative to the folder of the memory, percent-decoded', async () => {
    const { at, client } = await desk({ 'sub/a.md': 'x', 'sub/b c.md': 'y', 'd.md': 'z' });
    await client.open(at.file('sub/a.md'), '[1](b%20c.md) [2](<b c.md>) [3](../d.md) [4](d.md) [5](sub/a.md)');
    const links = (await linksIn(client, at.file('sub/a.md'))) ?? [];
    expect(links.map(({ target }) => URI.parse(target ?? '').fsPath)).toEqual([
      at.file('sub/b c.md'),
      at.file('sub/b c.md'),
      at.file('d.md'),
    ]);
  });
});

describe('definition and references', () => {
  const files = {
    'a.md': A,
    'b.md': B,
    'MEMORY.md': '# Index\n\n- [Answers](a.md) — x\n- [Freeze](b.md), see [Answers](./a.md)\n',
  };

  it('go from entries and links to the name in the memory', async () => {
    const { at, t } = await desk(files);
    expect(await t.definition(at.file('MEMORY.md'), '- [Answers](a¦.md) — x\n')).toBe('a.md:2:7-20');
    expect(await t.definition(at.file('b.md'), '[[short-ans¦wers]]')).toBe('a.md:2:7-20');
    expect(await t.definition(at.file('b.md'), '[[noth¦ing]]')).toBeNull();
    expect(await t.definition(at.file('b.md'), 'wo¦rds')).toBe('b.md:1:1-6');
  });

  it('cover index and memories, unsaved text, and other stores', async () => {
    const { at, t, client } = await desk(files);
    expect(await t.references(at.file('a.md'), A.replace('short-answers', 'short-¦answers'))).toEqual([
      'MEMORY.md:3:13-17',
      'MEMORY.md:4:33-39',
      'b.md:9:10-14',
      'b.md:9:26-39',
    ]);
    await client.open(at.file('MEMORY.md'), '');
    await client.replace(at.file('MEMORY.md'), '- [[short-answers]] — the only one\n');
    expect(await t.references(at.file('a.md'), A.replace('---\n', '-¦--\n'), true)).toEqual([
      'MEMORY.md:1:5-18',
      'a.md:2:7-20',
      'b.md:9:10-14',
      'b.md:9:26-39',
    ]);
    expect(await t.references(at.file('b.md'), 'See [x](a¦.md)')).toEqual(['MEMORY.md:1:5-18', 'b.md:1:9-13']);
  });

  it('use columns without the byte order mark', async () => {
    const { at, t } = await desk({ 'a.md': '\uFEFFSome words', 'b.md': '\uFEFF[x](a.md)' });
    expect(await t.definition(at.file('c.md'), '[x](a¦.md)')).toBe('a.md:1:1-11');
    expect(await t.references(at.file('c.md'), '[x](a¦.md)')).toEqual(['b.md:1:5-9', 'c.md:1:5-9']);
  });
});

describe('symbols', () => {
  it('give the outline of an index and of a memory', async () => {
    const { at, client } = await desk({
      'a.md': `${A}\n# One\n\n## Two\n\ntext\n\n# Three\n`,
      'b.md': B,
      'MEMORY.md': '- [First](b.md) — x\n# Head\n\n- [Answers](a.md) — hook\n## Sub\n- [Freeze](b.md)\n# Empty\n',
    });
    for (const file of ['MEMORY.md', 'a.md']) await client.open(at.file(file));
    const outline = (symbols: Awaited<ReturnType<typeof symbolsIn>>): unknown[] =>
      symbols.map(({ name, children }) => (children?.length ? [name, outline(children)] : name));
    expect(outline(await symbolsIn(client, at.file('MEMORY.md')))).toEqual([
      'First',
      ['Head', ['Answers', ['Sub', ['Freeze']]]],
      'Empty',
    ]);
    const memory = await symbolsIn(client, at.file('a.md'));
    expect(outline(memory)).toEqual([
      ['Front matter', ['name', 'description', 'metadata', 'metadata.type', 'metadata.modified']],
      ['One', ['Two']],
      'Three',
    ]);
    expect(memory[1]).toMatchObject({ kind: SymbolKind.String, range: { start: { line: 10 }, end: { line: 14 } } });
  });

  it('find memories of every store by name, title and file name', async () => {
    const { client } = await desk({ 'a.md': A, 'x/b.md': B, 'MEMORY.md': '- [Terse replies](a.md) — x\n' });
    const names = async (query: string): Promise<string[]> => (await symbolsFor(client, query)).map(({ name }) => name);
    expect(await names('shans')).toEqual(['short-answers']);
    expect(await names('terse')).toEqual(['short-answers (Terse replies)']);
    expect(await names('')).toEqual(['release-freeze', 'short-answers']);
    expect(await names('zzz')).toEqual([]);
  });

  it('are limited in number', async () => {
    const { client } = await desk(
      Object.fromEntries(Array.from({ length: 260 }, (_, n) => [`n${n}.md`, memoryText({ name: `note-${n}` })])),
    );
    expect(await symbolsFor(client, 'note')).toHaveLength(200);
  });
});

describe('folding', () => {
  it('covers front matter, sections, comments, fences and the part that is not loaded', async () => {
    const { at, client } = await desk({
      'a.md': '---\nname: a\n---\n# One\n\ntext\n<!-- a\nb -->\n```\ncode\n```\n```\nmore\n```\n\n# Two\n',
      'b.md': B,
    });
    await client.open(at.file('a.md'));
    const folds = (await foldsIn(client, at.file('a.md'))) ?? [];
    expect(folds.map(({ startLine, endLine, kind }) => [startLine, endLine, kind])).toEqual([
      [0, 2, 'region'],
      [6, 7, 'comment'],
      [8, 10, undefined],
      [11, 13, undefined],
      [3, 13, undefined],
    ]);
    await client.open(at.file('MEMORY.md'), Array.from({ length: 230 }, () => '- [B](b.md)').join('\r\n'));
    expect(
      (await foldsIn(client, at.file('MEMORY.md')))?.map(({ startLine, endLine }) => [startLine, endLine]),
    ).toEqual([[200, 229]]);
  });
});

describe('code lens', () => {
  const titles = async (client: Client, file: string): Promise<string[]> =>
    ((await lensesOn(client, file)) ?? []).map(({ command }) => command?.title ?? '');

  it('shows age, use and loading of a memory and follows the index', async () => {
    const { at, client } = await desk({ 'a.md': A, 'MEMORY.md': '# Index\n- [Answers](a.md) — x\n' });
    let refreshed = 0;
    client.connection.onRequest(CodeLensRefreshRequest.type, () => void refreshed++);
    await client.open(at.file('a.md'));
    await client.open(at.file('MEMORY.md'));
    expect(await titles(client, at.file('a.md'))).toEqual([
      'Updated 12 days ago',
      'not used in Memdir',
      'in MEMORY.md, loaded',
    ]);
    expect((await lensesOn(client, at.file('a.md')))?.[2]?.command).toMatchObject({
      command: 'memdir.openMemory',
      arguments: [{ path: at.file('MEMORY.md'), line: 2 }],
    });
    await until('the first check is done', () => refreshed > 0);
    const before = refreshed;
    await client.replace(at.file('MEMORY.md'), '# Index\n');
    await until('the editor is asked to ask again', () => refreshed > before);
    expect(await titles(client, at.file('a.md'))).toEqual([
      'Updated 12 days ago',
      'not used in Memdir',
      'not in MEMORY.md',
    ]);
  });

  it('shows for a deleted file that is still open that nothing of it is loaded', async () => {
    const { at, client } = await desk({ 'a.md': A, 'MEMORY.md': '- [Answers](a.md) — x\n' });
    let refreshed = 0;
    client.connection.onRequest(CodeLensRefreshRequest.type, () => void refreshed++);
    for (const file of ['MEMORY.md', 'a.md']) await client.open(at.file(file));
    expect(await titles(client, at.file('MEMORY.md'))).toEqual([
      '1/200 lines, 21/25,000 characters',
      '1 entry, loaded',
    ]);
    await until('the first check is done', () => refreshed > 0);
    const before = refreshed;
    await rm(at.file('MEMORY.md'));
    await until('the editor is asked to ask again', () => refreshed > before);
    expect(await titles(client, at.file('MEMORY.md'))).toEqual([
      'Deleted: Claude Code doesn’t read this file until it is saved again',
    ]);
    expect((await titles(client, at.file('a.md')))[2]).toBe('no MEMORY.md in this directory');
    await client.save(at.file('MEMORY.md'));
    await expect
      .poll(() => titles(client, at.file('MEMORY.md')))
      .toEqual(['1/200 lines, 21/25,000 characters', '1 entry, loaded']);
  });

  it('shows how full an index is and where it is cut', async () => {
    const { at, client } = await desk({ 'a.md': A });
    await client.open(at.file('MEMORY.md'), '- [A](a.md) — x\n');
    expect(await titles(client, at.file('MEMORY.md'))).toEqual([
      '1/200 lines, 15/25,000 characters',
      '1 entry, loaded',
    ]);
    await client.replace(at.file('MEMORY.md'), `<!-- kept\nout -->\n${'- [A](a.md) — x\n'.repeat(210)}`);
    expect(await titles(client, at.file('MEMORY.md'))).toEqual([
      '210/200 lines, 3,359/25,000 characters',
      expect.stringMatching(/^Loaded up to line 202 of \d+$/) as string,
    ]);
  });
});

it('documents outside every store get no language features', async () => {
  const { at, t, client } = await desk({ 'a.md': A });
  const file = `${at.project}/README.md`;
  expect(await t.hover(file, '[x](a¦.md)')).toBeNull();
  expect(await t.definition(file, '[x](a¦.md)')).toBeNull();
  expect(await t.references(file, '[x](a¦.md)')).toBeNull();
  expect(await t.prepare(file, '---\nname: a¦\n---\n')).toBeNull();
  expect(
    await Promise.all([linksIn(client, file), symbolsIn(client, file), foldsIn(client, file), lensesOn(client, file)]),
  ).toEqual([null, null, null, null]);
});

it('a cancelled request is answered as cancelled', async () => {
  const { at, client } = await desk({ 'a.md': A });
  await client.open(at.file('a.md'));
  const source = new CancellationTokenSource();
  source.cancel();
  const asked = client.connection.sendRequest(
    HoverRequest.type,
    { textDocument: { uri: uriOf(at.file('a.md')) }, position: { line: 0, character: 0 } },
    source.token,
  );
  await expect(asked).rejects.toMatchObject({ code: LSPErrorCodes.RequestCancelled });
});
