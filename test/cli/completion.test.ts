import { execFile, spawn, spawnSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { beforeAll, describe, expect, it } from 'vitest';

import { tempFolder, type Terminal, terminal } from './support.js';

const SHELLS = ['bash', 'zsh', 'fish', 'powershell'] as const;
type Shell = (typeof SHELLS)[number];
let shell: Terminal;
/** Files of scripts by shell. */
const scripts = new Map<Shell, string>();
/** Where words are completed: holds names that need quoting. */
let place: string;
let commands: string[];

beforeAll(async () => {
  shell = await terminal();
  place = await tempFolder();
  for (const folder of ['my folder', "it's", 'list']) await mkdir(join(place, folder));
  await writeFile(join(place, 'a memory.md'), '');
  for (const name of SHELLS) {
    scripts.set(name, join(shell.home, `memdir ${name}`));
    await writeFile(scripts.get(name) ?? '', (await shell.run('completion', name)).stdout);
  }
  const help = (await shell.run('--help')).stdout;
  commands = [...help.slice(help.indexOf('Commands:')).matchAll(/^ {2}([a-z]+)/gm)]
    .map(([, name]) => name ?? '')
    .filter((name) => name !== 'help');
});

const has = (program: string): boolean => spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined;

interface Started {
  readonly program: string;
  readonly args: readonly string[];
  readonly input?: string;
}

/** What a program prints, given some input. */
function outputOf({ program, args, input = '' }: Started): Promise<string> {
  return new Promise((done, failed) => {
    const child = spawn(program, args, {
      cwd: place,
      env: {
        PATH: '/usr/local/bin:/usr/bin:/bin',
        HOME: shell.home,
        TERM: 'xterm',
        LC_ALL: 'C.UTF-8',
        SHELL: '/bin/sh',
      },
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.on('error', failed).on('close', () => done(stdout));
    // A shell with `-c` may end before it reads its input, which breaks the pipe; what it printed counts all the same.
    child.stdin.on('error', () => {}).end(input);
  });
}

const START: Readonly<Record<'bash' | 'zsh', readonly [string, string]>> = {
  bash: ['bash --norc --noprofile -i', ''],
  zsh: ['zsh -f -i', 'autoload -Uz compinit; compinit -D; '],
};

/** The words that memdir is started with when lines are typed into a real shell on a terminal of its own. */
async function typed(name: 'bash' | 'zsh', lines: readonly string[]): Promise<string[][]> {
  const [start, before] = START[name];
  const setup = `${before}source '${scripts.get(name) ?? ''}'; memdir() { printf '<''%s>' "$@"; printf '\\nend\\n'; }`;
  const output = await outputOf({
    program: 'script',
    args: ['-qec', start, '/dev/null'],
    input: `${[setup, ...lines].join('\n')}\nexit\n`,
  });
  const rows = output
    .replaceAll('\r', '')
    .split('\n')
    .filter((row) => /^[^<]*<[^%]*>$/.test(row));
  return rows.map((row) => [...row.matchAll(/<([^>]*)>/g)].map(([, word = '']) => word.replace(/\/$/, '')));
}

/** What is typed, and the words it becomes. A tab asks for completion. */
const LINES: readonly (readonly [string, readonly string[]])[] = [
  ['memdir sea\tx', ['search', 'x']],
  ['memdir search --ex\tx', ['search', '--explain', 'x']],
  ['memdir search --level sha\t', ['search', '--level', 'shared']],
  ['memdir search --level=sha\t', ['search', '--level=shared']],
  ['memdir remember x --type refe\t', ['remember', 'x', '--type', 'reference']],
  ['memdir connect cla\t--scope loc\t', ['connect', 'claude', '--scope', 'local']],
  ['memdir --json mod\trem\tx', ['--json', 'model', 'remove', 'x']],
  ['memdir --dir list sea\tx', ['--dir', 'list', 'search', 'x']],
  ['memdir model list --js\t', ['model', 'list', '--json']],
  ['memdir hook UserP\t', ['hook', 'UserPromptSubmit']],
  ['memdir help reca\t', ['help', 'recall']],
  // Names of files are quoted as the shell wants them; a question is no file.
  ['memdir show a\t', ['show', 'a memory.md']],
  ['memdir list --dir my\t', ['list', '--dir', 'my folder']],
  ['memdir list --dir it\t', ['list', '--dir', "it's"]],
  ['memdir list --dir a\t', ['list', '--dir', 'a']],
  ['memdir search a\t', ['search', 'a']],
  ['memdir connect claude c\t', ['connect', 'claude', 'c']],
];

describe('completion', () => {
  it.each(SHELLS)('of %s knows every command and its flags', async (name) => {
    const script = (await shell.run('completion', name)).stdout;
    expect(commands).toEqual(
      expect.arrayContaining(['roots', 'search', 'recall', 'prompt', 'connect', 'hook', 'completion', 'mcp', 'doctor']),
    );
    for (const command of commands) expect(script).toMatch(new RegExp(`(?<![\\w-])${command}(?![\\w-])`));
    for (const flag of ['explain', 'session', 'no-index', 'allow-write', 'fail-on']) expect(script).toContain(flag);
    for (const word of ['long-term', 'UserPromptSubmit', 'dependency', 'copilot', 'sarif'])
      expect(script).toContain(word);
    expect(script).not.toMatch(/undefined|\[object/);
  });

  it.for(['bash', 'zsh'] as const)('in a real %s makes words of what is typed', async (name, { skip }) => {
    if (!has('script')) return skip('There is no “script” here, which gives a shell a terminal.');
    if (!has(name)) return skip(`${name} is not installed here.`);
    const became = await typed(
      name,
      LINES.map(([line]) => line),
    );
    expect(LINES.map(([line], at) => [line, became[at]])).toEqual(LINES);
  });

  it('in a real fish offers what fits, quoted', async ({ skip }) => {
    if (!has('fish')) return skip('fish is not installed here.');
    const offered = async (line: string): Promise<string[]> => {
      const output = await outputOf({
        program: 'fish',
        args: [
          '--no-config',
          '-c',
          `source '${scripts.get('fish') ?? ''}'; complete --escape -C ${JSON.stringify(line)}`,
        ],
      });
      return output
        .split('\n')
        .filter((row) => row !== '')
        .map((row) => (row.split('\t')[0] ?? '').replace(/\/$/, ''));
    };
    expect(await offered('memdir re')).toEqual(['recall', 'remember', 'restore', 'review']);
    expect(await offered('memdir help sea')).toEqual(['search']);
    expect(await offered('memdir search --ex')).toEqual(['--explain']);
    expect(await offered('memdir --json search --level sh')).toEqual(['shared', 'short-term']);
    expect(await offered('memdir search --level=sha')).toEqual(['--level=shared']);
    expect(await offered('memdir remember x --type d')).toEqual(['decision', 'dependency']);
    expect(await offered('memdir --dir list model re')).toEqual(['remove']);
    expect(await offered('memdir connect c')).toEqual(['claude', 'cline', 'codex', 'continue', 'copilot', 'cursor']);
    expect(await offered('memdir hook User')).toEqual(['UserPromptSubmit']);
    expect(await offered('memdir show a')).toEqual(['a\\ memory.md']);
    expect(await offered('memdir list --dir m')).toEqual(['my\\ folder']);
    for (const line of ['memdir search a', 'memdir search model ', 'memdir connect claude c', 'memdir list --dir a'])
      expect(await offered(line), line).toEqual([]);
  });

  it('in a real PowerShell offers what fits', async ({ skip }) => {
    if (!has('pwsh')) return skip('PowerShell (pwsh) is not installed here.');
    const offered = async (line: string): Promise<string[]> => {
      const text = line.replaceAll("'", "''");
      const command = `Invoke-Expression (Get-Content -Raw '${scripts.get('powershell') ?? ''}'); ([System.Management.Automation.CommandCompletion]::CompleteInput('${text}', ${line.length}, $null)).CompletionMatches | ForEach-Object { $_.CompletionText }`;
      return (await outputOf({ program: 'pwsh', args: ['-NoProfile', '-NonInteractive', '-Command', command] }))
        .split(/\r?\n/)
        .filter((row) => row !== '');
    };
    expect(await offered('memdir sea')).toEqual(['search']);
    expect(await offered('memdir search --ex')).toEqual(['--explain']);
    expect(await offered('memdir --json search --level sh')).toEqual(['short-term', 'shared']);
    expect(await offered('memdir --dir list model re')).toEqual(['remove']);
    expect(await offered('memdir hook Sto')).toEqual(['Stop']);
  });

  it('of an unknown shell is refused', async () => {
    expect(await shell.run('completion', 'tcsh')).toMatchObject({ code: 2 });
  });
});

/** Help in a terminal of so many columns, which a width tells. */
const helpAt = async (columns: number, ...words: readonly string[]): Promise<string> => {
  const command = `stty cols ${columns}; '${process.execPath}' dist/cli.js ${words.join(' ')} --help`;
  return (
    await promisify(execFile)('script', ['-qec', command, '/dev/null'], { env: { ...shell.env, NO_COLOR: '1' } })
  ).stdout.replaceAll('\r\n', '\n');
};

describe('help', () => {
  it.skipIf(process.platform !== 'linux').each([[], ['remember'], ['inbox', 'list']])(
    'fits into a narrow terminal, its words whole: %j',
    async (...words) => {
      const [wide, narrow] = [(await shell.run(...words, '--help')).stdout, await helpAt(40, ...words)];
      expect(narrow.split('\n').filter((line) => line.length > 40)).toEqual([]);
      expect(narrow.split(/\s+/).filter(Boolean)).toEqual(wide.split(/\s+/).filter(Boolean));
      expect((await helpAt(80, ...words)).trimEnd()).toBe(wide.trimEnd());
    },
  );

  it('is there for every command, and is one page of text without colours', async () => {
    for (const command of commands) {
      const { code, stdout } = await shell.run(command, '--help');
      expect(code).toBe(0);
      expect(stdout).toMatch(new RegExp(`^Usage: memdir ${command}`));
      expect(stdout).not.toMatch(/\u001b/);
    }
  });
});
