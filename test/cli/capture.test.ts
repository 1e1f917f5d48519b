/** From what is seen to what waits in the inbox, at the doors of a user. */
import { appendFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { PrintedDraft } from '../../src/core/results.js';
import { projectSlug } from '../../src/core/stores/project-slug.js';
import { failing, type OllamaDouble, startOllama } from '../support/ollama-server.js';
import { type Terminal, terminal } from './support.js';

let shell: Terminal;
const settle = (settings: object): Promise<void> =>
  writeFile(join(shell.home, 'data', 'settings.json'), JSON.stringify({ 'embedding.provider': 'none', ...settings }));
beforeEach(async () => {
  shell = await terminal();
  await mkdir(join(shell.home, 'data'));
  await settle({});
  await mkdir(join(shell.home, '.claude', 'projects', projectSlug(shell.cwd), 'memory'), { recursive: true });
});

const observe = async (seen: object): Promise<void> => void (await shell.pipe(JSON.stringify(seen), 'observe'));
const hook = async (event: string, payload: object): Promise<void> =>
  void (await shell.hook(event, { session_id: 'a1b2', cwd: shell.cwd, hook_event_name: event, ...payload }));
const ran = (command: string, stdout: string): Promise<void> =>
  hook('PostToolUse', {
    tool_name: 'Bash',
    tool_input: { command },
    tool_response: { stdout, stderr: '', interrupted: false },
  });
const failed = (command: string, error: string): Promise<void> =>
  hook('PostToolUseFailure', { tool_name: 'Bash', tool_input: { command }, error });
const drafts = (): Promise<PrintedDraft[]> => shell.json('inbox');
const bodies = async (): Promise<string[]> =>
  (await drafts()).map(({ body }) => body.replace(/\d{4}-\d\d-\d\d\)/, 'DAY)')).sort();

describe('what is seen', () => {
  it('becomes one sentence each with file and cause, or nothing', async () => {
    await ran('pytest -q', 'FAILED tests/test_pay.py::test_refund - ValueError: no cart\n1 failed in 0.2s');
    await failed(
      'node src/server.js',
      `Exit code 1\nTypeError: Cannot read properties of undefined (reading 'id')\n    at loadUser (${shell.cwd}/src/user.js:22:15)\n    at node:internal/main:1:1`,
    );
    await ran('uv add httpx', 'Resolved 10 packages in 3ms\n + httpx==0.27.2');
    await failed(
      'git push origin main',
      'Exit code 1\n ! [rejected]        main -> main (non-fast-forward)\nerror: failed to push some refs',
    );
    await failed(
      'alembic upgrade head',
      'Exit code 1\nINFO  [alembic.runtime.migration] Running upgrade 1a2b -> 3c4d, add refresh tokens\nsqlalchemy.exc.ProgrammingError: (psycopg2.errors.DuplicateColumn) column "email" of relation "users" already exists',
    );
    await ran('ls', 'a.txt');
    expect(await bodies()).toEqual([
      'Installed httpx 0.27.2 with uv (DAY).',
      'Pushing main was rejected: non-fast-forward (DAY).',
      '`alembic upgrade head` failed at migration 3c4d (add refresh tokens): (psycopg2.errors.DuplicateColumn) column "email" of relation "users" already exists (DAY).',
      "`node src/server.js` failed with `TypeError: Cannot read properties of undefined (reading 'id')` at src/user.js:22 (`loadUser`) (DAY).",
      'pytest test "tests/test_pay.py::test_refund" failed: ValueError: no cart (DAY).',
    ]);
    expect(await shell.json('queue')).toMatchObject({ waiting: 0, dead: 0 });
  });

  it('is dated by the clock and the language of who saw it', async () => {
    // Late in the evening there it is the next day already elsewhere.
    await observe({ text: 'The certificate of the staging proxy expired yesterday.', at: '2026-03-11T23:30:00-08:00' });
    await observe({
      text: 'The old payment endpoint is shut down on 3/4/2026.',
      at: '2026-03-01T10:00:00+01:00',
      locale: 'en-GB',
    });
    await observe({
      text: 'The old export endpoint is shut down on 3/4/2026.',
      at: '2026-03-01T10:00:00-05:00',
      locale: 'en-US',
    });
    expect((await drafts()).map(({ body }) => body).sort()).toEqual([
      'The certificate of the staging proxy expired on 2026-03-10.',
      'The old export endpoint is shut down on 2026-03-04.',
      'The old payment endpoint is shut down on 2026-04-03.',
    ]);
  });

  it('of a session is dated by the language of the user, and so is what is only tried', async () => {
    const text = 'The old payment endpoint is shut down on 3/4/2026.';
    const transcript = join(shell.home, 'session.jsonl');
    await writeFile(
      transcript,
      `${JSON.stringify({ type: 'user', message: { role: 'user', content: text }, uuid: 'u1', timestamp: '2026-03-01T13:05:00Z', sessionId: 'a1b2', cwd: shell.cwd })}\n`,
    );
    for (const [locale, day] of [
      ['en_US.UTF-8', '2026-03-04'],
      ['de_DE.UTF-8', '2026-04-03'],
    ] as const) {
      Object.assign(shell.env, { LC_ALL: locale });
      // The language is that of the process.
      expect((await shell.start(['distill', text])).stdout).toContain(`shut down on ${day}.`);
    }
    await shell.start(['extract', '--transcript', transcript]);
    expect(await bodies()).toEqual(['The old payment endpoint is shut down on 2026-04-03.']);
  });

  it('of a session is looked at after as many turns as are set', async () => {
    await settle({ 'extract.everyTurns': 2 });
    const transcript = join(shell.home, 'session.jsonl');
    let uuid = 0;
    const line = (role: string, content: string): string =>
      `${JSON.stringify({ type: role, message: { role, content }, uuid: `u${uuid++}`, timestamp: '2026-03-11T13:05:00Z', sessionId: 'a1b2', cwd: shell.cwd })}\n`;
    await writeFile(
      transcript,
      line('user', 'We decided to use Celery instead of RQ because of retries.') + line('assistant', 'Done.'),
    );
    await hook('Stop', { transcript_path: transcript });
    expect(await drafts()).toEqual([]);
    await appendFile(transcript, line('user', 'Thanks.') + line('assistant', 'Bye.'));
    await hook('Stop', { transcript_path: transcript });
    expect(await bodies()).toEqual(['Decided: use Celery instead of RQ because of retries (DAY).']);
  });
});

describe('with a language model that fails', () => {
  let ollama: OllamaDouble;
  beforeEach(async () => {
    ollama = await startOllama({ 'llama3.2:latest': { capabilities: ['completion'] } });
    await settle({ 'model.provider': 'ollama', 'ollama.url': ollama.url });
  });
  afterEach(() => ollama.stop());
  const FACT = 'The retry of the login never runs because the middleware swallows 401 responses.';
  const asked = (): number => ollama.asked.filter(({ path }) => path === '/api/chat').length;

  it('an observation is tried three times, kept with the reason, and made a draft when it is retried', async () => {
    ollama.says = () => 'You have exceeded your quota. Please try again later.';
    await observe({ text: 'The auth middleware swallows 401 responses, so the retry of the login never runs.' });
    expect(await drafts()).toEqual([]);
    expect(asked()).toBe(3);
    const { stdout } = await shell.run('queue');
    expect(stdout).toMatch(/^0 observations waiting, 1 failed[\s\S]*isn’t JSON/);
    ollama.says = () => JSON.stringify({ facts: [{ text: FACT, type: 'failure' }] });
    expect((await shell.run('queue', '--retry-dead')).stdout).toBe('1 observation will be retried.\n');
    expect(await bodies()).toEqual([FACT]);
    expect(await shell.json('queue')).toMatchObject({ waiting: 0, dead: 0 });
  });

  it('nobody answering is not held against observations: the queue rests, and says until when and why', async () => {
    ollama.faults.push(failing('/api/chat', 503, { error: 'server busy' }));
    await observe({ text: 'The auth middleware swallows 401 responses, so the retry of the login never runs.' });
    expect(await drafts()).toEqual([]);
    expect(await shell.json('queue')).toMatchObject({
      waiting: 1,
      dead: 0,
      paused: { reason: expect.stringContaining('server busy') as string },
    });
    expect((await shell.run('queue')).stdout).toMatch(/Paused until [\s\S]*server busy/);
    ollama.faults.length = 0;
    ollama.says = () => JSON.stringify({ facts: [{ text: FACT, type: 'failure' }] });
    await shell.run('queue', '--retry-dead');
    expect(await bodies()).toHaveLength(1);
  });
});
