import { spawn } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeEach, describe, expect, it } from 'vitest';

import type { HealthCheck } from '../../src/core/results.js';
import { madeCase, type Terminal, terminal } from './support.js';

let shell: Terminal;
let settings: string;
beforeEach(async () => {
  shell = await terminal();
  settings = join(shell.home, '.claude', 'settings.json');
  await mkdir(join(shell.home, '.claude'));
  await writeFile(settings, '{\n  "env": {"KEY": "mine"}\n}\n');
});

describe('memdir connect claude', () => {
  it('shows the change and writes nothing when it may not ask', async () => {
    const asked = await shell.run('connect', 'claude');
    expect(asked).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('+  "hooks": {') as string,
      stderr: expect.stringContaining('Repeat with --yes') as string,
    });
    expect(await shell.run('connect', 'claude', '--print')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('hook UserPromptSubmit') as string,
    });
    expect(await shell.json('connect', 'claude', '--print')).toEqual({
      status: 'planned',
      files: [settings, join(shell.home, '.claude.json')],
    });
    expect(await readFile(settings, 'utf8')).toBe('{\n  "env": {"KEY": "mine"}\n}\n');
  });

  it('writes into no settings that Claude Code leaves out of account, and doctor names them (case 55)', async () => {
    const { folder } = await madeCase('55');
    const file = join(folder, '.claude', 'settings.json');
    const before = await readFile(file, 'utf8');
    await writeFile(settings, before);
    const refused = await shell.run('connect', 'claude', '--yes');
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining(
        `${settings} isn’t valid JSON (line 2: a comment), so Claude Code ignores the whole file. Nothing was changed`,
      ),
    ]);
    expect(await readFile(settings, 'utf8')).toBe(before);
    const checks = await shell.json<HealthCheck[]>('doctor');
    expect(checks.filter(({ check }) => check === 'Claude Code settings')).toMatchObject([
      { ok: false, detail: expect.stringContaining(`${settings} isn’t valid JSON (line 2: a comment)`) as string },
    ]);
  });

  it('connects and takes it back; the hook that it writes runs in a shell', async () => {
    expect(await shell.json('connect', 'claude', '--yes')).toMatchObject({
      status: 'connected',
      backup: expect.any(String) as string,
    });
    expect(await shell.json('connect', 'claude', '--yes')).toMatchObject({ status: 'unchanged' });
    const { hooks } = JSON.parse(await readFile(settings, 'utf8')) as {
      hooks: Record<string, { hooks: { command: string }[] }[]>;
    };
    const command = hooks['Stop']?.[0]?.hooks[0]?.command ?? '';
    const code = await new Promise((done) => {
      const child = spawn(command, {
        shell: true,
        cwd: shell.cwd,
        env: shell.env,
        stdio: ['pipe', 'inherit', 'inherit'],
      });
      child.on('close', done);
      child.stdin.end('{"session_id":"s"}');
    });
    expect(code).toBe(0);
    expect(await readFile(join(shell.home, 'data', 'capture', 'queue.jsonl'), 'utf8')).toContain('"event":"Stop"');
    expect(await shell.json('connect', 'claude', '--remove', '--yes')).toMatchObject({ status: 'removed' });
    expect(await readFile(settings, 'utf8')).toBe('{\n  "env": {"KEY": "mine"}\n}\n');
  });

  it('refuses settings that are broken', async () => {
    await writeFile(settings, '{ "a": ');
    expect(await shell.run('connect', 'claude', '--yes')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('isn’t valid JSON') as string,
    });
    expect(await readFile(settings, 'utf8')).toBe('{ "a": ');
  });

  it('refuses an agent that it does not know', async () => {
    expect(await shell.run('connect', 'nobody')).toMatchObject({ code: 2 });
  });
});
