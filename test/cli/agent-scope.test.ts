/** `--agent` at the doors that read, take away, bring back, export and import: nothing of another agent's, not even whose it is. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import type { HistoryResult, ImportReport, MemorySummary } from '../../src/core/results.js';
import { type Terminal, terminal } from './support.js';

const MEMORIES = {
  alpha: 'The payment worker retries a failed webhook three times before it gives up.',
  beta: 'The payment worker writes its metrics to the statsd socket every ten seconds.',
  common: 'The payment worker is deployed by the pipeline called payments-main.',
};
const ASK = 'why does the payment worker retry a failed webhook three times before it gives up';

let shell: Terminal;
let dir: readonly string[];
beforeEach(async () => {
  shell = await terminal();
  const store = join(shell.cwd, 'memory-here');
  await mkdir(store);
  dir = ['--dir', store];
  for (const [name, text] of Object.entries(MEMORIES))
    await writeFile(
      join(store, `${name}.md`),
      `---\nname: ${name}\ndescription: ${text}\ntype: pattern\n${name === 'common' ? '' : `agent_id: ${name}\n`}---\n${text}\n`,
    );
});

describe('--agent', () => {
  it.each([['history'], ['forget'], ['restore'], ['update']])(
    '%s does not find what is another agent’s',
    async (command) => {
      const words = command === 'update' ? ['The payment worker retries a failed webhook five times.'] : [];
      const { code, stdout, stderr } = await shell.run(command, 'alpha', ...words, '--agent', 'beta', ...dir);
      expect([code, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(/There is no memory/);
      const own = await shell.run('history', 'alpha', '--agent', 'ALPHA', ...dir);
      expect(own.stdout).toMatch(/current/);
    },
  );

  it('history leaves out versions of another agent', async () => {
    const { versions } = await shell.json<HistoryResult>('history', 'common', '--agent', 'beta', ...dir);
    expect(versions.map(({ name }) => name)).toEqual(['common']);
  });

  it('recall gives an agent its own memories and those of no agent', async () => {
    const given = async (...agent: string[]): Promise<string> =>
      (await shell.run('recall', '--prompt', ASK, ...agent, ...dir)).stdout;
    for (const agent of [[], ['--agent', 'alpha']]) expect(await given(...agent)).toContain(MEMORIES.alpha);
    expect(await given('--agent', 'beta')).not.toContain('webhook');
  });

  it('export leaves out what is another agent’s, and import does not take it', async () => {
    const file = join(shell.cwd, 'all.jsonl');
    await shell.run('export', file, ...dir);
    const own = await shell.run('export', '-', '--agent', 'beta', ...dir);
    expect(own.stdout).toContain(MEMORIES.beta);
    expect(own.stdout).toContain(MEMORIES.common);
    expect(own.stdout).not.toContain('alpha');

    const target = join(shell.cwd, 'another');
    await mkdir(target);
    const { code, stdout } = await shell.run('import', file, '--agent', 'beta', '--json', '--dir', target);
    expect(code).toBe(1);
    const report = JSON.parse(stdout) as ImportReport;
    expect(report).toMatchObject({ saved: 2, rejected: [{ reason: 'It belongs to another agent.' }] });
    const names = (await shell.json<MemorySummary[]>('list', '--dir', target)).map(({ name }) => name);
    expect(names.sort()).toEqual(['beta', 'common']);
  });

  it('import reads whose a memory is from its front matter, too', async () => {
    const line = {
      path: 'x.md',
      frontMatter: '---\nname: x\ndescription: d\ntype: pattern\nagent_id: alpha\n---\n',
      body: MEMORIES.alpha,
    };
    const file = join(shell.cwd, 'one.jsonl');
    await writeFile(file, JSON.stringify(line));
    const target = join(shell.cwd, 'another');
    await mkdir(target);
    const { stdout } = await shell.run('import', file, '--agent', 'beta', '--json', '--dir', target);
    expect(JSON.parse(stdout)).toMatchObject({
      saved: 0,
      rejected: [{ line: 1, reason: 'It belongs to another agent.' }],
    });
  });
});
