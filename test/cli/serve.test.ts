import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type BackgroundHost, findBackground } from '../../src/node/background/start.js';
import { openMemdir } from '../../src/node/compose.js';
import { findHost } from '../../src/node/discovery.js';
import { isRunning } from '../../src/node/process-running.js';
import { checkSettings } from '../../src/protocol/check-settings.js';
import { startChatServer } from '../support/chat-server.js';
import { DEPLOY, PALETTE, PROMPT, writeProjectStore } from '../support/hook-project.js';
import { memoryText, until } from '../support/service.js';
import { type Ended, startCommand, tempFolder, type Terminal, terminal } from './support.js';

/** Shares too few words with the memory that it is about. */
const BY_MEANING = 'is it fine to fake the DB layer in our test suite?';
const FOUND = 'Never mock the database';

let shell: Terminal;
let dataDir: string;
const started = new Set<number>();

const on = { MEMDIR_SERVE: 'on' };
const prompt = (text: string, session: string, env: NodeJS.ProcessEnv = {}): Promise<Ended> =>
  shell.hook('UserPromptSubmit', { session_id: session, cwd: shell.cwd, prompt: text }, { ...on, ...env });
const background = (folder = dataDir): BackgroundHost | undefined => {
  const found = findBackground(folder);
  if (found) started.add(found.pid);
  return found;
};
const running = async (): Promise<BackgroundHost> => {
  await until('a background process', () => background() !== undefined);
  return background() as BackgroundHost;
};
const serveFiles = async (folder = dataDir): Promise<string[]> =>
  (await readdir(join(folder, 'hosts'))).filter((name) => name.endsWith('.json'));
const gone = (pid: number): Promise<void> => until(`the end of ${pid}`, () => !isRunning(pid));

beforeEach(async () => {
  shell = await terminal();
  dataDir = join(shell.home, 'data');
  await writeProjectStore(shell, {
    ...DEPLOY,
    ...PALETTE,
    'no-mocks.md': memoryText({
      name: 'no-mocks',
      description: 'Integration tests must hit a real database',
      body: 'Never mock the database in integration tests, because a mocked migration broke production.',
    }),
    'pager.md': memoryText({ name: 'on-call', description: 'Who is paged at night', body: 'The platform team is.' }),
  });
});
afterEach(async () => {
  for (const pid of started) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended, as most tests want it.
    }
  }
  for (const pid of started) await gone(pid);
  started.clear();
});

describe('the background process', () => {
  it('is started by the first prompt and answers by meaning, where words find nothing', async () => {
    expect((await prompt(BY_MEANING, 'alone', { MEMDIR_SERVE: 'off' })).stdout).toBe('');
    expect(background()).toBeUndefined();
    // Its vectors may still be made while the first prompt is answered.
    await until('an answer by meaning', async () => (await prompt(BY_MEANING, 's1')).stdout.includes(FOUND));
    const { pid } = await running();
    expect((await prompt(BY_MEANING, 's2')).stdout).toContain(FOUND);
    expect(background()?.pid).toBe(pid);
    // What was given in a session is given once.
    expect((await prompt(BY_MEANING, 's2')).stdout).toBe('');
  });

  it('keeps no text of a prompt, and none of a memory outside the index', async () => {
    await until('an answer by meaning', async () => (await prompt(BY_MEANING, 's1')).stdout.includes(FOUND));
    await prompt(`${BY_MEANING} Quokkas are in the aviary.`, 's2');
    await prompt('Quokkas are in the aviary', 's2', { MEMDIR_SERVE: 'off' });
    await shell.run('search', 'mock');
    await shell.run('show', 'no-mocks');
    const files = (await readdir(dataDir, { recursive: true, withFileTypes: true })).filter((file) => file.isFile());
    expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(['memdir.log', 'index.db']));
    for (const { parentPath, name } of files) {
      const text = (await readFile(join(parentPath, name), 'latin1')).toLowerCase();
      for (const word of ['quokka', 'fake the db', ...(name.startsWith('index.db') ? [] : ['mocked migration'])])
        expect(text.includes(word), `${name}: ${word}`).toBe(false);
    }
  });

  it('asks no model any more once the settings name none, without a prompt in between', async () => {
    const server = await startChatServer();
    server.says = () => '{"facts":[{"text":"The model said so about Kafka.","type":"decision"}]}';
    const write = async (settings: object): Promise<void> => {
      await mkdir(dataDir, { recursive: true });
      await writeFile(join(dataDir, 'settings.json'), JSON.stringify({ 'embedding.provider': 'none', ...settings }));
    };
    const drafts = async (): Promise<string> => {
      const folder = join(dataDir, 'inbox');
      const files = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.md'));
      return (await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))).join('\n');
    };
    const observe = async (text: string): Promise<void> =>
      void (await shell.pipe(JSON.stringify({ text, cwd: shell.cwd }), 'observe'));
    try {
      await write({ 'model.provider': 'openai', 'model.url': server.url, 'model.name': 'small' });
      await until('an answer', async () => (await prompt(PROMPT, 's1')).stdout.includes('ship prod'));
      await running();
      await observe('We decided to use Kafka instead of RabbitMQ because of replay.');
      await until('a draft of the model', async () => (await drafts()).includes('The model said so'));
      const asked = server.asked.length;
      await write({ 'model.provider': 'none' });
      await observe('We decided to use Valkey instead of Redis because of its licence.');
      await until('a draft by rules', async () => (await drafts()).includes('use Valkey instead of Redis'));
      expect(server.asked).toHaveLength(asked);
    } finally {
      await server.stop();
    }
  });

  it('that starts too slowly is not waited for in vain: words answer, also before there is an index', async () => {
    await mkdir(join(dataDir, 'hosts'), { recursive: true });
    // Another hook has begun to start one, which never comes.
    await writeFile(join(dataDir, 'hosts', 'background.starting'), '');
    expect((await prompt(PROMPT, 's1', { MEMDIR_HOOK_MS: '6000' })).stdout).toContain('ship prod');
  });

  it('that hangs is out of time, not “nothing found”, and no wait exceeds that of the client', async () => {
    await mkdir(dataDir, { recursive: true });
    await writeFile(join(dataDir, 'settings.json'), '{ "inject.deadline": 60000 }');
    await until('an answer by meaning', async () => (await prompt(BY_MEANING, 's1')).stdout.includes(FOUND));
    const outcomes = async (): Promise<string> => (await shell.run('doctor')).stdout.split('Agent prompts')[1] ?? '';
    const before = /(\d+) timed out/.exec(await outcomes())?.[1];
    process.kill((await running()).pid, 'SIGSTOP');
    const at = performance.now();
    expect((await prompt(BY_MEANING, 's2', { MEMDIR_HOOK_MS: '' })).stdout).toBe('');
    // Claude Code ends a hook after ten seconds, and such a setting is none.
    expect(performance.now() - at).toBeLessThan(10_000);
    expect(await outcomes()).toContain(`${Number(before) + 1} timed out`);
  });

  it('and a host of the folder answer side by side: the nearer one, and what one saves the other finds', async () => {
    await until('an answer', async () => (await prompt(PROMPT, 's1')).stdout.includes('ship prod'));
    const { pid } = await running();
    const cwd = await realpath(shell.cwd);
    let session = 1;
    const asked = async (): Promise<string> =>
      (await prompt('are the lanterns in the harbour lit at dusk?', `s${(session += 1)}`)).stdout;
    const host = await openMemdir({
      distDir: resolve('dist'),
      dataDir,
      home: shell.home,
      env: { ...shell.env },
      follow: true,
      serve: true,
      scope: { folders: [cwd], trusted: true },
      settings: checkSettings({ 'embedding.provider': 'none' }).settings,
    });
    try {
      await until('the address of the host', () => findHost(dataDir, cwd) !== undefined);
      await host.memdir.remember({ content: 'The lanterns in the harbour are lit at dusk by Orsolya.' });
      await until('the answer of the host', async () => (await asked()).includes('Orsolya'));
      expect(isRunning(pid)).toBe(true);
    } finally {
      await host.close();
    }
    await until('the answer of the process', async () => (await asked()).includes('Orsolya'));
    expect(background()?.pid).toBe(pid);
  });

  it('cannot start where nothing can be written, and words answer', async () => {
    await prompt(PROMPT, 's1', { MEMDIR_SERVE: 'off' });
    // Permissions stop no superuser; a file in the place of a folder does.
    await writeFile(join(dataDir, 'hosts'), '');
    const { code, stdout, stderr } = await prompt(PROMPT, 's2');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('ship prod');
    expect(await readFile(join(dataDir, 'memdir.log'), 'utf8')).toContain('The background process was not started');
  });

  it('is started by the start of a session, which does not wait for it', async () => {
    const start = { session_id: 's1', cwd: shell.cwd, source: 'startup' };
    expect(await shell.hook('SessionStart', start, on)).toMatchObject({ code: 0, stdout: '' });
    await running();
  });

  it('is one for each data folder, however many hooks start it', async () => {
    const other = join(shell.home, 'other');
    const prompts = Array.from({ length: 20 }, (_, at) => prompt(PROMPT, `s${at}`));
    const answers = await Promise.all(prompts);
    expect(answers.filter(({ stdout }) => stdout.includes('ship prod'))).toHaveLength(20);
    await running();
    expect(await serveFiles()).toHaveLength(1);
    await prompt(PROMPT, 's', { MEMDIR_DATA_DIR: other });
    await until('that of the other folder', () => background(other) !== undefined);
    expect(background(other)?.pid).not.toBe(background()?.pid);
    // A second one by hand says so, and ends.
    const second = await shell.start(['serve'], '', on);
    expect(second).toMatchObject({ code: 0, stderr: expect.stringContaining('already running') as unknown });
  });

  it('that was killed blocks nothing: the next prompt is answered, and starts another', async () => {
    await until('vectors', async () => (await prompt(BY_MEANING, 's1')).stdout.includes(FOUND));
    const { pid } = await running();
    process.kill(pid, 'SIGKILL');
    await gone(pid);
    expect((await prompt(BY_MEANING, 's2')).stdout).toContain(FOUND);
    expect((await running()).pid).not.toBe(pid);
    expect(await serveFiles()).toHaveLength(1);
  });

  it('makes the vectors that a search has not waited for', async () => {
    const many = Array.from({ length: 150 }, (_, at): [string, string] => [
      `note-${at}.md`,
      memoryText({ name: `note ${at}`, description: `what was decided about shelf ${at}`, body: `Shelf ${at} stays.` }),
    ]);
    await writeProjectStore(shell, Object.fromEntries(many));
    const vectors = async (): Promise<string> =>
      (await shell.run('doctor')).stdout.match(/\d+ of \d+ memories/)?.[0] ?? '';
    const found = await shell.start(['search', 'shelf 77'], '', on);
    expect(found).toMatchObject({ code: 0, stdout: expect.stringContaining('note-77.md') as unknown });
    expect(found.stderr).toMatch(/[Vv]ectors are being prepared.*\nSemantic search is being prepared/s);
    await running();
    await until('all vectors', async () => /^(\d+) of \1 /.test(await vectors()));
    expect((await shell.start(['search', 'shelf 77'], '', on)).stderr).not.toContain('prepare');
  });

  it('makes those of the directories that the command named', async () => {
    const elsewhere = await tempFolder();
    for (let at = 0; at < 60; at++)
      await writeFile(join(elsewhere, `n${at}.md`), memoryText({ name: `n${at}`, body: `Crate ${at} is blue.` }));
    const place = ['--dir', elsewhere];
    expect((await shell.start(['search', 'crate 7', ...place], '', on)).stderr).toContain(
      'Semantic search is being prepared in the background',
    );
    await running();
    await until('all vectors', async () => /60 of 60 memories/.test((await shell.run('doctor', ...place)).stdout));
  });

  it.each(['that is started for it', 'that runs already'])(
    'reads the memories anew for a question in another language that a command asked (%s)',
    async (which) => {
      const many = Array.from({ length: 120 }, (_, at): [string, string] => [
        `note-${at}.md`,
        memoryText({
          name: `note ${at}`,
          description: `what was decided about shelf ${at}`,
          body: `Shelf ${at} stays.`,
        }),
      ]);
      await writeProjectStore(shell, Object.fromEntries(many));
      const model = join(await tempFolder(), 'model');
      await cp(resolve('media/model'), model, { recursive: true });
      const file = join(model, 'memdir-model.json');
      const description = JSON.parse(await readFile(file, 'utf8')) as object;
      await writeFile(file, JSON.stringify({ ...description, id: 'tongues', languages: ['*'] }));
      await shell.run('model', 'add', model);
      await shell.run('index');
      if (which === 'that runs already') {
        await prompt(PROMPT, 's1');
        await running();
      }
      const question = 'Wie lange läuft eigentlich der Mietvertrag für das Büro?';
      const found = await shell.start(['search', question], '', on);
      expect(found.stderr).toMatch(/Memories in English are being prepared.*\nSemantic search is being prepared/s);
      const { pid } = await running();
      // Everybody may read the arguments of a process.
      if (existsSync('/proc')) expect(await readFile(`/proc/${pid}/cmdline`, 'utf8')).not.toContain('Mietvertrag');
      const index = new Database(join(dataDir, 'index.db'), { readonly: true });
      try {
        const crossed = index.prepare<[], { read: number }>(
          "select count(*) read from vector join model on model.id = vector.model where model.name like 'tongues%!crossed'",
        );
        await until('the vectors of the second model', () => (crossed.get()?.read ?? 0) >= many.length);
      } finally {
        index.close();
      }
      expect((await shell.run('search', question)).stderr).not.toContain('being prepared');
    },
  );

  it('is not started for vectors where the user wants none', async () => {
    await writeProjectStore(
      shell,
      Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`n${at}.md`, memoryText({ name: `n${at}` })])),
    );
    const found = await shell.start(['search', 'n7'], '', { MEMDIR_SERVE: 'off' });
    expect(found.stderr).toContain('“memdir index” prepares semantic search.');
    expect(background()).toBeUndefined();
  });

  it('ends by itself when it is not used, and removes its address', async () => {
    expect(await shell.start(['serve', '--idle', '0.01'], '', on)).toMatchObject({ code: 0, stdout: '' });
    expect(await serveFiles()).toEqual([]);
  });

  it('ends when its data folder is gone', async () => {
    await prompt(PROMPT, 's1');
    const { pid } = await running();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
    await gone(pid);
  });

  it('is seen by the doctor, and ended by a command', async () => {
    expect((await shell.run('serve', '--stop')).stdout).toBe('No background process is running.\n');
    await prompt(PROMPT, 's1');
    const { pid } = await running();
    await prompt('deploy', 's1');
    const { stdout } = await shell.run('doctor');
    expect(stdout).toMatch(/Agent prompts +2 prompts in the last 7 days: 1 answered.*1 without searchable words/);
    expect(stdout).toMatch(new RegExp(`Background process +Process ${pid} \\(Memdir .*\\) answers agents`));
    expect((await shell.run('serve', '--stop')).stdout).toBe('The background process ended.\n');
    await gone(pid);
    expect(await serveFiles()).toEqual([]);
    expect((await shell.run('doctor')).stdout).toContain('Background process                  Turned off');

    await prompt(PROMPT, 's2');
    const next = await running();
    const ended = await shell.run('doctor', '--stop');
    expect(ended.stderr).toContain('The background process ended.');
    expect(ended.stdout).toContain('Background process                  Turned off');
    await gone(next.pid);
  });

  it('of an older version is replaced', async () => {
    const old = await tempFolder();
    await cp('dist', join(old, 'dist'), { recursive: true });
    for (const name of ['node_modules', 'media']) await symlink(resolve(name), join(old, name));
    await writeFile(join(old, 'package.json'), '{ "version": "0.0.1" }');
    const input = JSON.stringify({ session_id: 's', cwd: shell.cwd, prompt: PROMPT });
    const env = { ...shell.env, ...on, MEMDIR_HOOK_MS: '20000' };
    await startCommand({
      args: ['hook', 'UserPromptSubmit'],
      cli: join(old, 'dist', 'cli.js'),
      cwd: shell.cwd,
      env,
      input,
    });
    const { pid, background: address } = await running();
    expect(address.program.version).toBe('0.0.1');
    await prompt(PROMPT, 's1');
    await gone(pid);
    expect((await running()).background.program.version).not.toBe('0.0.1');
  });

  it('works off what was observed', async () => {
    await prompt(PROMPT, 's1');
    await running();
    const seen = {
      session_id: 's1',
      cwd: shell.cwd,
      tool_name: 'Bash',
      tool_input: { command: 'npm test' },
      tool_response: { stderr: 'Error: the port 5432 is taken by the old postgres container', exit_code: 1 },
    };
    await shell.hook('PostToolUse', seen, on);
    const cursor = join(dataDir, 'capture', 'cursor.json');
    await until('the queue is read', async () => (await readFile(cursor, 'utf8').catch(() => '')) !== '');
  });

  it.each([
    [
      'the settings',
      async () => await writeFile(join(dataDir, 'settings.json'), '{ "background.enabled": false }'),
      {},
    ],
    ['the environment', () => Promise.resolve(), { MEMDIR_SERVE: 'off' }],
  ])('is not started where %s say so', async (_, prepare, env) => {
    await mkdir(dataDir, { recursive: true });
    await prepare();
    expect((await prompt(PROMPT, 's1', env)).stdout).toContain('ship prod');
    expect(await readdir(dataDir)).not.toContain('hosts');
  });
});
