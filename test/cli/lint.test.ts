import { spawn } from 'node:child_process';
import { closeSync, openSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';

import Ajv from 'ajv-draft-04';
import addFormats from 'ajv-formats';
import type { Log } from 'sarif';
import { describe, expect, it } from 'vitest';

import { copyOfCase, tempFolder, terminal } from './support.js';

interface Lint {
  readonly problems: readonly {
    path: string;
    line: number;
    column: number;
    endLine: number;
    endColumn: number;
    code: string;
    severity: string;
    message: string;
    fix?: { title: string };
  }[];
  readonly files: number;
  readonly index: Record<string, unknown> | null;
  readonly fixed?: number;
}

const codes = ({ problems }: Lint): string[] =>
  problems.map(({ code, path, line }) => `${basename(path)}:${line} ${code}`);

describe('memdir lint', () => {
  it('counts what is loaded and where the index is cut (case 01)', async () => {
    const memory = join(await copyOfCase('01'), 'memory');
    const { json } = await terminal();
    const report = await json<Lint>('lint', memory);
    expect(report.index).toMatchObject({
      path: join(memory, 'MEMORY.md'),
      lines: 203,
      loadedLines: 200,
      limitLines: 200,
      limitUnits: 25000,
      cutAtLine: 201,
    });
    expect(codes(report)).toContain('MEMORY.md:201 index-lines');
    expect(codes(report).filter((code) => /index-(?:entry-not-loaded|size)$/.test(code))).toEqual([
      'MEMORY.md:201 index-entry-not-loaded',
    ]);
  });

  it('reports drift both ways with exact places, and fails where it is asked to (case 05)', async () => {
    const memory = join(await copyOfCase('05'), 'memory');
    const { json, run } = await terminal();
    const report = await json<Lint>('lint', memory);
    const missing = report.problems.find(({ code }) => code === 'index-missing-target');
    expect(missing).toMatchObject({ path: join(memory, 'MEMORY.md'), line: 4, column: 10, endLine: 4, endColumn: 25 });
    expect(report.problems.find(({ code }) => code === 'index-orphan')?.path).toBe(join(memory, 'forgotten.md'));
    expect((await run('lint', memory)).code).toBe(0);
    expect((await run('lint', memory, '--fail-on', 'warning')).code).toBe(1);
    expect((await run('lint', memory, '--fail-on', 'never')).code).toBe(0);
  });

  it('shows repairs first and makes them on request, touching nothing else (case 05)', async () => {
    const memory = join(await copyOfCase('05'), 'memory');
    const before = await readFile(join(memory, 'MEMORY.md'), 'utf8');
    const { json, run } = await terminal();
    const preview = await run('lint', memory, '--fix', '--dry-run');
    expect(preview.stdout).not.toMatch(/^-- /m);
    expect(preview.stdout).toMatch(/^\+- \[.*\]\(forgotten\.md\)/m);
    expect(await readFile(join(memory, 'MEMORY.md'), 'utf8')).toBe(before);

    const fixed = await json<Lint>('lint', memory, '--fix');
    expect(fixed).toMatchObject({ fixed: 1, problems: [{ code: 'index-missing-target' }] });
    expect((await readFile(join(memory, 'MEMORY.md'), 'utf8')).startsWith(before)).toBe(true);
  });

  it('shows nobody a secret that is the name of a file, and finds no memory by it', async () => {
    const memory = await tempFolder();
    const token = `ghp_${'aB3dE5fG7hJ9kL1mN2pQ4rS6tU8vW0xY5zA1'}`;
    await writeFile(
      join(memory, `${token}.md`),
      '---\nname: a\ndescription: quixotic windmill\ntype: user\n---\n\ntext\n',
    );
    const { json, run } = await terminal();
    for (const words of [
      ['lint', memory],
      ['lint', memory, '--json'],
      ['list', '--dir', memory],
      ['search', 'quixotic windmill', '--dir', memory],
    ]) {
      const { stdout, stderr } = await run(...words);
      expect(stdout + stderr).not.toBe('');
      expect(stdout + stderr).not.toContain(token);
    }
    expect(codes(await json<Lint>('lint', memory))).toContain('[masked: GitHub access token].md:1 secret');
  });

  it('says where the others are that one finding stands for, in every format', async () => {
    const memory = await tempFolder();
    await Promise.all(
      Array.from({ length: 25 }, (_, at) =>
        writeFile(
          join(memory, `n${String(at).padStart(2, '0')}.md`),
          `---\nname: n${at}\ntype: reference\n---\n\nText ${at} of it.\n`,
        ),
      ),
    );
    await writeFile(
      join(memory, 'MEMORY.md'),
      Array.from({ length: 25 }, (_, at) => `- [N${at}](n${String(at).padStart(2, '0')}.md)\n`).join(''),
    );
    const { json, run } = await terminal();
    const [found] = (
      await json<{
        readonly problems: readonly { readonly related: readonly { path: string; line: number; column: number }[] }[];
      }>('lint', memory)
    ).problems;
    expect(found?.related.map(({ path, line, column }) => [path, line, column])).toEqual(
      Array.from({ length: 24 }, (_, at) => [join(memory, `n${String(at + 1).padStart(2, '0')}.md`), 1, 1]),
    );
    for (const format of ['text', 'github'])
      expect((await run('lint', memory, '--format', format)).stdout).toContain(
        'Also at n01.md:1, n02.md:1, n03.md:1, n04.md:1, n05.md:1, n06.md:1, n07.md:1, n08.md:1 and 16 more',
      );
  });

  it('adds every entry in one run, and leaves names that no link can reach', async () => {
    const memory = await tempFolder();
    const write = (name: string): Promise<void> =>
      writeFile(
        join(memory, `${name}.md`),
        `---\nname: ${name.replace('\\', '')}\ndescription: one of many\ntype: user\n---\n\ntext\n`,
      );
    await writeFile(join(memory, 'MEMORY.md'), '# Memory\n');
    await Promise.all(Array.from({ length: 15 }, (_, at) => write(`note-${at}`)));
    if (process.platform !== 'win32') await write('back\\slash');
    const { json } = await terminal();
    const fixed = await json<Lint>('lint', '--dir', memory, '--fix');
    expect(fixed.fixed).toBe(15);
    expect(codes(fixed)).toEqual(process.platform === 'win32' ? [] : ['back\\slash.md:2 index-orphan']);
    const after = await readFile(join(memory, 'MEMORY.md'), 'utf8');
    expect(after.split('\n').filter((line) => line.startsWith('- '))).toHaveLength(15);
    expect((await json<Lint>('lint', '--dir', memory, '--fix')).fixed).toBe(0);
    expect(await readFile(join(memory, 'MEMORY.md'), 'utf8')).toBe(after);
  });

  it('removes no entry whose file is gone, however few they are', async () => {
    const memory = await tempFolder();
    await writeFile(
      join(memory, 'here.md'),
      '---\nname: here\ndescription: one that is there\ntype: user\n---\n\ntext\n',
    );
    const index = '- [Here](here.md) — one that is there\n- [Note](lost/note.md) — what it says\n';
    await writeFile(join(memory, 'MEMORY.md'), index);
    const fixed = await (await terminal()).json<Lint>('lint', '--dir', memory, '--fix');
    expect([fixed.fixed, codes(fixed)]).toEqual([0, ['MEMORY.md:2 index-missing-target']]);
    expect(await readFile(join(memory, 'MEMORY.md'), 'utf8')).toBe(index);
  });

  it('is not kept from the others by repairs that undo each other', async () => {
    const memory = await tempFolder();
    // Two files whose names are one to every reader of links.
    for (const name of ['u\u0308', '\u00fc', ...Array.from({ length: 8 }, (_, at) => `z${at}`)]) {
      await writeFile(join(memory, `${name}.md`), '---\nname: one\ndescription: x\ntype: user\n---\n\ntext\n');
    }
    await writeFile(join(memory, 'MEMORY.md'), '# Memory\n');
    const { json } = await terminal();
    await json<Lint>('lint', '--dir', memory, '--fix');
    const after = await readFile(join(memory, 'MEMORY.md'), 'utf8');
    for (let at = 0; at < 8; at++) expect(after).toContain(`(z${at}.md)`);
  });

  it('keeps a file whole when only a part of the repaired one fits', async () => {
    const memory = await tempFolder();
    const long = `---\nname: long\ndescription: written: with a colon\ntype: user\n---\n\n${'words\n'.repeat(300_000)}`;
    await writeFile(join(memory, 'MEMORY.md'), '# Memory\n');
    await writeFile(join(memory, 'long.md'), long);
    const { env, cwd } = await terminal();
    // As on a disk that is nearly full, only a part of a write is done; where there are no such limits, all of it.
    const limited = [
      '-c',
      'ulimit -f 2000; exec "$0" "$@"',
      process.execPath,
      '--import',
      'data:text/javascript,process.on("SIGXFSZ",()=>{})',
    ];
    const [command, args] = process.platform === 'win32' ? [process.execPath, []] : ['sh', limited];
    const code = await new Promise((done, failed) => {
      spawn(command, [...args, resolve('dist/cli.js'), 'lint', '--dir', memory, '--fix'], { cwd, env, stdio: 'ignore' })
        .on('error', failed)
        .on('close', done);
    });
    const after = await readFile(join(memory, 'long.md'), 'utf8');
    if (process.platform === 'win32') expect(after).toContain('"written: with a colon"');
    else expect([code, after === long]).toEqual([2, true]);
    expect((await readdir(memory)).sort()).toEqual(['MEMORY.md', 'long.md']);
  });

  it('says in one line that its output cannot be written', async () => {
    const { env, cwd } = await terminal();
    // Like a full disk: opening works, writing does not.
    const closed = openSync('package.json', 'r');
    const ended = await new Promise<{ code: number | null; stderr: string }>((done, failed) => {
      const child = spawn(process.execPath, [resolve('dist/cli.js'), 'lint', '--help'], {
        cwd,
        env,
        stdio: ['ignore', closed, 'pipe'],
      });
      let stderr = '';
      child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
      child.on('error', failed).on('close', (code) => done({ code, stderr }));
    });
    closeSync(closed);
    expect(ended).toEqual({
      code: 2,
      stderr: expect.stringMatching(/^memdir: The output couldn’t be written: [^\n]+\n$/) as string,
    });
  });

  it('keeps BOM and CRLF when repairing (case 15)', async () => {
    const memory = join(await copyOfCase('15'), 'memory');
    await writeFile(
      join(memory, 'new.md'),
      '---\r\nname: new\r\ndescription: not listed yet\r\nmetadata:\r\n  type: project\r\n---\r\ntext\r\n',
    );
    const read = async (): Promise<Record<string, string>> =>
      Object.fromEntries(
        await Promise.all(
          (await readdir(memory)).map(async (name) => [name, await readFile(join(memory, name), 'utf8')] as const),
        ),
      );
    const before = await read();
    const { run } = await terminal();
    await run('lint', memory, '--fix');
    const after = await read();
    expect(after['MEMORY.md']).toContain('(new.md)');
    const lone = (text = ''): number => text.replaceAll('\r\n', '').split('\n').length;
    for (const [name, text] of Object.entries(before)) {
      expect([name, lone(after[name])]).toEqual([name, lone(text)]);
      expect(after[name]?.startsWith('\uFEFF')).toBe(text.startsWith('\uFEFF'));
    }
  });

  it('repairs what can be written beside a file that is read-only, and names that', async () => {
    const memory = join(await copyOfCase('05'), 'memory');
    const locked = join(memory, 'locked.md');
    const odd = '---\nname: odd\ndescription: written: with a colon\ntype: user\n---\n\nText.\n';
    await writeFile(locked, odd.replace('odd', 'locked'));
    await writeFile(join(memory, 'open.md'), odd.replace('odd', 'open'));
    await chmod(locked, 0o444);
    const { run, json } = await terminal();
    const shown = await run('lint', memory, '--fix', '--dry-run');
    expect(shown).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^memdir: .*locked\.md is read-only and wouldn’t be fixed\. .*\n$/) as string,
    });
    expect(
      (await json<{ changes: { path: string }[] }>('lint', memory, '--dry-run')).changes
        .map(({ path }) => basename(path))
        .sort(),
    ).toEqual(['MEMORY.md', 'open.md']);
    const fixed = await run('lint', memory, '--fix');
    expect(fixed.code).toBe(2);
    expect(fixed.stderr).toMatch(/^memdir: .*locked\.md is read-only and wasn’t fixed\. .*\n$/);
    expect(await readFile(locked, 'utf8')).toBe(odd.replace('odd', 'locked'));
    expect(await readFile(join(memory, 'open.md'), 'utf8')).toContain('"written: with a colon"');
    expect(await readFile(join(memory, 'MEMORY.md'), 'utf8')).toContain('(forgotten.md)');
  });

  it('refuses to repair a read-only directory with one line, and says what is wrong in it all the same', async () => {
    const memory = join(await copyOfCase('05'), 'memory');
    const { run } = await terminal();
    await chmod(memory, 0o555);
    try {
      const fixed = await run('lint', memory, '--fix');
      expect(fixed.code).toBe(2);
      expect(fixed.stderr).toMatch(/^memdir: .*read-only.*\n$/);
      expect(fixed.stdout).toContain('index-orphan');
    } finally {
      await chmod(memory, 0o755);
    }
  });

  it('annotates for GitHub with paths from the working directory', async () => {
    const folder = await copyOfCase('05');
    const { run } = await terminal(folder);
    const { stdout } = await run('lint', 'memory', '--format', 'github');
    expect(stdout).toMatch(
      /^::warning file=memory\/MEMORY\.md,line=4,endLine=4,col=10,endColumn=25,title=memdir index-missing-target::\S/m,
    );
  });

  it('names files as they are called, whatever that is, and steers no terminal', async () => {
    const folder = await tempFolder();
    // Other systems refuse most of these.
    const names =
      process.platform === 'win32'
        ? ['..foo.md', 'a b,c.md']
        : ['..foo.md', 'a b,c.md', 'back\\slash.md', 'esc\u001b[31m.md', '100%25:\n.md'];
    await writeFile(join(folder, 'MEMORY.md'), '# Memory\n');
    for (const name of names)
      await writeFile(
        join(folder, name),
        '---\nname: x\ndescription: something to be found by\ntype: user\n---\n\ntext\n',
      );
    const { run } = await terminal(folder);
    const log = JSON.parse((await run('lint', '.', '--format', 'sarif')).stdout) as Log;
    const uris =
      log.runs[0]?.results?.map(({ locations }) => locations?.[0]?.physicalLocation?.artifactLocation ?? {}) ?? [];
    expect(new Set(uris.map(({ uri = '' }) => decodeURIComponent(uri)))).toEqual(new Set(names));
    expect(uris.every(({ uri = '', uriBaseId }) => uriBaseId === 'SRCROOT' && !uri.includes('/'))).toBe(true);
    for (const format of ['text', 'github']) {
      const { stdout } = await run('lint', '.', '--format', format);
      expect(stdout).not.toContain('\u001b');
      if (format === 'github')
        expect(
          stdout
            .split('\n')
            .filter((line) => line !== '' && !/^::(?:notice|warning) file=[^/,]+,line=\d+,endLine/.test(line)),
        ).toEqual([]);
    }
  });

  it('writes SARIF that its schema allows, with paths from the working directory', async () => {
    const folder = await copyOfCase('05');
    const { run } = await terminal(folder);
    const { stdout } = await run('lint', 'memory', '--format', 'sarif');
    const log: unknown = JSON.parse(stdout);
    const schema = JSON.parse(
      await readFile(join(import.meta.dirname, '../fixtures/sarif/sarif-schema-2.1.0.json'), 'utf8'),
    ) as object;
    const ajv = new Ajv({ strict: false, allErrors: true });
    addFormats(ajv);
    const valid = ajv.compile(schema);
    expect([valid(log), valid.errors]).toEqual([true, null]);
    const [sarif] = (log as Log).runs;
    const missing = sarif?.results?.find(({ ruleId }) => ruleId === 'index-missing-target');
    expect(missing?.locations?.[0]?.physicalLocation).toEqual({
      artifactLocation: { uri: 'memory/MEMORY.md', uriBaseId: 'SRCROOT' },
      region: { startLine: 4, startColumn: 10, endLine: 4, endColumn: 25 },
    });
    const rule = sarif?.tool.driver.rules?.[missing?.ruleIndex ?? -1];
    expect(rule).toMatchObject({
      id: 'index-missing-target',
      shortDescription: { text: expect.stringMatching(/\.$/) as string },
    });
    expect(valid({ ...(log as object), version: '1.0' })).toBe(false);
  });

  it('shows with --dry-run alone what every round of repairs would change', async () => {
    const memory = join(await copyOfCase('05'), 'memory');
    const { json } = await terminal();
    const preview = await json<{ wouldFix: number; changes: { path: string; diff: string }[] }>(
      'lint',
      memory,
      '--dry-run',
    );
    expect(preview.wouldFix).toBe(1);
    expect(preview.changes).toEqual([
      { path: join(memory, 'MEMORY.md'), diff: expect.stringContaining('](forgotten.md)') as string },
    ]);
  });

  it('checks one file, and the memory inside a project', async () => {
    const folder = await copyOfCase('05');
    const { json, run } = await terminal(folder);
    expect(codes(await json<Lint>('lint', join(folder, 'memory', 'forgotten.md')))).toEqual([
      expect.stringMatching(/^forgotten\.md:\d+ index-orphan$/),
    ]);
    expect(codes(await json<Lint>('lint', '.'))).toHaveLength(2);
    const missing = await run('lint', 'nowhere');
    expect(missing).toMatchObject({ code: 2, stdout: '' });
    expect(missing.stderr).toMatch(/^memdir: .*nowhere doesn’t exist.*\n$/);
  });

  it('takes a folder of memory directories for what lies in it, and an empty name for a slip', async () => {
    const projects = await tempFolder();
    for (const name of ['one', 'two']) {
      await mkdir(join(projects, name, 'memory'), { recursive: true });
      await writeFile(join(projects, name, 'memory', 'MEMORY.md'), '- [Gone](gone.md) — not here\n');
    }
    const { json, run } = await terminal();
    const report = await json<Lint & { indexes: unknown[] }>('lint', projects);
    expect([codes(report), report.indexes.length]).toEqual([
      ['MEMORY.md:1 index-missing-target', 'MEMORY.md:1 index-missing-target'],
      2,
    ]);
    expect(await run('lint', '', '--fix')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringMatching(/^memdir: A target is empty\./) as string,
    });
    expect(await readFile(join(projects, 'one', 'memory', 'MEMORY.md'), 'utf8')).toContain('gone.md');
  });

  it('never calls a directory sound that it could not read', async () => {
    const memory = await tempFolder();
    for (let at = 0; at <= 20_000; at++) writeFileSync(join(memory, `${at}.md`), '');
    const { run } = await terminal();
    const ended = await run('lint', '--dir', memory);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(
      /^memdir: .* contains more than 20000 Markdown files, so it isn’t a memory directory\. Nothing in it was checked\.\n$/,
    );
  });
});
