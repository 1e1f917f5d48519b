import { mkdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { type LanguageBundle, useLanguage } from '../../src/core/l10n.js';
import { until } from '../support/service.js';
import { connect, engineIn, optionsOf, place, start } from './support.js';

const repository = join(import.meta.dirname, '../..');
const LISTED = '- [Forgotten](forgotten.md) — never got an index line\n';

it('problems, their fixes and errors are in the display language that the editor gives', async () => {
  const at = await place('05-index-drift-both-ways');
  const client = connect(engineIn(at));
  const language = JSON.parse(
    await readFile(join(repository, 'l10n', 'bundle.l10n.de.json'), 'utf8'),
  ) as LanguageBundle;
  await client.initialize(at.project, { ...optionsOf(at), language });
  try {
    await client.untilCodes(at.file('forgotten.md'), ['index-orphan']);
    expect(client.diagnostics(at.file('forgotten.md'))[0]?.message).toMatch(/^Nicht in MEMORY\.md aufgeführt/);
    await client.open(at.file('forgotten.md'));
    expect((await client.action(at.file('forgotten.md'), 'Eintrag zu MEMORY.md hinzufügen')).edit).toBeDefined();
  } finally {
    useLanguage(undefined);
  }
});

describe('diagnostics of saved and unsaved text', () => {
  it('are published for every closed file with exact ranges', async () => {
    const at = await place('05-index-drift-both-ways');
    const client = await start(at);
    await client.untilCodes(at.file('MEMORY.md'), ['index-missing-target']);
    await client.untilCodes(at.file('forgotten.md'), ['index-orphan']);
    const [missing] = client.diagnostics(at.file('MEMORY.md'));
    expect(missing).toMatchObject({
      range: { start: { line: 3, character: 9 }, end: { line: 3, character: 24 } },
      severity: 2,
      source: 'memdir',
      codeDescription: { href: `command:memdir.explainRule?${encodeURIComponent('["index-missing-target"]')}` },
    });
    expect(missing?.message).toContain('removed-note.md');
    expect(client.codes(at.file('build-steps.md'))).toEqual([]);
  });

  it('follow unsaved text and unsaved entries of MEMORY.md', async () => {
    const at = await place('05-index-drift-both-ways');
    const index = at.file('MEMORY.md');
    const client = await start(at);
    await client.open(index);
    await client.untilCodes(index, ['index-missing-target']);
    await client.untilCodes(at.file('forgotten.md'), ['index-orphan']);
    const before = await at.text('MEMORY.md');
    await client.edit(index, [
      { range: { start: { line: 4, character: 0 }, end: { line: 4, character: 0 } }, newText: LISTED },
    ]);
    await client.untilCodes(at.file('forgotten.md'), []);
    await client.edit(index, [
      { range: { start: { line: 3, character: 9 }, end: { line: 3, character: 24 } }, newText: 'build-steps.md' },
    ]);
    await client.untilCodes(index, ['index-duplicate']);
    expect(await at.text('MEMORY.md')).toBe(before);
    await client.close(index);
    await client.untilCodes(index, ['index-missing-target']);
    await client.untilCodes(at.file('forgotten.md'), ['index-orphan']);
  });

  it('cover unsaved text that the editor restored', async () => {
    const at = await place('05-index-drift-both-ways');
    const client = await start(at);
    await client.open(at.file('MEMORY.md'), `# Index\n\n- [Build steps](build-steps.md) — how to build\n${LISTED}`);
    await client.untilCodes(at.file('MEMORY.md'), []);
    await client.replace(
      at.file('MEMORY.md'),
      `# Index\n\n- [Build steps](build-steps.md) — how to build\n- [Nowhere](nowhere.md) — x\n`,
    );
    await client.untilCodes(at.file('MEMORY.md'), ['index-missing-target']);
    expect(client.diagnostics(at.file('MEMORY.md'))[0]?.message).toContain('nowhere.md');
  });

  it('are listed one by one in an open index with very many problems', async () => {
    const at = await place('01-index-over-200-lines');
    const index = at.file('MEMORY.md');
    const client = await start(at);
    await until('the closed index is checked', () => client.codes(index).includes('index-missing-target'));
    expect(client.codes(index).filter((code) => code === 'index-lines')).toHaveLength(1);
    expect(client.diagnostics(index).find(({ code }) => code === 'index-lines')?.range.start.line).toBe(200);
    expect(client.codes(index).filter((code) => code === 'index-missing-target')).toHaveLength(1);
    expect(
      client.diagnostics(index).find(({ code }) => code === 'index-missing-target')?.relatedInformation,
    ).toHaveLength(195);
    await client.open(index);
    await until(
      'the open index is checked',
      () => client.codes(index).filter((code) => code === 'index-missing-target').length === 196,
    );
    await client.request('lintAll');
    await client.request('refresh');
    await at.write('note_001.md', `${await at.text('note_001.md')}\nMore.\n`);
    const seen = client.changed.length;
    await until('the change is noticed', () => client.changed.length > seen);
    await client.open(at.file('note_001.md'));
    await client.request('lintAll');
    const counts = client.history(index).map((codes) => codes.filter((code) => code === 'index-missing-target').length);
    expect(counts).toEqual([1, 196]);
  });

  it('skip files outside every store', async () => {
    const at = await place('05-index-drift-both-ways');
    const outside = join(at.project, 'MEMORY.md');
    const client = await start(at);
    await client.open(outside, '- [Gone](gone.md)\n');
    await client.edit(outside, [
      { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }, newText: 'x' },
    ]);
    await client.untilCodes(at.file('MEMORY.md'), ['index-missing-target']);
    expect(await client.actions(outside)).toEqual([]);
    expect(client.reported().sort()).toEqual([at.file('MEMORY.md'), at.file('forgotten.md')]);
  });

  it('return when an index with unsaved fixes is closed', async () => {
    const at = await place('05-index-drift-both-ways');
    const client = await start(at);
    await client.open(at.file('MEMORY.md'));
    await client.replace(at.file('MEMORY.md'), `# Index\n\n- [Build steps](build-steps.md) — how to build\n${LISTED}`);
    await client.untilCodes(at.file('MEMORY.md'), []);
    await client.untilCodes(at.file('forgotten.md'), []);
    await client.close(at.file('MEMORY.md'));
    await client.untilCodes(at.file('MEMORY.md'), ['index-missing-target']);
    await client.untilCodes(at.file('forgotten.md'), ['index-orphan']);
  });

  it('of an unwritten file stay until it is closed', async () => {
    const at = await place('05-index-drift-both-ways');
    const client = await start(at);
    await client.open(
      at.file('removed-note.md'),
      '---\nname: x\ndescription: what came of the note\ntype: nonsense\n---\n\nText.\n',
    );
    await client.untilCodes(at.file('removed-note.md'), ['type-unknown']);
    await client.untilCodes(at.file('MEMORY.md'), ['index-missing-target']);
    await client.replace(
      at.file('removed-note.md'),
      '---\nname: x\ndescription: what came of the note\ntype: project\n---\n\nText.\n',
    );
    await client.untilCodes(at.file('removed-note.md'), []);
    await client.untilCodes(at.file('MEMORY.md'), []);
    await client.close(at.file('removed-note.md'));
    await client.untilCodes(at.file('MEMORY.md'), ['index-missing-target']);
  });

  it('use the path under which a linked file was opened', async () => {
    const at = await place('05-index-drift-both-ways');
    const link = join(at.project, 'notes');
    await symlink(at.store, link);
    const client = await start(at);
    await client.untilCodes(at.file('MEMORY.md'), ['index-missing-target']);
    await client.open(join(link, 'MEMORY.md'));
    await client.untilCodes(join(link, 'MEMORY.md'), ['index-missing-target']);
    await client.untilCodes(at.file('MEMORY.md'), []);
    await client.apply((await client.action(join(link, 'MEMORY.md'), /^Remove/)).edit);
    await client.untilCodes(join(link, 'MEMORY.md'), []);
    await client.close(join(link, 'MEMORY.md'));
    await client.untilCodes(at.file('MEMORY.md'), ['index-missing-target']);
    await client.untilCodes(join(link, 'MEMORY.md'), []);
  });

  it('follow changed settings', async () => {
    const at = await place('05-index-drift-both-ways');
    const client = await start(at);
    await client.untilCodes(at.file('forgotten.md'), ['index-orphan']);
    await client.notify(
      'configure',
      optionsOf(at, { 'lint.rules': { 'index-orphan': 'off', 'index-missing-target': 'error' } }),
    );
    await client.untilCodes(at.file('forgotten.md'), []);
    await until('the severity changes', () => client.diagnostics(at.file('MEMORY.md'))[0]?.severity === 1);
    await client.notify('configure', optionsOf(at, { 'lint.rules': {} }));
    await client.untilCodes(at.file('forgotten.md'), ['index-orphan']);
  });

  it('are replaced when the directories of the settings change', async () => {
    const at = await place('05-index-drift-both-ways');
    const other = await place('49-unknown-and-distill-types');
    const client = await start(at);
    await client.untilCodes(at.file('forgotten.md'), ['index-orphan']);
    await client.notify('configure', optionsOf(at, { directories: [other.store] }));
    await client.untilCodes(at.file('forgotten.md'), []);
    await client.untilCodes(at.file('MEMORY.md'), []);
    await until('the other store is checked', () => client.codes(other.file('h.md')).includes('type-unknown'));
    expect((await client.view(other.store)).memories).toHaveLength(11);
    await expect(client.view(at.store)).rejects.toThrow('is not among');
  });
});

it('follow the workspace folders', async () => {
  const at = await place();
  const text = '- [Gone](gone.md) — x\n';
  const [one, two] = [join(at.dir, 'one'), join(at.dir, 'two')];
  for (const folder of [one, two]) await mkdir(join(folder, 'memory'), { recursive: true });
  for (const folder of [one, two]) await writeFile(join(folder, 'memory', 'MEMORY.md'), text);
  const client = connect(engineIn(at));
  await client.initialize(one, optionsOf(at, { directories: [] }));
  await client.untilCodes(join(one, 'memory', 'MEMORY.md'), ['index-missing-target']);
  await client.useFolder(two);
  await client.untilCodes(join(two, 'memory', 'MEMORY.md'), ['index-missing-target']);
  await client.untilCodes(join(one, 'memory', 'MEMORY.md'), []);
});

describe('changes on the disk', () => {
  it('update diagnostics: files created, changed, renamed and deleted', async () => {
    const at = await place('05-index-drift-both-ways');
    const client = await start(at);
    await client.untilCodes(at.file('forgotten.md'), ['index-orphan']);
    const { key } = (await client.view(at.store)).store;
    const announced = async (act: () => Promise<void>): Promise<void> => {
      const before = client.changed.length;
      await act();
      await until('the change is announced', () => client.changed.slice(before).some((stores) => stores.includes(key)));
    };
    await announced(() =>
      at.write('removed-note.md', '---\nname: removed-note\ndescription: it is back\ntype: project\n---\n\nBack.\n'),
    );
    await client.untilCodes(at.file('MEMORY.md'), []);
    await announced(() => rename(at.file('forgotten.md'), at.file('renamed.md')));
    await client.untilCodes(at.file('forgotten.md'), []);
    await client.untilCodes(at.file('renamed.md'), ['index-orphan']);
    await announced(() => rm(at.file('build-steps.md')));
    await client.untilCodes(at.file('MEMORY.md'), ['index-missing-target']);
    await announced(() => rm(at.file('renamed.md')));
    await client.untilCodes(at.file('renamed.md'), []);
    expect((await client.view(at.store)).memories.map(({ name }) => name)).toEqual(['removed-note']);
  });

  it('clear the diagnostics of a deleted file that is still open', async () => {
    const at = await place('05-index-drift-both-ways');
    const client = await start(at);
    await client.open(at.file('MEMORY.md'));
    await client.open(at.file('build-steps.md'));
    await client.replace(
      at.file('build-steps.md'),
      '---\nname: build-steps\ndescription: typed\ntype: project\n---\n\nTyped.\n',
    );
    await client.untilCodes(at.file('MEMORY.md'), ['index-missing-target']);
    await rm(at.file('build-steps.md'));
    await client.untilCodes(at.file('MEMORY.md'), ['index-missing-target', 'index-missing-target']);
  });

  it('update the diagnostics of an open index at once', async () => {
    const at = await place('05-index-drift-both-ways');
    const client = await start(at);
    await client.open(at.file('MEMORY.md'));
    await client.untilCodes(at.file('MEMORY.md'), ['index-missing-target']);
    await rm(at.file('build-steps.md'));
    await client.untilCodes(at.file('MEMORY.md'), ['index-missing-target', 'index-missing-target']);
  });

  it('add and remove the diagnostics of a whole directory', async () => {
    const at = await place();
    const client = await start(at);
    const shown = async (): Promise<unknown[]> => {
      const { store, memories } = await client.view(at.store);
      return [store.exists, memories.length];
    };
    expect(await shown()).toEqual([false, 0]);
    await at.write('a.md', '---\nname: a\ndescription: what is known of it\ntype: project\n---\n\nText.\n');
    await at.write('MEMORY.md', '- [B](b.md) — gone\n');
    await client.untilCodes(at.file('MEMORY.md'), ['index-missing-target']);
    await client.untilCodes(at.file('a.md'), ['index-orphan']);
    await until('the tree fills', async () => String(await shown()) === 'true,1');
    const away = join(at.dir, 'store', 'away');
    await rename(at.store, away);
    await client.untilCodes(at.file('a.md'), []);
    await client.untilCodes(at.file('MEMORY.md'), []);
    await until('the tree empties', async () => String(await shown()) === 'false,0');
    await mkdir(join(at.dir, 'store'), { recursive: true });
    await rename(away, at.store);
    await client.untilCodes(at.file('a.md'), ['index-orphan']);
    await client.untilCodes(at.file('MEMORY.md'), ['index-missing-target']);
    expect(client.log.filter((line) => /unexpected|failed/i.test(line))).toEqual([]);
  });
});
