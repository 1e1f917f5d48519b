import { mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { ForgetResult, MemorySummary, PrintedTransfer, SearchResult } from '../../src/core/results.js';
import { projectSlug } from '../../src/core/stores/project-slug.js';
import { codeUser, copilotUser, copilotWorkspace, everyAgentMemory, put } from '../support/agent-memory.js';
import { type Terminal, terminal } from './support.js';

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

/** A shell in a project that every agent has memory of, Claude Code too. */
async function shellWithMemory(): Promise<
  Terminal & { readonly user: string; readonly repo: string; readonly claude: string }
> {
  const shell = await terminal();
  await everyAgentMemory(shell.home, shell.cwd);
  const claude = join(shell.home, '.claude', 'projects', projectSlug(shell.cwd), 'memory');
  await put(join(claude, 'MEMORY.md'), '- [Deploys](deploys.md) — on Tuesdays\n');
  await put(
    join(claude, 'deploys.md'),
    '---\nname: deploys\ndescription: on Tuesdays\nmetadata:\n  type: project\n---\n\nDeploys go out on Tuesdays, after the standup.\n',
  );
  const user = codeUser(shell.home);
  return { ...shell, claude, user: copilotUser(user), repo: join(copilotWorkspace(user, '3fa1b2'), 'repo') };
}

describe('forgetting a note of Copilot', () => {
  it('takes the file away from Copilot and gives it back byte for byte', async () => {
    const shell = await shellWithMemory();
    const file = join(shell.user, 'preferences.md');
    const before = await readFile(file, 'utf8');
    const { id, status } = await shell.json<ForgetResult>('forget', 'preferences.md');
    expect(status).toBe('forgotten');
    expect(await exists(file)).toBe(false);
    expect((await shell.json<SearchResult>('search', 'pnpm')).hits).toEqual([]);
    expect((await shell.json<MemorySummary[]>('list', '--deleted')).map(({ name }) => name)).toEqual(['preferences']);
    expect((await shell.json<ForgetResult>('restore', id)).status).toBe('restored');
    expect(await readFile(file, 'utf8')).toBe(before);
    expect((await shell.json<SearchResult>('search', 'pnpm')).hits).toHaveLength(1);
    expect(await readdir(join(shell.user, '.forgotten'))).toEqual([]);
  });

  it('restores nothing over a note that was written since', async () => {
    const shell = await shellWithMemory();
    const { id } = await shell.json<ForgetResult>('forget', 'build.md');
    const file = await put(join(shell.repo, 'build.md'), '- A new one\n');
    const { code, stdout } = await shell.run('restore', id);
    expect(code).toBe(1);
    expect(stdout).toContain('build.md exists again.');
    expect(await readFile(file, 'utf8')).toBe('- A new one\n');
  });

  it('is refused where Memdir only reads', async () => {
    const shell = await shellWithMemory();
    for (const id of ['testing.md', 'memory_summary.md']) {
      const { code, stderr } = await shell.run('forget', id);
      expect(code).not.toBe(0);
      expect(stderr).toContain('Memdir only reads the memories of');
    }
  });

  it('and no version with front matter is put in place of one', async () => {
    const shell = await shellWithMemory();
    const before = await readFile(join(shell.user, 'preferences.md'), 'utf8');
    const { stderr } = await shell.run(
      'update',
      'preferences.md',
      'Prefers yarn over pnpm in every project of theirs.',
    );
    expect(stderr).toContain('whose notes have no front matter');
    const remembered = await shell.run('remember', 'Prefers yarn in every project of theirs.', '--dir', shell.user);
    expect(remembered.stderr).toContain('whose notes have no front matter');
    expect(await readFile(join(shell.user, 'preferences.md'), 'utf8')).toBe(before);
  });
});

describe('copy', () => {
  it('shows the change and writes nothing with --dry-run or --print', async () => {
    const shell = await shellWithMemory();
    for (const flag of ['--dry-run', '--print']) {
      const { stdout } = await shell.run('copy', 'deploys', '--to', 'copilot', flag);
      expect(stdout).toContain('+# deploys');
      expect(stdout).toContain('+Deploys go out on Tuesdays, after the standup.');
      expect(stdout).not.toContain('description:');
    }
    expect(await readdir(shell.repo)).toEqual(['build.md']);
  });

  it('takes a memory of Claude Code to Copilot as a plain note, in the scope that is named', async () => {
    const shell = await shellWithMemory();
    await shell.run('copy', 'deploys', '--to', 'copilot');
    const note = '# deploys\n\nDeploys go out on Tuesdays, after the standup.\n';
    expect(await readFile(join(shell.repo, 'deploys.md'), 'utf8')).toBe(note);
    await shell.run('copy', 'deploys.md', '--to', 'copilot:user', '--dir', shell.claude, '--dir', shell.user);
    expect(await readFile(join(shell.user, 'deploys.md'), 'utf8')).toBe(note);
    expect(await readFile(join(shell.claude, 'deploys.md'), 'utf8')).toContain('description: on Tuesdays');
  });

  it('keeps what only the description of a memory says', async () => {
    const shell = await shellWithMemory();
    const memory =
      '---\nname: ports\ndescription: Saturn and Io in staging\ntype: project\n---\n\n# Ports\nSaturn is 4100, Io 4200.\n';
    await put(join(shell.claude, 'ports.md'), memory);
    await shell.run('copy', 'ports', '--to', 'copilot');
    expect(await readFile(join(shell.repo, 'ports.md'), 'utf8')).toBe(
      '# Ports\n\nSaturn and Io in staging\n\nSaturn is 4100, Io 4200.\n',
    );
  });

  it('takes a note of Copilot to Claude Code with front matter and an entry', async () => {
    const shell = await shellWithMemory();
    const result = await shell.json<PrintedTransfer>('copy', 'build.md', '--to', 'claude');
    expect(result).toMatchObject({ status: 'done', paths: [join(shell.claude, 'build.md')], forgotten: [] });
    const text = await readFile(join(shell.claude, 'build.md'), 'utf8');
    expect(text).toContain('name: build\n');
    expect(text).toContain('type: project');
    expect(text).toContain('- Snapshots are updated with `make snapshots`\n');
    expect(text).not.toContain('# Build');
    expect(await readFile(join(shell.claude, 'MEMORY.md'), 'utf8')).toContain('](build.md)');
    const again = await shell.run('copy', join(shell.repo, 'build.md'), '--to', 'claude');
    expect(again.code).toBe(1);
    expect(again.stdout).toContain('already says this');
  });

  it('leaves a title that says more than the name of its file', async () => {
    const shell = await shellWithMemory();
    await put(join(shell.repo, 'notes.md'), '# Never deploy on a Friday\n\n- It broke in 2024.\n');
    await shell.run('copy', 'notes.md', '--to', 'claude');
    expect(await readFile(join(shell.claude, 'notes.md'), 'utf8')).toContain('# Never deploy on a Friday\n');
  });

  it('takes a task group of Codex to Copilot without what Codex alone reads, and leaves the file alone', async () => {
    const shell = await shellWithMemory();
    await shell.run('copy', 'checkout', '--to', 'copilot');
    // It was learned in this project: the user's notes are for all of them.
    expect(await readFile(join(shell.repo, 'checkout.md'), 'utf8')).toBe(
      '# checkout\n\ncheckout service\n\n- Refunds are retried with exponential backoff\n',
    );
    expect(await readdir(shell.user)).not.toContain('checkout.md');
    const { stderr } = await shell.run('forget', 'Search index');
    expect(stderr).toContain('Memdir only reads the memories of Codex');
  });

  it('takes one to the memory of the project as what it is, and none of another project without a word', async () => {
    const shell = await shellWithMemory();
    await shell.run('copy', 'checkout', '--to', 'claude');
    expect(await readFile(join(shell.claude, 'checkout.md'), 'utf8')).toMatch(
      /^---\nname: checkout\ndescription: checkout service\n[^]*type: project\n[^]*\n\n- Refunds are retried with exponential backoff\n$/,
    );
    const file = join(shell.home, '.codex', 'memories', 'MEMORY.md');
    await put(file, '# Task Group: Oven\napplies_to: cwd=/bakery\n\n- The oven is preheated at four\n');
    expect(await shell.run('copy', 'Oven', '--to', 'qwen')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Specify the target scope.') as string,
    });
    expect((await shell.run('copy', 'Oven', '--to', 'qwen:user')).code).toBe(0);
  });

  it('takes one to Qwen Code in the style of Qwen Code', async () => {
    const shell = await shellWithMemory();
    await shell.run('copy', 'preferences.md', '--to', 'qwen');
    const store = join(shell.home, '.qwen', 'memories');
    expect(await readFile(join(store, 'user', 'preferences.md'), 'utf8')).toMatch(
      /^---\nname: preferences\n.*\ntype: user\n/,
    );
    expect(await readFile(join(store, 'MEMORY.md'), 'utf8')).toContain('](user/preferences.md)');
  });

  it('leaves a note for Codex after asking, and refuses Gemini CLI', async () => {
    const shell = await shellWithMemory();
    const asked = await shell.run('copy', 'deploys', '--to', 'codex');
    expect(asked.stderr).toContain('Repeat with --yes');
    const notes = join(shell.home, '.codex', 'memories', 'extensions', 'ad_hoc', 'notes');
    expect(await exists(notes)).toBe(false);
    await shell.run('copy', 'deploys', '--to', 'codex', '--yes');
    const [note = ''] = await readdir(notes);
    expect(note).toMatch(/^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-deploys\.md$/);
    expect(await readFile(join(notes, note), 'utf8')).toContain('Deploys go out on Tuesdays');
    expect((await shell.run('copy', 'deploys', '--to', 'gemini')).stderr).toContain(
      'Memdir only reads the memories of Gemini CLI',
    );
  });

  it('copies no secret', async () => {
    const shell = await shellWithMemory();
    await put(join(shell.repo, 'bot.md'), '- The token is ghp_16C7e42F292c6912E7710c838347Ae178B4a\n');
    const { code, stdout, stderr } = await shell.run('copy', 'bot.md', '--to', 'copilot:user');
    expect(code).not.toBe(0);
    expect(stdout + stderr).not.toContain('ghp_16C7');
    expect(await readdir(shell.user)).toEqual(['preferences.md']);
  });
});

describe('move, split and merge', () => {
  it('moves a note to another scope, and the old one can be restored', async () => {
    const shell = await shellWithMemory();
    const text = await readFile(join(shell.user, 'preferences.md'), 'utf8');
    const { status, forgotten } = await shell.json<PrintedTransfer>('move', 'preferences.md', '--to', 'repository');
    expect(status).toBe('done');
    expect(await readFile(join(shell.repo, 'preferences.md'), 'utf8')).toBe(text);
    expect(await exists(join(shell.user, 'preferences.md'))).toBe(false);
    await shell.run('restore', forgotten[0] ?? '');
    expect(await readFile(join(shell.user, 'preferences.md'), 'utf8')).toBe(text);
  });

  it('moves a plan out of its session before Copilot deletes it', async () => {
    const shell = await shellWithMemory();
    await shell.run('move', 'plan.md', '--to', 'repository');
    expect(await readFile(join(shell.repo, 'plan.md'), 'utf8')).toContain('Replace the zebra parser');
  });

  it('splits a note at its headings without losing a byte, and merges the parts again', async () => {
    const shell = await shellWithMemory();
    const text =
      '# Tools\n\nBefore.\n\n## Testing\n\n- vitest\n\n```\n## no heading\n```\n\n## Release\n\n- on Tuesdays';
    await put(join(shell.repo, 'tools.md'), text);
    const split = await shell.json<PrintedTransfer>('split', 'tools.md');
    expect((await readdir(shell.repo)).sort()).toEqual(['.forgotten', 'build.md', 'release.md', 'testing.md']);
    const parts = await Promise.all(
      ['testing.md', 'release.md'].map((name) => readFile(join(shell.repo, name), 'utf8')),
    );
    expect(parts.join('')).toBe(text);
    expect((await shell.json<MemorySummary[]>('list', '--deleted')).map(({ id }) => id)).toEqual(split.forgotten);
    await shell.run('merge', join(shell.repo, 'testing.md'), join(shell.repo, 'release.md'), '--name', 'tools');
    expect((await readdir(shell.repo)).sort()).toEqual(['.forgotten', 'build.md', 'tools.md']);
    expect((await readFile(join(shell.repo, 'tools.md'), 'utf8')).replaceAll('\n', '')).toBe(text.replaceAll('\n', ''));
  });

  it('leaves everything as it was where a part cannot be written', async () => {
    const shell = await shellWithMemory();
    const text = '# Build\n\n- make\n\n# Release\n\n- on Tuesdays\n';
    await put(join(shell.repo, 'build.md'), text);
    await mkdir(join(shell.repo, 'release.md'));
    expect((await shell.run('split', 'build.md')).code).not.toBe(0);
    expect(await readFile(join(shell.repo, 'build.md'), 'utf8')).toBe(text);
    expect((await shell.json<MemorySummary[]>('list', '--deleted')).length).toBe(0);
  });

  it('moves a note with front matter of its own byte for byte', async () => {
    const shell = await shellWithMemory();
    const text = '---\napplyTo: "**/*.ts"\n---\n\n- Two blanks a level\n';
    await put(join(shell.repo, 'style.md'), text);
    await shell.run('move', 'style.md', '--to', 'user');
    expect(await readFile(join(shell.user, 'style.md'), 'utf8')).toBe(text);
  });

  it('says why it does not split or merge', async () => {
    const shell = await shellWithMemory();
    for (const [args, words] of [
      [['split', 'build.md'], 'doesn’t have two headings of the same level'],
      [['split', 'deploys'], 'Only Copilot notes'],
      [['merge', 'build.md'], 'Specify two or more notes'],
      [['merge', 'build.md', 'preferences.md'], 'Move them to one directory first'],
      [['move', 'build.md', '--to', 'repository'], 'It is already there'],
    ] as const) {
      const { code, stderr } = await shell.run(...args);
      expect(code, args.join(' ')).not.toBe(0);
      expect(stderr).toContain(words);
    }
    expect(await readdir(shell.repo)).toEqual(['build.md']);
  });
});
