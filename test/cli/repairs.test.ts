/** Repairs at the terminal: what they may take out of MEMORY.md, and what they leave alone. */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { tempFolder, terminal } from './support.js';

interface Lint {
  readonly problems: readonly { readonly path: string; readonly code: string; readonly message: string }[];
}

/** The memory directory that the case of this number makes. */
async function made(number: string): Promise<string> {
  const memory = join(await tempFolder(), 'memory');
  const cases = 'test/fixtures/cases';
  const name = readdirSync(cases).find((one) => one.startsWith(`${number}-`)) ?? '';
  execFileSync('bash', [join(cases, name, 'make.sh'), memory]);
  return memory;
}

const indexOf = async (memory: string): Promise<string> => await readFile(join(memory, 'MEMORY.md'), 'utf8');
const note = (name: string, description = `What ${name} is about`): string =>
  `---\nname: ${name}\ndescription: ${description}\ntype: reference\n---\n\nThe ${name} part.\n`;

describe('a repair deletes no sentence', () => {
  it('takes out dead links of rules, and keeps the rules (case 51)', async () => {
    const memory = await made('51');
    const { run } = await terminal();
    await run('lint', '--dir', memory, '--fix');
    expect(await indexOf(memory)).toBe(
      [
        '# Memory',
        '',
        '- [Keep](keep.md) — A memory that is still here',
        '- **Deploy:** never restart the gateway on Friday; details in gateway notes',
        '- Never force-push to main (git)',
        '- User prefers tabs over spaces. See style.',
        '- Staging database is on port 5433, see db and ports',
        '1. Always answer in German (lang)',
        '',
      ].join('\n'),
    );
  });

  it('leaves a second paragraph with its owner (case 64)', async () => {
    const memory = await made('64');
    const { run } = await terminal();
    await run('lint', '--dir', memory, '--fix');
    expect(await indexOf(memory)).toBe(
      '# Memory\n\n- [Other](alpha.md) — Alpha facts of the system\n- Gone — old\n  continuation of gone\n\n  The lock order is A, B, C.\n- last item\n',
    );
  });

  it('keeps the rules in a consolidation (cases 51, 64)', async () => {
    const memory = await made('51');
    for (let n = 0; n < 12; n++) await writeFile(join(memory, `note-${n}.md`), note(`note ${n}`, `About subject ${n}`));
    const { run } = await terminal();
    await run('dream', '--dir', memory, '--apply', '--force', '--no-model');
    const text = await indexOf(memory);
    for (const rule of ['never restart', 'Never force-push', 'prefers tabs', 'port 5433', 'answer in German'])
      expect(text).toContain(rule);
  });

  it('keeps the rule when its memory is forgotten, and gives the link back (case 51)', async () => {
    const memory = await made('51');
    await writeFile(join(memory, 'git.md'), note('git'));
    const before = await indexOf(memory);
    const { run } = await terminal();
    expect((await run('forget', 'git', '--dir', memory)).code).toBe(0);
    expect(await indexOf(memory)).toBe(before.replace('([git](git.md))', '(git)'));
    await run('restore', 'git', '--dir', memory);
    expect(await indexOf(memory)).toBe(before);
  });
});

describe('a memory in iCloud only (case 54)', () => {
  it('is not missing, no stray file, and is not repaired', async () => {
    const memory = await made('54');
    const before = await indexOf(memory);
    const { run, json } = await terminal();
    await run('lint', '--dir', memory, '--fix');
    expect(await indexOf(memory)).toBe(before);
    const { problems } = await json<Lint>('lint', '--dir', memory);
    const codes = problems.map(({ code }) => code);
    expect(codes).not.toContain('index-missing-target');
    expect(codes).not.toContain('stray-file');
    expect(problems.filter(({ code }) => code === 'cloud-only').map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Only in iCloud: billing\.md\..*Download Now/),
    ]);
  });

  it('is one finding, however many there are', async () => {
    const memory = await made('54');
    for (let n = 0; n < 30; n++) await writeFile(join(memory, `.away-${n}.md.icloud`), 'bplist00');
    const { problems } = await (await terminal()).json<Lint>('lint', '--dir', memory);
    expect(problems.filter(({ code }) => code === 'cloud-only')).toHaveLength(1);
    expect(problems.some(({ message }) => message.startsWith('Only in iCloud: 31 memories'))).toBe(true);
  });

  it('keeps its name and its index: nothing is written beside them', async () => {
    const memory = await made('54');
    await rename(join(memory, 'MEMORY.md'), join(memory, '.MEMORY.md.icloud'));
    const { run, json } = await terminal();
    const saved = await json<{ status: string; path: string; reason?: string }>(
      'remember',
      'Invoices are sent on the first of the month.',
      '--type',
      'project',
      '--name',
      'billing',
      '--dir',
      memory,
    );
    expect(saved).toMatchObject({ status: 'saved', reason: expect.stringContaining('only in iCloud') as string });
    expect(saved.path).not.toBe(join(memory, 'billing.md'));
    await run('lint', '--dir', memory, '--fix');
    await expect(stat(join(memory, 'MEMORY.md'))).rejects.toThrow();
  });
});

describe('text that is not UTF-8 (case 60)', () => {
  it('is not copied into MEMORY.md', async () => {
    const memory = await made('60');
    const { run } = await terminal();
    await run('lint', '--dir', memory, '--fix');
    expect(await indexOf(memory)).toBe('# Memory\n');
  });

  it('nor is a name with bidi controls, and a description loses them', async () => {
    const memory = await made('60');
    await writeFile(join(memory, 'rlo\u202egpj.md'), note('picture'));
    await writeFile(join(memory, 'plain.md'), note('plain', '"Left \u202eto\u202c right"'));
    const { run } = await terminal();
    await run('lint', '--dir', memory, '--fix');
    expect(await indexOf(memory)).toBe('# Memory\n\n- [Plain](plain.md) — Left to right\n');
  });

  it('is not exported, and not written down by an import', async () => {
    const memory = await made('60');
    const { run, json } = await terminal();
    const file = join(memory, '../out.jsonl');
    const exported = await run('export', file, '--dir', memory);
    expect(exported).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('strasse.md wasn’t exported.') as string,
    });
    await writeFile(file, `${JSON.stringify({ body: 'half \ud800 a character' })}\n`);
    const report = await json<{ saved: number; rejected: unknown[] }>('import', file, '--dir', memory);
    expect(report).toMatchObject({ saved: 0, rejected: [{ line: 1 }] });
  });

  it('is no reason for a replacement that cannot be marked', async () => {
    const memory = await made('60');
    const { run } = await terminal();
    const ended = await run(
      'update',
      'strasse',
      'Die Straße zum Lager ist die Hafenstraße, nicht mehr die Ringstraße.',
      '--dir',
      memory,
    );
    expect(ended.stdout + ended.stderr).toContain('isn’t UTF-8 text');
    expect(readdirSync(memory).sort()).toEqual(['MEMORY.md', 'strasse.md']);
  });
});

describe('an export that cannot take everything (case 56)', () => {
  it('names what it left out and why, and ends with 1', async () => {
    const memory = await made('56');
    await mkdir(join(memory, 'sub'));
    await writeFile(join(memory, 'sub', '.away.md.icloud'), 'bplist00');
    await writeFile(join(memory, 'wide.md'), Buffer.from('\uFEFFwide text', 'utf16le'));
    const { run } = await terminal();
    const file = join(memory, '../out.jsonl');
    const { code, stdout, stderr } = await run('export', file, '--dir', memory);
    expect([code, stdout]).toEqual([1, 'Exported 1 memory.\n']);
    for (const said of [
      /big\.md wasn’t exported\. The file is larger than 4 MB/,
      /dangling\.md wasn’t exported\. It is a link to nothere\.md, which doesn’t exist/,
      /wide\.md wasn’t exported\. It is UTF-16/,
      /sub\/away\.md wasn’t exported\. It is only in iCloud/,
    ])
      expect(stderr).toMatch(said);
    expect(
      (await readFile(file, 'utf8'))
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { path: string }).path),
    ).toEqual(['normal.md']);
  });

  it('names them in JSON', async () => {
    const memory = await made('56');
    const { run } = await terminal();
    const { code, stdout } = await run('export', join(memory, '../out.jsonl'), '--dir', memory, '--json');
    const { exported, left } = JSON.parse(stdout) as { exported: number; left: { path: string; reason: string }[] };
    expect([code, exported, left.map(({ path }) => path)]).toEqual([
      1,
      1,
      [join(memory, 'big.md'), join(memory, 'dangling.md')],
    ]);
  });
});

describe('an export of a project whose own directory Claude Code has not created yet', () => {
  it('takes what the project shares, and ends with 0', async () => {
    const { run, cwd } = await terminal();
    await mkdir(join(cwd, '.claude', 'memory'), { recursive: true });
    await writeFile(join(cwd, '.claude', 'memory', 'shared.md'), note('shared'));
    expect(await run('export', join(cwd, 'out.jsonl'))).toEqual(
      expect.objectContaining({ code: 0, stdout: 'Exported 1 memory.\n', stderr: '' }),
    );
  });
});

describe('lint --undo', () => {
  const before = (memory: string): Promise<string[]> =>
    Promise.all(
      readdirSync(memory)
        .sort()
        .map((file) => readFile(join(memory, file), 'latin1')),
    );

  it('gives back every byte that --fix replaced, once', async () => {
    const memory = await made('51');
    await writeFile(join(memory, 'late.md'), `\r\n\r\n${note('late').replaceAll('\n', '\r\n')}`);
    const texts = await before(memory);
    const { run, json } = await terminal();
    const fixed = await run('lint', '--dir', memory, '--fix');
    expect(fixed.stdout).toMatch(/To undo: memdir lint --undo \S+/);
    expect(await before(memory)).not.toEqual(texts);
    expect(await json('lint', '--undo', '--dir', memory)).toEqual({
      id: expect.stringMatching(/^\d{8}T\d{6}-/) as string,
      files: expect.arrayContaining([join(memory, 'MEMORY.md'), join(memory, 'late.md')]) as string[],
      left: [],
    });
    expect(await before(memory)).toEqual(texts);
    expect(await run('lint', '--undo', '--dir', memory)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('There are no fixes to undo here.') as string,
    });
  });

  it('leaves a file alone that was changed since, and gives back the others', async () => {
    const memory = await made('51');
    await writeFile(join(memory, 'late.md'), `\n\n${note('late')}`);
    const { run } = await terminal();
    await run('lint', '--dir', memory, '--fix');
    await writeFile(join(memory, 'MEMORY.md'), 'Mine.\n');
    const { code, stdout, stderr } = await run('lint', '--undo', '--dir', memory);
    expect([code, await indexOf(memory)]).toEqual([2, 'Mine.\n']);
    expect(stderr).toContain('MEMORY.md has changed and was left as it is.');
    expect(stdout).toContain('Undid the fixes in 1 file.');
    expect(await readFile(join(memory, 'late.md'), 'utf8')).toBe(`\n\n${note('late')}`);
  });

  it('keeps only what was replaced, private and without secrets', async () => {
    const memory = await made('51');
    const key = `AKIA${'Q7RZ2M4NPX5W6YV3'}`;
    const line = `- [Keep](keep.md) — key ${key}\n`;
    await writeFile(join(memory, 'MEMORY.md'), `${line}${line}- Untouched ${key}\n`);
    const { run, env } = await terminal();
    await run('lint', '--dir', memory, '--fix');
    const folder = join(env['MEMDIR_DATA_DIR'] ?? '', 'repairs');
    const [id = ''] = readdirSync(folder);
    const file = join(folder, id, 'repair.json');
    expect(await readFile(file, 'utf8')).not.toContain(key);
    if (process.platform !== 'win32') expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await run('lint', '--undo', '--dir', memory)).stderr).toContain('looked like a secret and wasn’t kept');
  });
});
