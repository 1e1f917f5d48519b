/** Numbers of problems are the same at every door: the terminal, the Problems view, the Memories view and the message of a check. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { countProblems, countWords } from '../../src/core/problem-count.js';
import type { PrintedLint } from '../../src/core/results.js';
import { NO_FILTER } from '../../src/extension/tree/filter.js';
import { buildTree } from '../../src/extension/tree/tree-model.js';
import { runInProcess } from '../cli/support.js';
import { connect, engineIn, optionsOf, type Place, place } from './support.js';

const FOLDER = join(import.meta.dirname, '../fixtures/cases');
const CASES = readdirSync(FOLDER).filter((name) => existsSync(join(FOLDER, name, 'memory')));
const SETTINGS = { groupBy: 'store', sortBy: 'name', filter: NO_FILTER } as const;

/** The memory of the project at both doors. */
const memoryOf = ({ store }: Place): Record<string, string> => ({ CLAUDE_COWORK_MEMORY_PATH_OVERRIDE: store });

const terminal = async (at: Place, ...args: readonly string[]): Promise<string> => {
  const env = { HOME: join(at.dir, 'home'), MEMDIR_DATA_DIR: join(at.dir, 'terminal'), ...memoryOf(at) };
  return (await runInProcess({ args: ['lint', ...args], cwd: at.project, env })).stdout;
};

const PROBLEM: Readonly<Record<number, boolean>> = { 1: true, 2: true };

describe('problems are counted alike', () => {
  it.each(CASES)('of %s', async (name) => {
    const at = await place(name);
    const { problems, files } = JSON.parse(await terminal(at, '--format', 'json')) as PrintedLint;
    const counted = countProblems(problems).problems;
    expect((await terminal(at)).trimEnd().split('\n').at(-1)).toBe(countWords(problems, files));

    const client = connect(engineIn(at));
    await client.initialize(at.project, { ...optionsOf(at, { directories: [] }), claudeEnvironment: memoryOf(at) });
    const listed = (): number =>
      client
        .reported()
        .flatMap((file) => client.diagnostics(file))
        .filter(({ severity }) => PROBLEM[severity ?? 0] === true).length;
    const report = await client.request('lintAll');
    expect([countWords(report.problems, report.files), listed()]).toEqual([countWords(problems, files), counted]);
    const [store] = buildTree([await client.view(at.store)], SETTINGS);
    expect(store?.kind === 'store' ? store.problems : 0).toBe(counted);

    // An open file shows each of its problems, and counts none of them twice.
    await client.open(at.file('MEMORY.md'), existsSync(at.file('MEMORY.md')) ? undefined : '');
    await client.request('lintAll');
    expect(listed()).toBe(counted);
  });
});
