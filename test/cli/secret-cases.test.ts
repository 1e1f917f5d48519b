/** Cases 52, 57 and 65, and keys in names, at the doors of a user who works in a terminal. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { randomText } from '../core/random-text.js';
import { copyOfCase, tempFolder, type Terminal, terminal } from './support.js';

interface Lint {
  readonly problems: readonly { readonly path: string; readonly line: number; readonly code: string }[];
}
interface Remembered {
  readonly path: string;
  readonly redacted: number;
}

let shell: Terminal;
beforeAll(async () => {
  shell = await terminal();
  await mkdir(join(shell.home, 'data'));
  await writeFile(join(shell.home, 'data', 'settings.json'), '{ "embedding.provider": "none" }');
});

const lines = async (memory: string): Promise<number[]> =>
  (await shell.json<Lint>('lint', '--dir', memory)).problems
    .filter(({ code }) => code === 'secret')
    .map(({ line }) => line);
const store = async (texts: Readonly<Record<string, string>>): Promise<string> => {
  const folder = await tempFolder();
  for (const [name, text] of Object.entries(texts)) await writeFile(join(folder, name), text);
  return folder;
};
const memory = (name: string, description: string, body: string): string =>
  `---\nname: ${name}\ndescription: ${description}\ntype: reference\n---\n\n${body}\n`;
const queue = async (): Promise<string> =>
  await readFile(join(shell.home, 'data', 'capture', 'queue.jsonl'), 'utf8').catch(() => '');

describe('a password in a bold label (case 52)', () => {
  const VALUES = ['hunter2Zebra', 'Tr0ub4dor'];

  it('is a finding on every line, and is neither exported, queued, found nor recalled', async () => {
    const folder = join(await copyOfCase('52'), 'memory');
    expect(await lines(folder)).toEqual([7, 8, 9, 10, 11, 12]);
    const text = await readFile(join(folder, 'login.md'), 'utf8');
    await shell.pipe(text, 'observe');
    const printed = [
      (await shell.run('export', '-', '--dir', folder)).stdout,
      (await shell.run('search', 'login of the staging admin panel of billing', '--dir', folder, '--json')).stdout,
      (await shell.run('recall', '--prompt', 'login of the staging admin panel of billing', '--dir', folder)).stdout,
      await queue(),
    ];
    expect(printed[0]).toContain('**Password:** [masked: password]');
    expect((await shell.run('export', '-', '--dir', folder)).stderr).toBe(
      'Secrets in 1 memory are masked in the export.\n',
    );
    expect(printed[3]).toContain('[masked: password]');
    expect(printed[2]).toBe('');
    for (const value of VALUES) expect(printed.join('\n')).not.toContain(value);
  });
});

describe('names of programs and methods (case 57)', () => {
  it('are no finding and are saved as they are, under a name of their words', async () => {
    const folder = join(await copyOfCase('57'), 'memory');
    expect(await lines(folder)).toEqual([]);
    const text = 'Passwords: 1Password vault Eng, never in .env';
    const { path, redacted } = await shell.json<Remembered>('remember', text, '--type', 'reference', '--dir', folder);
    expect([basename(path), redacted, (await readFile(path, 'utf8')).includes(text)]).toEqual([
      'vault-eng-never-in-env.md',
      0,
      true,
    ]);
  });

  it('a sample key of documentation is named as one and not masked', async () => {
    const sample = `AKIA${'IOSFODNN7'}EXAMPLE`;
    const folder = await store({ 'aws.md': memory('aws', 'Key ids of AWS', `They look like ${sample}.`) });
    const { stdout } = await shell.run('lint', '--dir', folder);
    expect(stdout).toContain('Has the form of a secret');
    expect((await shell.run('export', '-', '--dir', folder)).stdout).toContain(sample);
  });
});

describe('webhooks and passwords after a dash (case 65)', () => {
  const hook = `https://discord.com/api/${'webhooks'}/123456789012345678/${randomText(68)}`;
  const SPELLINGS = [
    `Deploy notes are posted to ${hook}`,
    'Password - hunter2Zebra!42',
    'Password \u2192 hunter2Zebra!42',
    'the passphrase was corr3ct-h0rse-staple',
    '\u043f\u0430\u0440\u043e\u043b\u044c \u044d\u0442\u043e Qw7zLp92xRt',
    'passwordForAdmin = "admin123x9"',
    '<password>abcdefgh12</password>',
    'Password:\n\n```\nhunter2Zebra42\n```',
  ];
  const VALUES = [hook.slice(-40), 'hunter2Zebra', 'corr3ct', 'Qw7zLp', 'admin123', 'abcdefgh12'];

  it('are findings, and masked by observe and export', async () => {
    const folder = await store(
      Object.fromEntries(
        SPELLINGS.map((body, at) => [`note-${at}.md`, memory(`note-${at}`, 'Where notes are posted', body)]),
      ),
    );
    expect(await lines(folder)).toHaveLength(SPELLINGS.length);
    for (const text of SPELLINGS) await shell.pipe(`${text}\n`, 'observe');
    const printed = `${(await shell.run('export', '-', '--dir', folder)).stdout}\n${await queue()}`;
    for (const value of VALUES) expect(printed).not.toContain(value);
  });

  it.each([
    ['Password - hunter2Zebra!42', /^password\.md$/],
    ['The password of the staging box is Sommer, ask Ann about it', /^staging-box-ask-ann\.md$/],
    ['Log in to the staging box with password: hunter2Zebra!42', /^log-in-to-staging-box-with-password\.md$/],
  ])(
    '“%s” gets a name without the words beside the password, and it is said that something was masked',
    async (text, name) => {
      const folder = await store({});
      const { path, redacted } = await shell.json<Remembered>('remember', text, '--type', 'reference', '--dir', folder);
      expect(basename(path)).toMatch(name);
      expect(redacted).toBe(text.includes('hunter2') ? 1 : 0);
    },
  );
});

describe('a key in the name of a file', () => {
  const key = `ghp_${randomText(36)}`;

  it('stands in no report, export, search result, log or file of ours', async () => {
    const folder = await store({
      [`${key}.md`]: memory('walrus', 'The walrus sleeps', 'The walrus sleeps at noon, and see [x](nowhere.md).'),
      'other.md': memory('other', 'Another', 'Another memory of a walrus.'),
    });
    const outputs = await Promise.all(
      [
        ['lint', '--format', 'text'],
        ['lint', '--format', 'json'],
        ['lint', '--format', 'sarif'],
        ['lint', '--format', 'github'],
        ['list', '--json'],
        ['list'],
        ['stale', '--json'],
        ['search', 'walrus', '--json'],
        ['export', '-'],
      ].map(async (args) => await shell.run(...args, '--dir', folder)),
    );
    for (const { stdout, stderr } of outputs) expect(stdout + stderr).not.toContain(key.slice(0, 16));
    expect(outputs.slice(0, 4).every(({ stdout }) => stdout.includes('[masked'))).toBe(true);
    // Where a person names the file, its id is part of the answer.
    for (const args of [
      ['show', 'walrus'],
      ['history', 'walrus'],
      ['forget', 'walrus'],
      ['restore', 'walrus'],
    ]) {
      const { stdout, stderr, code } = await shell.run(...args, '--dir', folder);
      expect([code, (stdout + stderr).includes(key.slice(0, 16))], args[0]).toEqual([0, false]);
    }
    const data = join(shell.home, 'data');
    for (const file of await readdir(data, { recursive: true, withFileTypes: true }))
      if (file.isFile())
        expect((await readFile(join(file.parentPath, file.name), 'latin1')).includes(key.slice(0, 16)), file.name).toBe(
          false,
        );
  });

  it('as the tool of a hook stands neither in the session nor in the queue', async () => {
    await shell.hook('post-tool-use', {
      session_id: 's1',
      cwd: shell.cwd,
      hook_event_name: 'PostToolUse',
      tool_name: `mcp__vault__${key}`,
      tool_input: { command: 'x' },
      tool_response: { stdout: 'The walrus sleeps at noon.' },
    });
    const data = join(shell.home, 'data');
    const files = (await readdir(data, { recursive: true, withFileTypes: true })).filter((file) => file.isFile());
    const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')));
    expect(texts.some((text) => text.includes('walrus sleeps'))).toBe(true);
    expect(texts.some((text) => text.includes('mcp__vault') || text.includes('"vault"'))).toBe(true);
    expect(texts.filter((text) => text.includes(key.slice(4, 20)))).toEqual([]);
  });
});
