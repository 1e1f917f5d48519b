import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { terminal, type Terminal } from './support.js';

const SHELLS = ['bash', 'zsh', 'fish', 'powershell'];
let shell: Terminal;
const scripts = new Map<string, string>();
let commands: string[];

beforeAll(async () => {
  shell = await terminal();
  for (const name of SHELLS) scripts.set(name, (await shell.run('completion', name)).stdout);
  const help = (await shell.run('--help')).stdout;
  commands = [...help.slice(help.indexOf('Commands:')).matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name ?? '').filter((name) => name !== 'help');
});

describe('completion', () => {
  it.each(SHELLS)('of %s knows every command and its flags', async (name) => {
    const script = scripts.get(name) ?? '';
    expect(commands).toEqual(expect.arrayContaining(['roots', 'search', 'recall', 'prompt', 'connect', 'hook', 'completion', 'mcp', 'doctor']));
    for (const command of commands) expect(script).toMatch(new RegExp(`(?<![\\w-])${command}(?![\\w-])`));
    for (const flag of ['explain', 'session', 'no-index', 'allow-write', 'fail-on']) expect(script).toContain(flag);
    expect(script).toContain('short-term long-term shared'.split(' ')[1]);
    expect(script).not.toMatch(/undefined|\[object/);
  });

  it.skipIf(process.platform === 'win32')('of bash completes commands, flags, values and subcommands', async () => {
    const file = join(shell.home, 'memdir.bash');
    await writeFile(file, scripts.get('bash') ?? '');
    const complete = async (...words: string[]): Promise<string[]> => {
      const line = `set -u; source ${file}; COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _memdir; printf '%s\\n' "\${COMPREPLY[@]-}"`;
      return (await promisify(execFile)('bash', ['-c', line])).stdout.trim().split('\n');
    };
    expect(await complete('memdir', 're')).toEqual(expect.arrayContaining(['recall', 'remember', 'restore']));
    expect(await complete('memdir', 'search', '--ex')).toEqual(['--explain']);
    expect(await complete('memdir', 'search', '--level', 'sh')).toEqual(['short-term', 'shared']);
    expect(await complete('memdir', 'model', 'a')).toEqual(['add']);
    expect(await complete('memdir', 'connect', 'c')).toEqual(['claude', 'copilot']);
    expect(await complete('memdir', 'hook', 'St')).toEqual(['Stop']);
    expect(await complete('memdir', 'connect', '--scope', '')).toEqual(['user', 'local', 'project']);
  });

  it('of an unknown shell is refused', async () => {
    expect(await shell.run('completion', 'tcsh')).toMatchObject({ code: 2 });
  });
});

describe('help', () => {
  it('is there for every command, and is one page of text without colours', async () => {
    for (const command of commands) {
      const { code, stdout } = await shell.run(command, '--help');
      expect(code).toBe(0);
      expect(stdout).toMatch(new RegExp(`^Usage: memdir ${command}`));
      // eslint-disable-next-line no-control-regex -- control characters are what is looked for
      expect(stdout).not.toMatch(/\u001b/);
    }
  });
});
