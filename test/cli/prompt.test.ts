import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { tempFolder, terminal } from './support.js';

async function store(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = join(await tempFolder(), 'memory');
  await mkdir(folder);
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  return folder;
}

describe('memdir prompt', () => {
  it('prints the section for the directory that is named', async () => {
    const shell = await terminal();
    const dir = await store({ 'MEMORY.md': '- [Deploys](deploy.md) — on Tuesdays\n', 'deploy.md': 'On Tuesdays.' });
    const { text, bytes, index } = await shell.json<{ text: string; bytes: number; index: { lines: number } }>(
      'prompt',
      '--dir',
      dir,
    );
    expect(text).toContain(`\`${dir}\``);
    expect(text).toContain('- [Deploys](deploy.md) — on Tuesdays');
    expect(bytes).toBe(Buffer.byteLength(text));
    expect(index.lines).toBe(1);
    expect((await shell.run('prompt', '--dir', dir)).stdout.trimEnd()).toBe(text.trimEnd());
    expect((await shell.run('prompt', '--dir', dir, '--no-index')).stdout).not.toContain('on Tuesdays');
  });

  it('describes the place of a project that has no memory yet', async () => {
    const shell = await terminal();
    expect((await shell.run('prompt')).stdout).toMatch(
      /directory of markdown files at `.*\.claude\/projects\/.*\/memory`[\s\S]*It is empty/,
    );
  });

  it('says where memories have no index that it is missing, and what makes it', async () => {
    const shell = await terminal();
    const dir = await store({ 'a.md': 'One.', 'b.md': 'Two.', 'logs/2026/03/2026-03-01.md': '- a' });
    const missing = (await shell.run('prompt', '--dir', dir)).stdout;
    expect(missing).toMatch(/## MEMORY\.md\n\nIt is missing, so no list shows the 2 memories in .*`memdir lint --fix`/);
    await shell.run('lint', '--fix', '--dir', dir);
    expect((await shell.run('prompt', '--dir', dir)).stdout).not.toContain('It is missing');
  });

  it('takes the form for logs where a store is kept by day', async () => {
    const shell = await terminal();
    const dir = await store({ 'logs/2026/03/2026-03-01.md': '- a', 'logs/2026/03/2026-03-02.md': '- b' });
    expect((await shell.run('prompt', '--dir', dir)).stdout).toContain('logs/YYYY/MM/YYYY-MM-DD.md');
  });
});

describe('memdir connect copilot', () => {
  it('keeps a marked block in the instructions, without what is in the memory', async () => {
    const shell = await terminal();
    const file = join(shell.cwd, '.github', 'copilot-instructions.md');
    await mkdir(join(shell.cwd, '.github'));
    await writeFile(file, '# House rules\n\nBe kind.\n');
    expect(await shell.json('connect', 'copilot', '--yes')).toMatchObject({
      status: 'connected',
      files: [file, join(shell.home, '.copilot', 'mcp-config.json')],
    });
    const text = await readFile(file, 'utf8');
    expect(text).toMatch(/^# House rules\n\nBe kind\.\n\n<!-- memdir:start -->/);
    expect(text).toContain('`~/.claude/projects/');
    expect(text).not.toContain(shell.home);
    expect(await shell.json('connect', 'copilot', '--yes')).toMatchObject({ status: 'unchanged' });
    expect(await shell.json('connect', 'copilot', '--remove', '--yes')).toMatchObject({ status: 'removed' });
    expect(await readFile(file, 'utf8')).toBe('# House rules\n\nBe kind.\n');
  });

  it('names memory that lies in the project from there: the file is in the project, and others have it elsewhere', async () => {
    const shell = await terminal();
    await mkdir(join(shell.cwd, '.claude', 'memory'), { recursive: true });
    await writeFile(join(shell.cwd, '.claude', 'memory', 'MEMORY.md'), '- [A](a.md) — a\n');
    await shell.json('connect', 'copilot', '--yes');
    const text = await readFile(join(shell.cwd, '.github', 'copilot-instructions.md'), 'utf8');
    expect(text).toContain('shared with the team at `.claude/memory`');
    expect(text).not.toContain(shell.cwd);
  });

  it('does the same with AGENTS.md', async () => {
    const shell = await terminal();
    expect(await shell.json('connect', 'agents', '--yes')).toMatchObject({
      status: 'connected',
      files: [join(shell.cwd, 'AGENTS.md')],
    });
    // Agents that have a memory section of their own read the file, too.
    expect(await readFile(join(shell.cwd, 'AGENTS.md'), 'utf8')).toMatch(
      /\n\nIf your instructions have another section that names a memory directory, go by that one and skip this section\.\n\n# Memory\n/,
    );
  });

  it.each([
    ['no other CLAUDE.md', {}, true],
    ['a CLAUDE.md', { 'CLAUDE.md': 'Be kind.\n' }, false],
    ['a CLAUDE.md in .claude', { '.claude/CLAUDE.md': 'Be kind.\n' }, false],
    ['a CLAUDE.md that imports it', { 'CLAUDE.md': 'Be kind.\n\n@AGENTS.md\n' }, true],
    ['a CLAUDE.md in .claude that imports it', { '.claude/CLAUDE.md': '- see @../AGENTS.md\n' }, true],
  ])('gives a connected Claude Code no second memory section in AGENTS.md: %s', async (_, files, isRead) => {
    const shell = await terminal();
    for (const [path, text] of Object.entries(files)) {
      await mkdir(join(shell.cwd, '.claude'), { recursive: true });
      await writeFile(join(shell.cwd, path), text);
    }
    await shell.json('connect', 'agents', '--yes');
    const connected = await shell.run('connect', 'claude', '--yes');
    expect(connected.code).toBe(0);
    expect(connected.stderr.includes('Claude Code also reads Memdir’s section in AGENTS.md')).toBe(isRead);
    expect((await shell.run('connect', 'agents', '--remove', '--yes')).code).toBe(0);
    const { code, stderr } = await shell.run('connect', 'agents', '--yes');
    expect(code).toBe(isRead ? 2 : 0);
    expect(stderr.includes('it would get two memory sections')).toBe(isRead);
    expect(existsSync(join(shell.cwd, 'AGENTS.md'))).toBe(!isRead);
  });
});
