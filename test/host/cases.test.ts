/** What cases ask for at the door of an editor. */
import { execFileSync } from 'node:child_process';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';
import { URI } from 'vscode-uri';

import { memoryText, until } from '../support/service.js';
import { linksIn, Typing } from './language-support.js';
import { connect, engineIn, optionsOf, place, start } from './support.js';

const CASES = join(import.meta.dirname, '../fixtures/cases');

it('case 17: no operation evaluates executable front matter', async () => {
  const at = await place('17-js-frontmatter');
  const client = await start(at);
  const t = new Typing(client);
  for (const file of await readdir(at.store)) {
    expect(await t.hover(at.file('MEMORY.md'), `- [x](¦${file})\n`)).not.toBeNull();
    await client.open(at.file(file));
    for (const action of await client.actions(at.file(file))) await client.apply(action.edit);
  }
  await client.request('search', { query: 'memdir' });
  await client.view(at.store);
  expect(Object.hasOwn(globalThis, '__memdir_case17')).toBe(false);
});

it('case 23: document links and diagnostics resolve the same targets', async () => {
  const at = await place('23-link-spellings');
  const client = await start(at);
  await client.open(at.file('MEMORY.md'));
  const links = (await linksIn(client, at.file('MEMORY.md'))) ?? [];
  expect(links.length).toBeGreaterThan(12);
  await until('the index is checked', () => client.codes(at.file('MEMORY.md')).includes('index-duplicate'));
  const missing = client
    .diagnostics(at.file('MEMORY.md'))
    .filter(({ code }) => code === 'index-missing-target')
    .map(({ range }) => range.start.line);
  for (const { target, range } of links) {
    const file = URI.parse(target ?? '').fsPath;
    expect(file.startsWith(at.store)).toBe(true);
    await readFile(file);
    expect(missing).not.toContain(range.start.line);
  }
});

describe.runIf(process.platform !== 'win32')('case 27: links out of a directory', () => {
  it.each([
    [false, false],
    [true, true],
  ])('links out of the store in a folder with trust %s are read (%s) and reported', async (trusted, read) => {
    const at = await place();
    await cp(join(CASES, '27-symlinks'), join(at.dir, 'store'), { recursive: true });
    execFileSync('sh', [join(at.dir, 'store', 'make-links.sh'), join(at.dir, 'store')]);
    const client = connect(engineIn(at));
    await client.initialize(at.project, { ...optionsOf(at), trusted });
    const view = await client.view(at.store);
    expect(
      view.memories
        .filter(({ symlink }) => symlink)
        .map(({ path }) => path.slice(at.store.length + 1))
        .sort(),
    ).toEqual(expect.arrayContaining(['leak.md', 'shared-link.md']));
    const { hits } = await client.request('search', { query: 'outside-needle-omega' });
    expect(hits.some(({ path }) => path.endsWith('leak.md'))).toBe(read);
    const hover = (await new Typing(client).hover(at.file('MEMORY.md'), '- [x](¦leak.md)\n')) ?? '';
    expect(hover.includes('omega')).toBe(false);
  });
});

describe('case 32: markup is text on hover', () => {
  it.each([
    '[run](command:x)',
    '![p](https://example.invalid/p.png)',
    '<script>x</script>',
    '$(gear)',
    '`$(alert)`',
    '[a]: command:x',
    '**bold**',
    '&lt;b&gt;',
    'https://example.invalid',
    '# big',
  ])('%s is escaped in name, description, title and entry', async (markup) => {
    const at = await place();
    await at.write('a.md', `---\nname: '${markup}'\ndescription: 'about ${markup}'\n---\n\nx\n`);
    const client = await start(at);
    const shown =
      (await new Typing(client).hover(
        at.file('MEMORY.md'),
        `- [${markup.replace(/[[\]]/g, '')}](¦a.md) — ${markup}\n`,
      )) ?? '';
    expect(shown.replace(/\\/g, '')).toContain(markup);
    expect(shown.replace(/\\[!-/:-@[-`{-~]/g, '').replace(/\*\*|[().,%·]/g, '')).not.toMatch(
      /[<>[\]$`&#]|:\/\/|command:/,
    );
  });
});

describe('case 38: two writers and an open editor', () => {
  const added = async (theirs: (before: string) => string): Promise<{ disk: string; buffer: string }> => {
    const at = await place('38-concurrent-write');
    const client = await start(at);
    await client.untilCodes(at.file('b.md'), ['description-vague', 'index-orphan']);
    await client.open(at.file('MEMORY.md'));
    const before = client.text(at.file('MEMORY.md'));
    await client.replace(at.file('MEMORY.md'), theirs(before));
    await client.untilCodes(at.file('b.md'), ['description-vague', 'index-orphan']);
    await client.open(at.file('b.md'));
    await client.apply((await client.action(at.file('b.md'), /Add an entry/)).edit);
    expect(await at.text('MEMORY.md')).toBe(before);
    return { disk: before, buffer: client.text(at.file('MEMORY.md')) };
  };

  it.each<[string, (before: string) => string, RegExp]>([
    ['adds an entry', (before) => `${before.trimEnd()}\n- [C](c.md) — new\n`, /\(a\.md\)[^]*\(c\.md\)[^]*\(b\.md\)/],
    ['removes one', () => '# Index\n', /^# Index\n[^]*\(b\.md\)/],
    [
      'writes above it',
      (before) => `# New title\n\nAn introduction.\n\n${before}`,
      /^# New title\n\nAn introduction\.\n\n[^]*\(a\.md\)[^]*\(b\.md\)/,
    ],
  ])('the fix edits the unsaved index when the user %s, not the file on disk', async (_, theirs, wanted) => {
    expect((await added(theirs)).buffer).toMatch(wanted);
  });

  it('a fix after a change on disk keeps that change', async () => {
    const at = await place('38-concurrent-write');
    const client = await start(at);
    await client.untilCodes(at.file('b.md'), ['description-vague', 'index-orphan']);
    await cp(join(CASES, '38-concurrent-write/after-read/MEMORY.md'), at.file('MEMORY.md'));
    await at.write('c.md', memoryText({ name: 'c' }));
    await client.open(at.file('b.md'));
    await until('the change is seen', async () =>
      JSON.stringify((await client.view(at.store)).memories).includes('"c"'),
    );
    await client.apply((await client.action(at.file('b.md'), /Add an entry/)).edit);
    const after = await at.text('MEMORY.md');
    for (const name of ['a', 'b', 'c']) expect(after).toContain(`(${name}.md)`);
  });
});

it('case 42: hover, open and search succeed while the memory is deleted', async () => {
  const at = await place('42-directory-comes-and-goes');
  const client = await start(at);
  const { memories } = await client.view(at.store);
  await rm(at.file('a.md'));
  await new Typing(client).hover(at.file('MEMORY.md'), '- [x](¦a.md)\n');
  await expect(client.request('search', { query: 'anything' })).resolves.toMatchObject({
    hits: expect.any(Array) as unknown[],
  });
  await until('the list empties', async () => (await client.view(at.store)).memories.length === memories.length - 1);
  await writeFile(at.file('a.md'), memoryText({ name: 'back' }));
  await until('the list fills', async () => (await client.view(at.store)).memories.length === memories.length);
  expect(client.log.filter((line) => /unexpected|unhandled/i.test(line))).toEqual([]);
});
