import { mkdir, readdir, rename as renameOnDisk } from 'node:fs/promises';
import { dirname, relative } from 'node:path';

import { describe, expect, it } from 'vitest';
import { RenameFile, RenameRequest, type WorkspaceEdit } from 'vscode-languageserver-protocol/node';
import { URI } from 'vscode-uri';

import type { ParsedStore } from '../../src/core/parsed-store.js';
import { PendingRename } from '../../src/host/language/pending-rename.js';
import { renameEdit } from '../../src/host/language/rename.js';
import { source } from '../core/cases/cases.js';
import { infoOf, storeOf } from '../core/lint/store.js';
import { memoryText } from '../support/service.js';
import type { Client } from './client.js';
import { Typing, willRename } from './language-support.js';
import { type Place, place, start } from './support.js';

interface Desk {
  readonly at: Place;
  readonly client: Client;
  readonly t: Typing;
}

async function desk(
  files: Readonly<Record<string, string>>,
  settings: Parameters<typeof start>[1] = {},
): Promise<Desk> {
  const at = await place();
  for (const [path, text] of Object.entries(files)) await at.write(path, text);
  const client = await start(at, settings);
  return { at, client, t: new Typing(client) };
}

/** What a rename would do: file renames, and the text of each file that is edited. */
async function outcome({ at, client }: Desk, edit: WorkspaceEdit | null): Promise<Record<string, string>> {
  const result: Record<string, string> = {};
  for (const change of edit?.documentChanges ?? [])
    if (RenameFile.is(change)) result[inStore(at, change.oldUri)] = `→ ${inStore(at, change.newUri)}`;
  const documentChanges = (edit?.documentChanges ?? []).filter((change) => !RenameFile.is(change));
  for (const file of await client.apply({ documentChanges })) {
    const path = relative(at.store, file);
    const text = client.isOpen(file) ? client.text(file) : await at.text(path);
    result[path] = (result[path] === undefined ? '' : `${result[path]}\n`) + text;
  }
  return result;
}

const inStore = (at: Place, uri: string): string => relative(at.store, URI.parse(uri).fsPath);
const named = (name: string, body = 'x'): string => `---\nname: ${name}\n---\n${body}\n`;
const refusal = async (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'not refused',
    (error: unknown) => (error as Error).message,
  );

const FILES = {
  'a.md': named('a'),
  'b.md': named('other', 'See [[a]], [[a#Part|Alias]], [[A.md]] and [text "x"](a.md#p "Title"), [up](./a.md).'),
  'MEMORY.md': '# Index\r\n\r\n- [A](a.md) — hook about a\r\n- [A again](./a.md#x) and `a.md`\r\n- [B](b.md)\r\n',
};

describe('rename of a memory', () => {
  it('renames file, name, entries and links as one edit and keeps their spelling', async () => {
    const d = await desk(FILES);
    const edit = await d.t.rename(d.at.file('a.md'), '---\nname: ¦a\n---\nx\n', 'new-name');
    expect(await outcome(d, edit)).toEqual({
      'a.md': '→ new-name.md\n---\nname: new-name\n---\nx\n',
      'b.md': named(
        'other',
        'See [[new-name]], [[new-name#Part|Alias]], [[new-name.md]] and [text "x"](new-name.md#p "Title"), [up](./new-name.md).',
      ),
      'MEMORY.md':
        '# Index\r\n\r\n- [A](new-name.md) — hook about a\r\n- [A again](./new-name.md#x) and `new-name.md`\r\n- [B](b.md)\r\n',
    });
    expect(edit?.documentChanges?.map((change) => ('kind' in change ? change.kind : 'edit')).at(-1)).toBe('rename');
  });

  it('changes links that were written a moment ago', async () => {
    const d = await desk(FILES);
    const asked = { ...(await d.t.show(d.at.file('a.md'), '---\nname: ¦a\n---\nx\n')), newName: 'new-name' };
    await d.client.connection.sendRequest(RenameRequest.type, asked);
    await d.at.write('MEMORY.md', '- [New](a.md)\n');
    // The first one begins to load the store, and the other is answered while it does.
    const [, edit] = await Promise.all([
      d.client.connection.sendRequest(RenameRequest.type, { ...asked, newName: 'other-name' }),
      d.client.connection.sendRequest(RenameRequest.type, asked),
    ]);
    expect(await outcome(d, edit)).toMatchObject({ 'MEMORY.md': '- [New](new-name.md)\n' });
  });

  it('prepares the range and placeholder on a name, an entry and a link', async () => {
    const { at, t } = await desk(FILES);
    expect(await t.prepare(at.file('a.md'), '---\nname: "a¦"\n---\n')).toBe('a → a');
    expect(await t.prepare(at.file('MEMORY.md'), '- [A](./¦a.md#x)\n')).toBe('a → a');
    expect(await t.prepare(at.file('MEMORY.md'), '[[oth¦er|x]]')).toBe('other → other');
    expect(await t.prepare(at.file('MEMORY.md'), '- [¦A](a.md)\n')).toBeNull();
    expect(await t.prepare(at.file('MEMORY.md'), '- [X](no¦ne.md)\n')).toBeNull();
    expect(await t.prepare(at.file('a.md'), '---\n¦name: a\n---\n')).toBeNull();
  });

  it('starts from an entry or a link in unsaved text', async () => {
    const d = await desk(FILES);
    await d.client.open(d.at.file('b.md'));
    await d.client.replace(d.at.file('b.md'), named('other', 'unsaved [[a]]'));
    expect(await outcome(d, await d.t.rename(d.at.file('MEMORY.md'), '- [A](./a¦.md) — mine\n', 'c.md'))).toEqual({
      'a.md': `→ c.md\n${named('c')}`,
      'b.md': named('other', 'unsaved [[c]]'),
      'MEMORY.md': '- [A](./c.md) — mine\n',
    });
  });

  it.each([
    // A name and a file that go together keep doing so, each in its own style.
    ['feedback_short_answers.md', 'short-answers', 'terse-replies', 'feedback_terse_replies.md', 'terse-replies'],
    ['short-answers.md', 'Short answers', 'Terse replies', 'terse-replies.md', 'Terse replies'],
    ['notes/tabs_or_spaces.md', 'tabs-or-spaces', 'only-tabs', 'notes/only_tabs.md', 'only-tabs'],
    ['x.md', 'x', 'Report: über 9', 'report-über-9.md', '"Report: über 9"'],
  ])('renames %s (%s) to %s', async (path, name, to, newPath, newName) => {
    const text = (value: string): string => `---\nname: ${value}\ntype: feedback\n---\nx\n`;
    const d = await desk({ [path]: text(name), 'l.md': `[[${name}]] [x](${path})` });
    expect(await outcome(d, await d.t.rename(d.at.file(path), text(`¦${name}`), to))).toEqual({
      [path]: `→ ${newPath}\n${text(newName)}`,
      'l.md': `[[${to}]] [x](${newPath})`,
    });
  });

  it('keeps percent-encoding, angle brackets, folders and the missing .md of a link', async () => {
    const d = await desk({
      'my notes/a.md': named('a'),
      'my notes/b.md': named('b', '[1](a.md) [2](../my%20notes/a.md) [3](<../my notes/a.md>) [4](./a.md#x)'),
      'MEMORY.md':
        '- [1](my%20notes/a.md#x)\n- [2](<my notes/a.md>)\n- [3](my notes/a.md)\n- [4](my%20notes/a)\n- [[my notes/a]]\n',
    });
    expect(await outcome(d, await d.t.rename(d.at.file('my notes/a.md'), '---\nname: ¦a\n---\nx\n', 'c'))).toEqual({
      'my notes/a.md': `→ my notes/c.md\n${named('c')}`,
      'my notes/b.md': named('b', '[1](c.md) [2](../my%20notes/c.md) [3](<../my notes/c.md>) [4](./c.md#x)'),
      'MEMORY.md':
        '- [1](my%20notes/c.md#x)\n- [2](<my notes/c.md>)\n- [3](my notes/c.md)\n- [4](my%20notes/c)\n- [[my notes/c]]\n',
    });
  });

  it('updates the chain of versions and leaves memories of the same name elsewhere unchanged', async () => {
    const d = await desk({
      'a.md': named('a'),
      'old.md': "---\nname: old\nsuperseded_by: 'a.md'\n---\n",
      'sub/a.md': named('another', '[x](a.md)'),
    });
    expect(await outcome(d, await d.t.rename(d.at.file('a.md'), '---\nname: ¦a\n---\nx\n', 'c'))).toEqual({
      'a.md': `→ c.md\n${named('c')}`,
      'old.md': "---\nname: old\nsuperseded_by: 'c.md'\n---\n",
    });
  });

  it('updates links in other stores', async () => {
    const at = await place();
    for (const [path, text] of Object.entries({
      'MEMORY.md': '- [T](team/t.md)\n',
      'team/MEMORY.md': '- [T](t.md)\n',
      'team/t.md': named('t', '[[t]]'),
      '../side/MEMORY.md': '- [T](../memory/team/t.md#x)\n',
      '../side/s.md': '[t](../memory/team/t.md) [[t]]',
    }))
      await at.write(path, text);
    const client = await start(at, { directories: [at.store, at.file('team'), at.file('../side')] });
    const t = new Typing(client);
    const done = await outcome(
      { at, client, t },
      await t.rename(at.file('team/t.md'), '---\nname: ¦t\n---\n[[t]]\n', 'u'),
    );
    expect(done).toEqual({
      'MEMORY.md': '- [T](team/u.md)\n',
      'team/MEMORY.md': '- [T](u.md)\n',
      'team/t.md': `→ team/u.md\n${named('u', '[[u]]')}`,
      '../side/MEMORY.md': '- [T](../memory/team/u.md#x)\n',
      '../side/s.md': '[t](../memory/team/u.md) [[t]]',
    });
  });

  it.each([
    ['', /^Enter a name/],
    ['a/b', /slash/],
    ['a\\b', /slash/],
    ['a\nb', /line breaks/],
    ['CON', /reserved name in Windows/],
    ['nul.x', /reserved name in Windows/],
    ['other', /already named “other”/],
    ['OTHER', /already named “other”/],
    ['b', /b\.md already exists/],
    ['B', /b\.md already exists/],
    ['memory', /MEMORY\.md is the index/],
    ['???', /can’t be used for a file/],
    ['x'.repeat(200), /longer than/],
  ])('rejects the name %j with a message', async (name, sentence) => {
    const { at, t } = await desk(FILES);
    expect(await refusal(t.rename(at.file('a.md'), '---\nname: ¦a\n---\nx\n', name))).toMatch(sentence);
  });

  it.each([
    ['a:b', /can’t contain/],
    ['.hidden', /start with a dot/],
    ['dot.', /end with a dot/],
    ['b', /b\.md already exists/],
    ['c[1]', /brackets/],
  ])('rejects the file name %j with a message', async (name, sentence) => {
    const { at, t } = await desk({ ...FILES, 'a.md': 'no front matter' });
    expect(await refusal(t.rename(at.file('MEMORY.md'), '- [A](a¦.md)\n', name))).toMatch(sentence);
  });

  it('is rejected when a file contains conflict markers', async () => {
    const { at, t } = await desk({
      ...FILES,
      'b.md': named('other', '[[a]]\n<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> other'),
    });
    expect(await refusal(t.rename(at.file('a.md'), '---\nname: ¦a\n---\nx\n', 'c'))).toBe(
      'b.md contains merge conflicts. Resolve them, then rename.',
    );
  });

  it('is rejected in a read-only directory, for a link out of it, and for text that is not UTF-8', () => {
    const refused = (store: ParsedStore): string => {
      const context = { store, path: 'a.md', accesses: new Map() };
      try {
        renameEdit(context, { line: 1, character: 6 }, 'c', [context], {
          opened: { overlay: new Map(), versions: new Map(), uris: new Map() },
          textOf: () => undefined,
          pending: new PendingRename(),
        });
        return 'not refused';
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(refused(storeOf([source('a.md', named('a'))]))).toBe('not refused');
    expect(refused(storeOf([source('a.md', named('a'))], infoOf('session', { readOnly: true })))).toMatch(
      /^a\.md is in a read-only memory directory/,
    );
    expect(refused(storeOf([{ ...source('a.md', named('a')), linkTarget: '/elsewhere/a.md' }]))).toMatch(
      /link to a file outside/,
    );
    expect(refused(storeOf([source('a.md', named('a')), source('b.md', '[[a]]', 'utf8-invalid')]))).toMatch(
      /^b\.md isn’t UTF-8/,
    );
  });
});

describe('rename in the explorer', () => {
  /** Takes the edit, then renames, as the editor does. */
  async function moved(d: Desk, from: string, to: string): Promise<Record<string, string>> {
    const edit = await willRename(d.client, d.at.file(from), d.at.file(to));
    const result = await outcome(d, edit);
    await mkdir(dirname(d.at.file(to)), { recursive: true });
    await renameOnDisk(d.at.file(from), d.at.file(to));
    return result;
  }

  it('updates entries and links on a move to another folder', async () => {
    const d = await desk({
      'a.md': named('alpha', '[b](b.md) [[b]] [up](sub/c.md)'),
      'b.md': named('beta', '[[a]] [[alpha]] [a](a.md#x)'),
      'sub/c.md': named('c', '[a](../a.md)'),
      'MEMORY.md': '- [A](./a.md) — x\n- [B](b.md)\n',
    });
    expect(await moved(d, 'a.md', 'sub/z.md')).toEqual({
      'a.md': named('alpha', '[b](../b.md) [[b]] [up](c.md)'),
      'b.md': named('beta', '[[z]] [[alpha]] [a](sub/z.md#x)'),
      'sub/c.md': named('c', '[a](z.md)'),
      'MEMORY.md': '- [A](./sub/z.md) — x\n- [B](b.md)\n',
    });
    await expect
      .poll(async () => (await d.client.view(d.at.store)).memories.find(({ name }) => name === 'alpha')?.inIndex)
      .toBe(true);
  });

  it('updates entries and links of a moved folder', async () => {
    const d = await desk({
      'old/a.md': named('a', '[b](b.md) [r](../r.md)'),
      'old/b.md': named('b'),
      'r.md': named('r', '[[old/a]] [a](old/a.md)'),
      'MEMORY.md': '- [A](old/a.md)\n- [B](old%2Fb.md)\n',
    });
    expect(await moved(d, 'old', 'new folder')).toEqual({
      'r.md': named('r', '[[new folder/a]] [a](new%20folder/a.md)'),
      'MEMORY.md': '- [A](new%20folder/a.md)\n- [B](new%20folder/b.md)\n',
    });
    expect(await readdir(d.at.file('new folder'))).toEqual(['a.md', 'b.md']);
  });

  it.each([
    // The name goes along where it was made of the file's name, in its own style; a wiki link says what it said: the name, or the file.
    ['a.md', 'a', 'z.md', 'z', 'z'],
    ['feedback_short_answers.md', 'short-answers', 'feedback_terse_replies.md', 'terse-replies', 'terse-replies'],
    ['feedback_short_answers.md', 'short-answers', 'project_terse_replies.md', undefined, 'short-answers'],
    ['short-answers.md', 'Short answers', 'terse-replies.md', 'Terse replies', 'Terse replies'],
    ['a.md', 'Another title', 'z.md', undefined, 'Another title'],
    ['a.md', 'a', 'sub/a.md', undefined, 'a'],
    ['a.md', 'a', 'taken.md', undefined, 'a'],
    ['my notes (1).md', 'my notes (1)', 'ünï 100%.md', '"ünï 100%"', 'ünï 100%'],
    ['my notes (1).md', 'my notes (1)', 'note #2.md', '"note #2"', 'my notes (1)'],
  ])('of %s, named %s, to %s changes the name to %s', async (from, name, to, newName, link) => {
    const text = (value: string): string => `---\nname: ${value}\ntype: feedback\n---\nx\n`;
    const d = await desk({ [from]: text(name), 'l.md': `[[${name}]]`, 'other.md': named('taken') });
    expect(await moved(d, from, to)).toEqual({
      ...(newName === undefined ? {} : { [from]: text(newName) }),
      ...(link === name ? {} : { 'l.md': `[[${link}]]` }),
    });
  });

  it('updates links from and to other stores, and to pages of the project', async () => {
    const d = await desk({
      'a.md': named('a', '[s](../../side/s.md) [p](../../project/docs/p.md) [[b]]'),
      'b.md': named('b'),
      'MEMORY.md': '- [A](a.md)\n',
    });
    await d.at.write('../../side/s.md', named('s', '[a](../store/memory/a.md#x) [a](<../store/memory/a.md>)'));
    await d.at.write('../../side/MEMORY.md', '- [S](s.md)\n- [A](../store/memory/a.md)\n');
    const client = await start(d.at, { directories: [d.at.store, `${d.at.dir}/side`] });
    const both = { ...d, client };
    expect(await moved(both, 'a.md', 'sub/z.md')).toEqual({
      'a.md': named('z', '[s](../../../side/s.md) [p](../../../project/docs/p.md) [[b]]'),
      'MEMORY.md': '- [A](sub/z.md)\n',
      '../../side/s.md': named('s', '[a](../store/memory/sub/z.md#x) [a](<../store/memory/sub/z.md>)'),
      '../../side/MEMORY.md': '- [S](s.md)\n- [A](../store/memory/sub/z.md)\n',
    });
    await expect.poll(async () => (await client.view(d.at.store)).memories.map(({ name }) => name)).toContain('z');
    const edit = await willRename(client, `${d.at.dir}/side`, `${d.at.dir}/new side`);
    expect(await outcome(both, edit)).toEqual({
      'sub/z.md': named('z', '[s](../../../new%20side/s.md) [p](../../../project/docs/p.md) [[b]]'),
    });
    const page = await willRename(client, `${d.at.project}/docs`, `${d.at.project}/pages`);
    expect(await outcome(both, page)).toEqual({
      'sub/z.md': named('z', '[s](../../../new%20side/s.md) [p](../../../project/pages/p.md) [[b]]'),
    });
  });

  it('updates a moved team folder with its own index', async () => {
    const at = await place();
    for (const [path, text] of Object.entries({
      'MEMORY.md': '- [Team](team/MEMORY.md)\n- [T](team/t.md)\n',
      'a.md': named('a', '[t](team/t.md)'),
      'team/MEMORY.md': '- [T](t.md)\n',
      'team/t.md': named('t', '[a](../a.md)'),
    }))
      await at.write(path, text);
    const client = await start(at, { directories: [at.store, at.file('team')] });
    expect(await moved({ at, client, t: new Typing(client) }, 'team', 'people/all')).toEqual({
      'MEMORY.md': '- [Team](people/all/MEMORY.md)\n- [T](people/all/t.md)\n',
      'a.md': named('a', '[t](people/all/t.md)'),
      'team/t.md': named('t', '[a](../../a.md)'),
    });
  });

  it('adds no edit to a rename the editor already carries out, even a partial one', async () => {
    const d = await desk(FILES);
    const rename = (): Promise<WorkspaceEdit | null> => d.t.rename(d.at.file('a.md'), '---\nname: ¦a\n---\nx\n', 'c');
    await rename();
    // Thrown away: the same rename, made by hand later, is one of the explorer.
    expect(await willRename(d.client, d.at.file('a.md'), d.at.file('c.md'))).not.toBeNull();
    const again = await rename();
    const own = (again?.documentChanges ?? []).filter(
      (change) => 'textDocument' in change && URI.parse(change.textDocument.uri).fsPath === d.at.file('a.md'),
    );
    await d.client.apply({ documentChanges: own });
    expect(await willRename(d.client, d.at.file('a.md'), d.at.file('c.md'))).toBeNull();
    expect(await willRename(d.client, d.at.file('a.md'), d.at.file('c.md'))).not.toBeNull();
  });

  it('makes no edit for other files', async () => {
    const d = await desk(FILES);
    expect(await willRename(d.client, `${d.at.project}/x.md`, `${d.at.project}/y.md`)).toBeNull();
    expect(await willRename(d.client, d.at.file('a.md'), `${d.at.project}/a.md`)).toBeNull();
    expect(await willRename(d.client, d.at.file('a.md'), d.at.file('a.txt'))).toBeNull();
    expect(await willRename(d.client, d.at.store, `${d.at.store}2`)).toBeNull();
  });
});

it('an unnamed memory keeps its entries on a rename', async () => {
  const d = await desk({
    'a_b.md': 'no front matter',
    'c.md': '[[a-b]] [[a_b]]',
    'MEMORY.md': memoryText({ name: 'x' }),
  });
  expect(await outcome(d, await d.t.rename(d.at.file('c.md'), '[[a-b]] [[a¦_b]]', 'n_m'))).toEqual({
    'a_b.md': '→ n_m.md',
    'c.md': '[[n_m]] [[n_m]]',
  });
});
