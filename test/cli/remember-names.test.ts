import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import type { LintReport, RememberResult, UpdateResult } from '../../src/core/results.js';
import { type Terminal, terminal } from './support.js';

let shell: Terminal;
let store: string;
let dir: readonly string[];
beforeEach(async () => {
  shell = await terminal();
  store = join(shell.cwd, 'memory-here');
  await mkdir(store);
  dir = ['--dir', store];
});

const text = (path: string): Promise<string> => readFile(join(store, path), 'utf8');
const write = (path: string, name: string, body: string, type: string): Promise<void> =>
  writeFile(join(store, path), `---\nname: ${name}\ndescription: ${body}\ntype: ${type}\n---\n${body}\n`);
const nameIn = async (path: string): Promise<string | undefined> => /^name: (.*)$/m.exec(await text(path))?.[1];

describe('names of memories', () => {
  it('stay as they were given, while the file is named in the style of the store', async () => {
    await write('user_role.md', 'Role of the user', 'Works on the parser of the shop.', 'user');
    await write('feedback_tests.md', 'How tests are run', 'Run the tests of one folder.', 'feedback');
    // Without an index of the others none is made, so that its loss is not hidden.
    await writeFile(join(store, 'MEMORY.md'), '- [Role](user_role.md) — r\n- [Tests](feedback_tests.md) — t\n');
    const given = ['--type', 'user', '--name', 'Prefers concise output', ...dir];
    const saved = await shell.json<RememberResult>('remember', 'Answers are at most five lines long.', ...given);
    expect(saved).toMatchObject({ status: 'saved', path: join(store, 'user_prefers_concise_output.md') });
    expect(await nameIn('user_prefers_concise_output.md')).toBe('Prefers concise output');
    expect(await text('MEMORY.md')).toContain('- [Prefers concise output](user_prefers_concise_output.md) — ');

    const other = await shell.json<RememberResult>('remember', 'Tables have no more than three columns.', ...given);
    expect(other.path).toBe(join(store, 'user_prefers_concise_output_2.md'));
    expect(await nameIn('user_prefers_concise_output_2.md')).toBe('Prefers concise output 2');
  });

  it('stay through updates, with the title in MEMORY.md; the name leads to the current version', async () => {
    await write('decision_celery.md', 'Celery over RQ', 'Jobs run in Celery, because RQ lost some.', 'decision');
    await write('role.md', 'Role', 'Works on the parser of the shop. See [[Celery over RQ]].', 'user');
    await writeFile(
      join(store, 'MEMORY.md'),
      '- [Role](role.md) — parser\n- [Why we took Celery](decision_celery.md) — RQ lost jobs\n',
    );
    for (const [version, content] of [
      ['v2', 'Jobs run in Celery 5, because RQ lost some.'],
      ['v3', 'Jobs run in Celery 5.4, because RQ lost some.'],
    ] as const) {
      const next = await shell.json<UpdateResult>('update', 'Celery over RQ', content, ...dir);
      expect(next).toMatchObject({ status: 'updated', path: join(store, `decision_celery_${version}.md`) });
      expect(await nameIn(`decision_celery_${version}.md`)).toBe('Celery over RQ');
      expect(await text('MEMORY.md')).toContain(`\n- [Why we took Celery](decision_celery_${version}.md) — ${content}`);
    }
    expect(await shell.json('show', 'celery over rq', ...dir)).toMatchObject({
      path: join(store, 'decision_celery_v3.md'),
    });
    expect(await shell.json<{ links: string[] }>('show', 'role', ...dir)).toMatchObject({
      links: [expect.stringMatching(/decision_celery_v3\.md$/)],
    });
    const codes = (await shell.json<LintReport>('lint', ...dir)).problems.map(({ code }) => code);
    for (const code of ['name-duplicate', 'name-differs', 'wikilink-unresolved', 'index-orphan'])
      expect(codes).not.toContain(code);
    expect(await shell.json('restore', 'decision_celery', ...dir)).toMatchObject({ status: 'restored' });
    expect(await text('MEMORY.md')).toContain('\n- [Why we took Celery](decision_celery.md) — RQ lost jobs\n');
  });
});
