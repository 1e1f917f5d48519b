import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { MemorySummary, PrintedLint } from '../../src/core/results.js';
import { projectSlug } from '../../src/core/stores/project-slug.js';
import {
  age,
  codeUser,
  codexMemory,
  copilotMemory,
  copilotUser,
  copilotWorkspace,
  everyAgentMemory,
  put,
  qwenMemory,
  SESSION_FOLDER,
} from '../support/agent-memory.js';
import { type Terminal, terminal } from './support.js';

const lint = async (shell: Terminal): Promise<string[]> => {
  const { problems } = await shell.json<PrintedLint>('lint', '--fail-on', 'never');
  return problems.map(({ path, line, code, message }) => `${path.split('/').at(-1)}:${line} ${code} ${message}`);
};

const KEY = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';

describe('lint of other agents', () => {
  it('finds nothing in what they wrote well: rules of another format do not apply', async () => {
    const shell = await terminal();
    await everyAgentMemory(shell.home, shell.cwd);
    expect(await lint(shell)).toEqual([]);
  });

  it('says at the real line what Copilot never sees', async () => {
    const shell = await terminal();
    const user = copilotUser(codeUser(shell.home));
    await put(join(user, 'a.md'), '- fact\n'.repeat(150));
    await put(join(user, 'b.md'), '- more\n'.repeat(60));
    await put(join(user, 'c.md'), '- last\n');
    expect(await lint(shell)).toEqual([
      expect.stringContaining('b.md:48 memory-not-loaded Not loaded by Copilot from this line on.'),
      expect.stringContaining(
        'c.md:1 memory-not-loaded Not loaded by Copilot. Copilot loads the first 200 of the 217 lines in these files.',
      ),
    ]);
    const loaded = (await shell.json<MemorySummary[]>('list')).map(({ name, loaded }) => `${name} ${loaded}`);
    expect(loaded).toEqual(['a true', 'b true', 'c false']);
  });

  it('says that it is nearly full', async () => {
    const shell = await terminal();
    await put(join(copilotUser(codeUser(shell.home)), 'a.md'), '- fact\n'.repeat(170));
    expect(await lint(shell)).toEqual([expect.stringContaining('a.md:1 memory-not-loaded Nearly full: these files')]);
  });

  it('finds secrets, dead paths and duplicates in plain notes, with the name of their agent', async () => {
    const shell = await terminal();
    await copilotMemory(shell.home, shell.cwd);
    const repo = join(copilotWorkspace(codeUser(shell.home), '3fa1b2'), 'repo');
    await put(join(shell.cwd, 'scripts', 'pack.mjs'), '');
    await put(join(repo, 'ci.md'), `- The token of the bot is ${KEY}\n- The pipeline is in \`scripts/ci/run.mjs\`\n`);
    const twice =
      '- Deployments to production go through the release queue on Tuesday mornings at ten, never by hand\n';
    await put(join(repo, 'one.md'), twice);
    await put(join(repo, 'two.md'), twice);
    const found = (await lint(shell)).join('\n');
    expect(found).toContain('ci.md:1 secret');
    expect(found).toContain('Copilot loads this into its context');
    expect(found).toContain('ci.md:2 cited-path-missing');
    expect(found).toContain('near-duplicate Same text as');
    expect(found).not.toContain('Claude Code');
    expect(found).not.toContain(KEY);
  });

  it('says at the line which fact of Copilot stands in two notes', async () => {
    const shell = await terminal();
    await copilotMemory(shell.home, shell.cwd);
    const memories = copilotWorkspace(codeUser(shell.home), '3fa1b2');
    const repo = join(memories, 'repo');
    const older = join(repo, 'database.md');
    await put(
      older,
      '# Notes on the database\n\nHow the database is used:\n\n- Migrations run with `make migrate`\n- Integration tests need a running PostgreSQL\n- Short one\n',
    );
    await put(
      join(repo, 'tests.md'),
      '# Notes on the database\n\nHow the database is used:\n\n- Unit tests run without a network\n* integration tests need a running **PostgreSQL**.\n- Short one\n- Unit tests run without a network\n',
    );
    await put(join(memories, SESSION_FOLDER, 'more.md'), '- Integration tests need a running PostgreSQL\n');
    await age(older, 2);
    const found = await lint(shell);
    expect(found).toEqual([
      'database.md:6 near-duplicate Also in tests.md, line 6. When it changes, update both or delete one.',
    ]);
  });

  it('says which fact Copilot has of the user and of the repository as well', async () => {
    const shell = await terminal();
    await copilotMemory(shell.home, shell.cwd);
    const repo = join(copilotWorkspace(codeUser(shell.home), '3fa1b2'), 'repo');
    await put(join(repo, 'tools.md'), '- Tests run with vitest\n- Prefers pnpm over npm in every project\n');
    const found = (await lint(shell)).filter((line) => line.includes('near-duplicate'));
    expect(found).toEqual([
      'tools.md:2 near-duplicate Also in preferences.md (user). When it changes, update both or delete one.',
      'preferences.md:3 near-duplicate Also in tools.md (repository). When it changes, update both or delete one.',
    ]);
  });

  it('says which notes of a session are about to be deleted', async () => {
    const shell = await terminal();
    await copilotMemory(shell.home, shell.cwd);
    const plan = join(copilotWorkspace(codeUser(shell.home), '3fa1b2'), SESSION_FOLDER, 'plan.md');
    await age(plan, 9);
    expect(await lint(shell)).toEqual([]);
    await age(plan, 11);
    expect(await lint(shell)).toEqual([
      expect.stringContaining('plan.md:1 session-expiring About to be deleted: last changed 11 days ago'),
    ]);
  });

  it('says on both sides which fact two agents remember', async () => {
    const shell = await terminal();
    await copilotMemory(shell.home, shell.cwd);
    const store = join(shell.home, '.claude', 'projects', projectSlug(shell.cwd), 'memory');
    await put(join(store, 'MEMORY.md'), '- [pnpm](pnpm.md) — pnpm everywhere\n');
    await put(
      join(store, 'pnpm.md'),
      '---\nname: pnpm\ndescription: pnpm everywhere\nmetadata:\n  type: user\n---\n\nThe user prefers pnpm over npm in every project.\nCommits have five words.\n',
    );
    const found = (await lint(shell)).filter((line) => line.includes('duplicate-across-agents'));
    expect(found).toEqual([
      expect.stringContaining(
        'pnpm.md:8 duplicate-across-agents Copilot remembers this too, in preferences.md (user). When it changes',
      ),
      expect.stringContaining(
        'preferences.md:3 duplicate-across-agents Claude Code remembers this too, in pnpm.md. When',
      ),
    ]);
  });

  it('says of a task group of Codex where in the file it is', async () => {
    const shell = await terminal();
    await copilotMemory(shell.home, shell.cwd);
    await codexMemory(shell.home, shell.cwd);
    const file = join(shell.home, '.codex', 'memories', 'MEMORY.md');
    const groups = await readFile(file, 'utf8');
    await put(file, `${groups}- The key is ${KEY}\n- The user prefers pnpm over npm in every project\n`);
    expect((await lint(shell)).filter((line) => line.startsWith('MEMORY.md'))).toEqual([
      expect.stringContaining('MEMORY.md:13 secret'),
      expect.stringContaining('MEMORY.md:14 duplicate-across-agents Copilot remembers this too'),
    ]);
    const { problems } = await shell.json<PrintedLint>('lint', file, '--fail-on', 'never');
    expect(problems.map(({ line }) => line)).toEqual([13]);
  });

  it('checks Qwen Code as Claude Code, under its own name', async () => {
    const shell = await terminal();
    const store = await qwenMemory(shell.home, shell.cwd);
    await put(
      join(store, 'MEMORY.md'),
      `${'- [Queue](project/queue.md) — jobs\n'.repeat(1)}- [Gone](gone.md) — gone\n`,
    );
    const found = await lint(shell);
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('index-missing-target');
    expect(found[0]).not.toContain('Claude Code');
  });
});
