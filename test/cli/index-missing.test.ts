/** A memory directory whose MEMORY.md was lost, at the terminal. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { DreamPlan, HealthCheck, ImportReport, RememberResult } from '../../src/core/results.js';
import { tempFolder, terminal } from './support.js';

interface Lint {
  readonly problems: readonly { readonly path: string; readonly code: string }[];
}

const NAMES = ['api', 'build', 'cache', 'docs', 'editor', 'files', 'git', 'hosts', 'images', 'jobs', 'keys'];

/** A directory of eleven memories of two types without an index. */
async function lost(): Promise<string> {
  const memory = join(await tempFolder(), 'memory');
  await mkdir(memory);
  for (const [at, name] of NAMES.entries())
    await writeFile(
      join(memory, `${name}.md`),
      `---\nname: ${name}\ndescription: All about the ${name} of this project\ntype: ${at % 2 ? 'user' : 'reference'}\n---\n\nThe ${name} part is number ${at * 31}.\n`,
    );
  return memory;
}

const textOf = async (memory: string): Promise<string> => await readFile(join(memory, 'MEMORY.md'), 'utf8');
const isThere = async (memory: string): Promise<boolean> => (await readdir(memory)).includes('MEMORY.md');

describe('a lost MEMORY.md', () => {
  it('is a warning of lint, once, whose repair is shown, made, and taken back', async () => {
    const memory = await lost();
    const { run, json } = await terminal();
    const { problems } = await json<Lint>('lint', '--dir', memory);
    expect(problems.map(({ path, code }) => [path, code])).toEqual([[join(memory, 'api.md'), 'index-missing']]);
    const preview = await run('lint', '--dir', memory, '--fix', '--dry-run');
    expect(preview.stdout).toMatch(/^\+- \[Api\]\(api\.md\) — All about the api of this project$/m);
    expect(await isThere(memory)).toBe(false);

    await run('lint', '--dir', memory, '--fix');
    const text = await textOf(memory);
    expect(text).toMatch(/^## User\n\n- \[Build\]\(build\.md\) — [^]*\n\n## Reference\n\n- \[Api\]\(api\.md\) — /);
    expect((await json<Lint>('lint', '--dir', memory)).problems).toEqual([]);

    expect((await run('lint', '--undo', '--dir', memory)).stdout).toContain('Undid the fixes in 1 file.');
    expect(await isThere(memory)).toBe(false);
  });

  it('stays when it was changed since it was made', async () => {
    const memory = await lost();
    const { run } = await terminal();
    await run('lint', '--dir', memory, '--fix');
    await writeFile(join(memory, 'MEMORY.md'), 'Mine.\n');
    expect((await run('lint', '--undo', '--dir', memory)).stderr).toContain('MEMORY.md has changed');
    expect(await textOf(memory)).toBe('Mine.\n');
  });

  it('is not made by the repair of one memory', async () => {
    const memory = await lost();
    const { run } = await terminal();
    await run('lint', join(memory, 'api.md'), '--fix');
    expect(await isThere(memory)).toBe(false);
  });

  it('is proposed by dream, with undo', async () => {
    const memory = await lost();
    const { run, json } = await terminal();
    const plan = await json<DreamPlan>('dream', '--dir', memory, '--force');
    expect(plan.proposals.map(({ kind, title, paths }) => [kind, title, paths])).toEqual([
      ['index', 'Create MEMORY.md with 11 entries', ['MEMORY.md']],
    ]);
    const { code, stderr } = await run('dream', '--dir', memory, '--force', '--apply');
    expect([code, stderr]).toEqual([0, '']);
    expect((await textOf(memory)).match(/^- /gm)).toHaveLength(11);
    await run('dream', '--dir', memory, '--undo', 'last');
    expect(await isThere(memory)).toBe(false);
  });

  it('is a failed check of doctor', async () => {
    const memory = await lost();
    const { run } = await terminal();
    const checks = async (): Promise<HealthCheck[]> =>
      (JSON.parse((await run('doctor', '--dir', memory, '--json')).stdout) as HealthCheck[]).filter(({ check }) =>
        check.startsWith('Memory directory'),
      );
    expect(await checks()).toMatchObject([
      {
        ok: false,
        detail: expect.stringContaining('has 11 files but no MEMORY.md') as string,
        fix: expect.stringContaining('memdir lint --fix') as string,
      },
    ]);
    await run('lint', '--dir', memory, '--fix');
    expect(await checks()).toMatchObject([{ ok: true }]);
  });

  it('is named by remember and import, which make no index of what they save', async () => {
    const memory = await lost();
    const { json, run } = await terminal();
    const saved = await json<RememberResult>(
      'remember',
      'The scheduler moved to Temporal because cron jobs ran twice.',
      '--dir',
      memory,
    );
    expect(saved).toMatchObject({
      status: 'saved',
      reason: expect.stringMatching(/^No MEMORY\.md.*“memdir lint --fix” creates one.*11 others/) as string,
    });
    const lines = join(await tempFolder(), 'more.jsonl');
    await writeFile(lines, `${JSON.stringify({ body: 'Backups run at noon.', name: 'backups', type: 'reference' })}\n`);
    const imported = await json<ImportReport>('import', lines, '--dir', memory);
    expect(imported).toMatchObject({ saved: 1, unlisted: expect.stringContaining('No MEMORY.md') as string });
    expect(await isThere(memory)).toBe(false);
    await run('lint', '--dir', memory, '--fix');
    expect((await textOf(memory)).match(/^- /gm)).toHaveLength(13);
  });

  it('is begun with the first memory of a directory', async () => {
    const memory = await tempFolder();
    const { json } = await terminal();
    const saved = await json<RememberResult>('remember', 'Deploys run from the release branch.', '--dir', memory);
    expect(saved.reason).toBeUndefined();
    expect((await textOf(memory)).match(/^- /gm)).toHaveLength(1);
  });
});
