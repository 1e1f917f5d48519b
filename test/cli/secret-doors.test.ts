/** Secrets through every door that a text comes in by: no file that is kept holds one, or a half of one. */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdir, readdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMessageConnection, IPCMessageReader, IPCMessageWriter } from 'vscode-languageserver-protocol/node';

import { projectSlug } from '../../src/core/stores/project-slug.js';
import { askHost, findHost } from '../../src/node/discovery.js';
import { DEFAULT_SETTINGS } from '../../src/protocol/settings.js';
import { randomText } from '../core/random-text.js';
import { seedWords } from '../core/secrets/seed-words.js';
import { until } from '../support/service.js';
import { type Ended, type Terminal, terminal } from './support.js';

const random = randomText(3_000);
const letters = randomText(1_000, 'bcdfghjklmnpqrtvwxz');
const base64 = (text: string): string => Buffer.from(text).toString('base64');
let at = 0;
/** Values without meaning, none like another. */
const some = (length: number): string => random.slice((at += length) - length, at);
const password = (): string => `k7${some(7)}4Z`;
let letter = 0;
const word = (): string => letters.slice((letter += 10) - 10, letter);
const token = (): string => `ghp_${some(36)}`;

/** What somebody says or a program prints, with a value in it. `kept` is what must not be found, when it is not the value. */
const row = (
  value: string,
  write: (value: string) => string,
  kept: string = value,
): { readonly text: string; readonly value: string } => ({ text: write(value), value: kept });

const half = (value: string, between: string): string => value.slice(0, 20) + between + value.slice(20);
const basic = base64(`me:${word()}`);
const [split, escaped, wrapped] = [token(), token(), token()];
const KEY = `${some(51)}\n${some(70)}\n${some(40)}`;
const PHRASE = 'purple gravel ladder monsoon biscuit';
const ROWS = [
  row(PHRASE, (value) => `The passphrase is ${value}.`),
  row(seedWords(12), (value) => `seed phrase: ${value}`, 'daring eager'),
  row(word(), (value) => `password: ${value}`),
  row(password(), (value) => `passwd ${value}`),
  row(word(), (value) => `deploy --password ${value} --host db`),
  row(word(), (value) => `mysql -u root -p${value} shop`),
  row(word(), (value) => `sshpass -p ${value} ssh x@y`),
  row(word(), (value) => `curl -u me:${value} https://x.example.com`),
  row(word(), (value) => `export APP_SECRET=${value}`),
  row(word(), (value) => `cat > .env <<EOF\nDB_PASSWORD=${value}\nEOF`),
  row(word(), (value) => `docker login -u me -p ${value} ghcr.io`),
  row(password(), (value) => `htpasswd -b .htpasswd me ${value}`),
  row(word(), (value) => `openssl rsa -in k.pem -passin pass:${value}`),
  row(basic, (value) => `Authorization: Basic ${value}`),
  row(some(32), (value) => `Cookie: session=${value}; theme=dark`),
  row(word(), (value) => `kubectl create secret generic db --from-literal=pin=${value}`),
  row(`${some(86)}==`, (value) => `AccountName=shop;AccountKey=${value};EndpointSuffix=x`),
  row(word(), (value) => `amqp://app:${value}@mq:5672/`),
  row(word(), (value) => `redis://:${value}@cache:6379/0`),
  row(word(), (value) => `mongodb+srv://app:${value}@h/app`),
  row(word(), (value) => `jdbc:mysql://db/app?user=app&password=${value}`),
  row(word(), (value) => `machine api.example.com login me password ${value}`),
  row(word(), (value) => `db.example.com:5432:app:me:${value}`),
  row(some(36), (value) => `//npm.example.com/:_authToken=${value}`),
  row(word(), (value) => `index-url = https://me:${value}@pypi.example.com/simple`),
  row(word(), (value) => `db_password = "${value}"`),
  row(KEY, (value) => `b3BlbnNzaC1rZXktdjE${value}==`),
  row([`eyJ${some(34)}`, `ey${some(50)}`, some(43)].join('.'), (value) => `token: ${half(value, '\n')}`),
  row('ABCD2EFG3HIJ4KLM', (value) => `otpauth://totp/x?secret=${value}`),
  row('q1b2c-d3e4f\ng5h6i-j7k8l', (value) => `Recovery codes:\n${value}`, 'g5h6i-j7k8l'),
  row(some(68), (value) => `https://discord.com/api/webhooks/123456789012345678/${value}`),
  row(some(40), (value) => `https://b.s3.amazonaws.com/k?X-Amz-Signature=${value}`),
  row(`${some(43)}%3D`, (value) => `https://x.blob.core.windows.net/c?sv=2024&sig=${value}`),
  row(half(split, '\u200b'), (value) => `use ${value} here`, split.slice(20)),
  row(half(wrapped, '\n'), (value) => `use ${value}`, wrapped.slice(20)),
  row([...escaped].map((char) => `%${char.charCodeAt(0).toString(16)}`).join(''), (value) => `x?t=${value}`),
  row(base64(`DB_PASSWORD=${password()}`), (value) => `echo ${value} | base64 -d`),
  row(
    JSON.stringify(JSON.stringify({ password: word() })).slice(1, -1),
    (value) => value,
    letters.slice(letter - 10, letter),
  ),
  row(password(), (value) => `\u30d1\u30b9\u30ef\u30fc\u30c9: ${value}`),
  row(password(), (value) => `das Passwort ist ${value}`),
  row(token(), (value) => `the token ${value} belongs to ci`),
  row(some(28), (value) => `api_key = "${value}"`),
];

/** Texts with a third of them each, and a fact that stays of it. */
const texts = (door: string): string[] =>
  Array.from({ length: 3 }, (_, part) =>
    [
      `The ${door} service number ${part} uses Postgres because Redis lost ${part + 2} writes.`,
      ...ROWS.filter((_, at) => at % 3 === part).map(({ text }) => text),
    ].join('\n\n'),
  );

let shell: Terminal;
let host: ChildProcess;
let store: string;
let transcript: string;

beforeAll(async () => {
  shell = await terminal();
  await mkdir(join(shell.home, 'data'));
  await writeFile(join(shell.home, 'data', 'settings.json'), '{ "embedding.provider": "none" }');
  store = join(shell.home, '.claude', 'projects', projectSlug(shell.cwd), 'memory');
  await mkdir(store, { recursive: true });
  // Beside what is searched: it is Claude Code's own.
  transcript = join(shell.cwd, 'session.jsonl');
});
afterAll(() => void host.kill('SIGKILL'));

async function startHost(): Promise<void> {
  host = fork(resolve('dist/host.js'), ['--node-ipc'], { env: shell.env, silent: true });
  const connection = createMessageConnection(new IPCMessageReader(host), new IPCMessageWriter(host));
  connection.onRequest(() => null);
  connection.listen();
  await connection.sendRequest('initialize', {
    processId: process.pid,
    rootUri: null,
    capabilities: {},
    workspaceFolders: [{ uri: `file://${shell.cwd}`, name: 'w' }],
    initializationOptions: {
      settings: { ...DEFAULT_SETTINGS, 'embedding.provider': 'none' },
      dataDir: join(shell.home, 'data'),
      trusted: true,
      claudeEnvironment: { HOME: shell.home },
    },
  });
  await connection.sendNotification('initialized', {});
  await until('the host listens', () => findHost(join(shell.home, 'data'), shell.cwd) !== undefined);
}

/** Whether the cursor stands at the end of the queue. */
async function isWorkedOff(): Promise<boolean> {
  const folder = join(shell.home, 'data', 'capture');
  const cursor = await readFile(join(folder, 'cursor.json'), 'utf8').catch(() => '');
  return cursor.includes(String((await readFile(join(folder, 'queue.jsonl'))).length));
}

/** Everything below the folder, byte by byte. */
async function bytes(): Promise<{ readonly file: string; readonly text: string }[]> {
  const files = (await readdir(shell.home, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(files.map(async (file) => ({ file, text: (await readFile(file)).toString('latin1') })));
}

/** Values of which a file holds all, the beginning or the end. */
const leaks = async (): Promise<string[]> =>
  (await bytes()).flatMap(({ file, text }) =>
    ROWS.filter(({ value }) =>
      [value, value.slice(0, 10), value.slice(-10)].some((part) => text.includes(Buffer.from(part).toString('latin1'))),
    ).map(({ text: shown }) => `${file}: ${shown.slice(0, 60)}`),
  );

it('is kept out of queue, drafts, memories, database and log', async () => {
  expect(ROWS.length).toBeGreaterThanOrEqual(40);
  const hook = (text: string): string =>
    JSON.stringify({
      session_id: 's',
      cwd: shell.cwd,
      hook_event_name: 'PostToolUse',
      tool_name: 'Bash',
      tool_input: { command: text },
      tool_response: { stdout: text, stderr: '' },
    });
  const doors: readonly (() => Promise<Ended>)[] = [
    ...texts('billing').map((text) => () => shell.hook('post-tool-use', hook(text))),
    ...texts('search').map((text) => () => shell.pipe(text, 'observe')),
    ...texts('mail').map((text, part) => () => shell.pipe(text, 'remember', '-', '--name', `mail service ${part}`)),
  ];
  for (let from = 0; from < doors.length; from += 3)
    await Promise.all(doors.slice(from, from + 3).map(async (door) => await door()));
  const said = texts('import').flatMap((text, part) => [
    { type: 'user', uuid: `u${part}`, message: { role: 'user', content: text } },
    {
      type: 'assistant',
      uuid: `a${part}`,
      message: { role: 'assistant', content: [{ type: 'text', text: `Done. ${text}` }] },
    },
  ]);
  await writeFile(
    transcript,
    said
      .map(
        (line) =>
          `${JSON.stringify({ ...line, timestamp: '2026-03-11T13:05:00Z', sessionId: 'a1b2', cwd: shell.cwd })}\n`,
      )
      .join(''),
  );
  await shell.run('extract', '--transcript', transcript);
  // Each door kept something, so that there is something to find.
  const [queued, remembered] = [
    await readFile(join(shell.home, 'data', 'capture', 'queue.jsonl'), 'utf8'),
    await readdir(store),
  ];
  expect([queued.includes('billing service'), queued.includes('search service'), remembered.length > 3]).toEqual([
    true,
    true,
    true,
  ]);
  expect(await leaks()).toEqual([]);
}, 120_000);

it('nor does a host keep it, which works the queue off', async () => {
  await startHost();
  const known = findHost(join(shell.home, 'data'), await realpath(shell.cwd));
  if (known === undefined) throw new Error('There is no host.');
  for (const text of texts('queue'))
    expect(await askHost(known, '/observe', { text, cwd: shell.cwd }, 10_000)).toMatchObject({ status: 'queued' });
  await until('the queue is worked off', isWorkedOff, 60_000);
  expect((await readdir(join(shell.home, 'data', 'inbox'))).length).toBeGreaterThan(3);
  expect(await leaks()).toEqual([]);
}, 120_000);
