import { access, chmod, stat, utimes, writeFile } from 'node:fs/promises';

import { describe, expect, it } from 'vitest';
import { CodeActionKind, type TextEdit } from 'vscode-languageserver-protocol/node';

import { FIX_ALL_KIND } from '../../src/protocol/methods.js';
import { until } from '../support/service.js';
import { uriOf } from './client.js';
import { place, start } from './support.js';

describe('quick fixes', () => {
  it('remove an entry without a target from unsaved text and change nothing else', async () => {
    const at = await place('05-index-drift-both-ways');
    const index = at.file('MEMORY.md');
    const client = await start(at);
    await client.open(index);
    await client.untilCodes(index, ['index-missing-target']);
    const before = await at.text('MEMORY.md');
    const { kind, isPreferred, diagnostics, edit } = await client.action(index, /^Remove/);
    expect({ kind, isPreferred, codes: diagnostics?.map(({ code }) => code) }).toEqual({
      kind: CodeActionKind.QuickFix,
      isPreferred: false,
      codes: ['index-missing-target'],
    });
    expect(await client.apply(edit)).toEqual([index]);
    await client.untilCodes(index, []);
    expect(client.text(index)).toBe('# Index\n\n- [Build steps](build-steps.md) — how to build\n');
    expect(await at.text('MEMORY.md')).toBe(before);
  });

  it('add a missing entry to a closed index on disk, which clears the problem', async () => {
    const at = await place('05-index-drift-both-ways');
    const client = await start(at);
    await client.open(at.file('forgotten.md'));
    await client.untilCodes(at.file('forgotten.md'), ['index-orphan']);
    const before = await at.text('MEMORY.md');
    expect(
      await client.apply((await client.action(at.file('forgotten.md'), 'Add an entry to MEMORY.md')).edit),
    ).toEqual([at.file('MEMORY.md')]);
    const after = await at.text('MEMORY.md');
    expect(after.startsWith(before)).toBe(true);
    expect(after.slice(before.length)).toMatch(/^- \[[^\]]+\]\(forgotten\.md\) — never got an index line\n$/);
    await client.untilCodes(at.file('forgotten.md'), []);
  });

  it('add a missing entry to an open index as a versioned edit', async () => {
    const at = await place('05-index-drift-both-ways');
    const [index, orphan] = [at.file('MEMORY.md'), at.file('forgotten.md')];
    const client = await start(at);
    await client.open(index);
    await client.open(orphan);
    await client.replace(index, '# Index\n\n- [Build steps](build-steps.md) — unsaved words\n');
    await client.untilCodes(index, []);
    await until('the fix knows the new text', async () => (await client.actions(orphan)).length > 0);
    expect(await client.apply((await client.action(orphan, 'Add an entry to MEMORY.md')).edit)).toEqual([index]);
    expect(client.text(index)).toMatch(
      /^# Index\n\n- \[Build steps\]\(build-steps\.md\) — unsaved words\n- \[[^\]]+\]\(forgotten\.md\) — never got an index line\n$/,
    );
    await client.untilCodes(orphan, []);
  });

  it('offer known types for an unknown one', async () => {
    const at = await place('49-unknown-and-distill-types');
    const client = await start(at);
    await client.open(at.file('f.md'));
    await until('the file is checked', () => client.codes(at.file('f.md')).includes('type-unknown'));
    await client.apply((await client.action(at.file('f.md'), 'Change type to feedback')).edit);
    expect(client.text(at.file('f.md'))).toBe((await at.text('f.md')).replace('Feedback', 'feedback'));
    await until('the problem leaves', () => !client.codes(at.file('f.md')).includes('type-unknown'));
    await client.open(at.file('h.md'));
    await until('the file is checked', () => client.codes(at.file('h.md')).includes('type-unknown'));
    const titles = (await client.actions(at.file('h.md'), CodeActionKind.QuickFix)).map(({ title }) => title);
    expect(titles).toEqual(expect.arrayContaining(['Change type to project', 'Change type to reference']));
  });

  it.runIf(process.platform === 'linux')(
    'give an index that is written in small letters its name (case 21)',
    async () => {
      const at = await place();
      await at.write('memory.md', '- [A](a.md) — x\n');
      await at.write('a.md', '---\nname: a\ndescription: the first letter\ntype: user\n---\n\nText.\n');
      const client = await start(at);
      await client.open(at.file('memory.md'));
      await client.untilCodes(at.file('memory.md'), ['index-name-case']);
      expect(await client.apply((await client.action(at.file('memory.md'), 'Rename to MEMORY.md')).edit)).toEqual([
        at.file('MEMORY.md'),
      ]);
      expect(await at.text('MEMORY.md')).toBe('- [A](a.md) — x\n');
    },
  );

  it('keep the byte order mark and the line ends of the file', async () => {
    const at = await place('15-bom-crlf');
    const extra = '\uFEFF---\r\nname: extra\r\ndescription: listed nowhere\r\ntype: project\r\n---\r\n\r\nText.\r\n';
    await at.write('extra.md', extra);
    const client = await start(at);
    await client.open(at.file('extra.md'));
    await client.untilCodes(at.file('extra.md'), ['index-orphan']);
    const before = await at.text('MEMORY.md');
    await client.apply((await client.action(at.file('extra.md'), 'Add an entry to MEMORY.md')).edit);
    const after = await at.text('MEMORY.md');
    expect(after.startsWith(before)).toBe(true);
    expect(after.slice(before.length)).toMatch(/^- \[[^\]]+\]\(extra\.md\) — listed nowhere\r\n$/);
    expect(await at.text('extra.md')).toBe(extra);
    await client.untilCodes(at.file('extra.md'), []);
  });

  it('use ranges without the byte order mark after a check of the whole store', async () => {
    const at = await place();
    await at.write('MEMORY.md', '\uFEFF- [Plain](gone.md) — by Notepad\r\n- [Plain](plain.md) — by Notepad\r\n');
    await at.write('plain.md', '\uFEFFPlain words by Notepad\r\n');
    const client = await start(at);
    await client.open(at.file('plain.md'));
    await client.open(at.file('MEMORY.md'));
    await client.untilCodes(at.file('MEMORY.md'), ['index-missing-target']);
    await at.write('later.md', 'Not listed.\n');
    await until('the store was checked from the disk', () => client.codes(at.file('later.md')).length > 0);
    const [missing] = client.diagnostics(at.file('MEMORY.md'));
    const column = '- [Plain]('.length;
    expect(missing?.range).toEqual({
      start: { line: 0, character: column },
      end: { line: 0, character: column + 'gone.md'.length },
    });
    await client.apply((await client.action(at.file('plain.md'), 'Add front matter')).edit);
    expect(client.text(at.file('plain.md'))).toMatch(/^---\r\n(?:.*\r\n)+---\r\n(?:\r\n)?Plain words by Notepad\r\n$/);
  });

  it('of a cut index show the change in a preview where they touch many lines', async () => {
    const at = await place();
    const names = Array.from({ length: 203 }, (_, n) => `n${n}`);
    await at.write('MEMORY.md', names.map((name) => `- [${name}](${name}.md) — about ${name}\n`).join(''));
    for (const [n, name] of names.entries())
      await at.write(
        `${name}.md`,
        `---\nname: ${name}\ndescription: about ${name}\nmetadata:\n  type: user\n  modified: ${new Date(Date.UTC(2026, 0, 1) + n * 86_400_000).toISOString()}\n---\n\nText.\n`,
      );
    const client = await start(at);
    const index = at.file('MEMORY.md');
    await client.open(index);
    await until('the cut is reported', () => client.codes(index).includes('index-entry-not-loaded'));
    const { edit, isPreferred } = await client.action(index, /^Rebalance/);
    expect(isPreferred).toBe(false);
    expect(Object.values(edit?.changeAnnotations ?? {}).map(({ needsConfirmation }) => needsConfirmation)).toEqual([
      false,
      true,
    ]);
    expect(edit?.documentChanges?.[0]).toMatchObject({ kind: 'create', uri: uriOf(index) });
  });

  it("are offered only at the problem's range", async () => {
    const at = await place('05-index-drift-both-ways');
    const client = await start(at);
    await client.open(at.file('build-steps.md'));
    await client.untilCodes(at.file('MEMORY.md'), ['index-missing-target']);
    expect(await client.actions(at.file('build-steps.md'))).toEqual([]);
    await client.open(at.file('MEMORY.md'));
    expect(await client.actions(at.file('MEMORY.md'), CodeActionKind.Refactor)).toEqual([]);
  });
});

describe('fix all', () => {
  it('applies every safe fix of a file at once', async () => {
    const at = await place('05-index-drift-both-ways');
    const index = at.file('MEMORY.md');
    const client = await start(at);
    await client.open(index);
    await client.replace(
      index,
      '# Index\n\n- [Build steps](build-steps.md) — how to build\n- Never on Friday, see [Gone](removed-note.md)\n- [F](forgotten.md) — there\n- Nor at night, see [Also gone](no-such-thing.md)\n',
    );
    const [action, ...others] = await client.actions(index, FIX_ALL_KIND);
    expect(others).toEqual([]);
    expect(action?.kind).toBe(FIX_ALL_KIND);
    expect(await client.apply(action?.edit)).toEqual([index]);
    expect(client.text(index)).toBe(
      '# Index\n\n- [Build steps](build-steps.md) — how to build\n- Never on Friday, see Gone\n- [F](forgotten.md) — there\n- Nor at night, see Also gone\n',
    );
    await client.untilCodes(index, []);
    expect(await client.actions(index, FIX_ALL_KIND)).toEqual([]);
    expect(await client.actions(index, 'source.fixAll')).toEqual([]);
  });

  it('fixes a directory as one previewed edit based on unsaved text', async () => {
    const at = await place('05-index-drift-both-ways');
    const index = at.file('MEMORY.md');
    const client = await start(at);
    await client.open(index);
    await client.replace(
      index,
      '# Index\r\n\r\n- [Build steps](build-steps.md) — unsaved words\r\n- Never on Friday, see [Gone](removed-note.md)\r\n',
    );
    const { store } = await client.view(at.store);
    expect(await client.request('fixAll', { store: store.key })).toEqual({
      repairs: 2,
      files: 1,
      applied: true,
    });
    expect(client.offered).toEqual([{ confirm: true, isRefactoring: true }]);
    expect(client.text(index)).toMatch(
      /^# Index\r\n\r\n- \[Build steps\]\(build-steps\.md\) — unsaved words\r\n- Never on Friday, see Gone\r\n- \[[^\]]+\]\(forgotten\.md\) — never got an index line\r\n$/,
    );
    await client.untilCodes(index, []);
    expect(await client.request('fixAll', { store: store.key })).toEqual({
      repairs: 0,
      files: 0,
      applied: true,
    });
  });

  it('fixes one file without a preview and reports a rejected edit', async () => {
    const at = await place('05-index-drift-both-ways');
    const before = await at.text('MEMORY.md');
    const client = await start(at);
    client.accepts = false;
    // The entry that is missing; the one that leads nowhere is for a person to remove.
    expect(await client.request('fixAll', { file: uriOf(at.file('MEMORY.md')) })).toEqual({
      repairs: 1,
      files: 1,
      applied: false,
    });
    expect(await at.text('MEMORY.md')).toBe(before);
    client.accepts = true;
    expect(await client.request('fixAll', { file: uriOf(at.file('MEMORY.md')) })).toMatchObject({
      applied: true,
    });
    expect(await at.text('MEMORY.md')).toContain('(removed-note.md)');
    expect(await at.text('MEMORY.md')).toContain('(forgotten.md)');
    expect(client.offered.map(({ confirm }) => confirm)).toEqual([false, false]);
    await expect(client.request('fixAll', { store: 'nowhere' })).rejects.toThrow('no longer exists');
  });

  it.skipIf(process.platform === 'win32')(
    'leaves a read-only file alone and names it, and says why nothing in a read-only directory is repaired',
    async () => {
      const at = await place('05-index-drift-both-ways');
      const odd = '---\nname: locked\ndescription: written: with a colon\ntype: user\n---\n\nText.\n';
      await writeFile(at.file('locked.md'), odd);
      await chmod(at.file('locked.md'), 0o444);
      const client = await start(at);
      const { store } = await client.view(at.store);
      expect(await client.request('fixAll', { store: store.key })).toEqual({
        repairs: 2,
        files: 1,
        applied: true,
        readOnly: [at.file('locked.md')],
      });
      expect(await at.text('locked.md')).toBe(odd);
      await chmod(at.store, 0o555);
      for (const target of [{ store: store.key }, { file: uriOf(at.file('MEMORY.md')) }]) {
        await expect(client.request('fixAll', target)).rejects.toThrow(
          `${at.store} is read-only, so nothing was fixed. Make it writable and try again.`,
        );
      }
      await chmod(at.store, 0o755);
    },
  );

  it('changes no other file', async () => {
    const at = await place('05-index-drift-both-ways');
    const client = await start(at);
    await client.open(at.file('MEMORY.md'));
    await client.replace(
      at.file('MEMORY.md'),
      '# Index\n\n- [B](build-steps.md) — b\n- Never, see [Gone](removed-note.md)\n',
    );
    await client.untilCodes(at.file('MEMORY.md'), ['index-missing-target']);
    const [action] = await client.actions(at.file('MEMORY.md'), 'source.fixAll');
    await client.apply(action?.edit);
    await expect(access(at.file('removed-note.md'))).rejects.toThrow();
    expect(await at.text('forgotten.md')).toContain('never got an index line');
    await client.untilCodes(at.file('forgotten.md'), ['index-orphan']);
  });
});

describe('a fix makes no memory newer', () => {
  const OLD = new Date('2026-01-15T10:00:00Z');
  const FILE = '---\nname: a\ndescription: the first letter\ntype: Feedbak\n---\n\nText.\n';

  it('keeps the time of a file that only fixes changed', async () => {
    const at = await place();
    await at.write('a.md', FILE);
    await utimes(at.file('a.md'), OLD, OLD);
    const client = await start(at);
    await client.open(at.file('a.md'));
    await until('the file is checked', () => client.codes(at.file('a.md')).includes('type-unknown'));
    await client.apply((await client.action(at.file('a.md'), 'Change type to feedback')).edit);
    await client.save(at.file('a.md'));
    await until('its time is that of before', async () => {
      const { mtime } = await stat(at.file('a.md'));
      return mtime.getTime() === OLD.getTime();
    });
    expect(await at.text('a.md')).toContain('type: feedback');
  });

  const TWO = '---\nname: a: b\ntype: feedback\ntags: [x]\ndescription: the first: letter\n---\n\nText.\n';

  const oldFile = async () => {
    const at = await place();
    const file = at.file('a.md');
    await at.write('a.md', TWO);
    await utimes(file, OLD, OLD);
    const client = await start(at);
    const { store } = await client.view(at.store);
    return { at, file, client, store };
  };

  it.each<[what: string, all: boolean]>([
    ['all of them', true],
    ['some of them', false],
  ])('keeps it where a preview opens and closes the file before it makes the changes: %s', async (_, all) => {
    const { at, file, client, store } = await oldFile();
    client.accepts = false;
    client.beforeAnswer = async ({ documentChanges = [] }) => {
      await client.open(file);
      await client.close(file);
      await client.open(file);
      const edits = documentChanges.flatMap((each) => ('edits' in each ? each.edits : []));
      expect(edits.length).toBeGreaterThan(1);
      await client.edit(file, (all ? edits : edits.slice(0, 1)) as TextEdit[]);
    };
    await client.request('fixAll', { store: store.key });
    await client.save(file);
    await until('its time is that of before', async () => (await stat(file)).mtime.getTime() === OLD.getTime());
    expect(await at.text('a.md')).not.toBe(TWO);
  });

  it('keeps it where the editor saves the file after its document was closed', async () => {
    const { at, file, client, store } = await oldFile();
    await client.request('fixAll', { store: store.key });
    await until('its time is that of before', async () => (await stat(file)).mtime.getTime() === OLD.getTime());
    expect(await at.text('a.md')).not.toBe(TWO);
  });

  it('lets a file be new that a person edited', async () => {
    const at = await place();
    await at.write('a.md', FILE);
    await utimes(at.file('a.md'), OLD, OLD);
    const client = await start(at);
    await client.open(at.file('a.md'));
    await until('the file is checked', () => client.codes(at.file('a.md')).includes('type-unknown'));
    await client.action(at.file('a.md'), 'Change type to feedback');
    await client.replace(at.file('a.md'), `${FILE}More.\n`);
    await client.save(at.file('a.md'));
    await until('the saved text is checked', () => client.codes(at.file('a.md')).includes('type-unknown'));
    expect((await stat(at.file('a.md'))).mtimeMs).toBeGreaterThan(OLD.getTime());
  });
});
