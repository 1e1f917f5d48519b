/** A server of the user's that speaks OpenAI's chat protocol, from settings and environment to drafts and recall. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import type { HealthCheck } from '../../src/core/results.js';
import { type ChatServer, send, startChatServer } from '../support/chat-server.js';
import { DEPLOY, PALETTE, PROMPT, TOKEN, writeProjectStore } from '../support/hook-project.js';
import { type Ended, runInProcess, type Terminal, terminal } from './support.js';

const KEY = `sk-${'Qx7Kq9Zr2'.repeat(4)}`;
let shell: Terminal;
let server: ChatServer;

const settings = (more: object = {}): Promise<void> =>
  writeFile(
    join(shell.home, 'data', 'settings.json'),
    JSON.stringify({
      'embedding.provider': 'none',
      'inject.select': 'model',
      'model.provider': 'openai',
      'model.url': server.url,
      'model.name': 'small',
      ...more,
    }),
  );
const run = (args: readonly string[], input = ''): Promise<Ended> =>
  runInProcess({ args, cwd: shell.cwd, env: { ...shell.env, MEMDIR_MODEL_API_KEY: KEY }, input });
const recall = (prompt = PROMPT): Promise<Ended> => run(['recall', '--prompt', prompt]);
const health = async (): Promise<HealthCheck | undefined> => {
  const { stdout } = await run(['doctor', '--json']);
  return (JSON.parse(stdout) as HealthCheck[]).find(({ check }) => check === 'Language model');
};
/** Everything in the data folder that is text. */
const kept = async (): Promise<string> => {
  const files = await readdir(join(shell.home, 'data'), { recursive: true, withFileTypes: true });
  const texts = files
    .filter((file) => file.isFile())
    .map((file) => readFile(join(file.parentPath, file.name), 'latin1'));
  return (await Promise.all(texts)).join('\n');
};

beforeEach(async () => {
  shell = await terminal();
  server = await startChatServer();
  server.says = () => '{"files":["palette.md"]}';
  await writeProjectStore(shell, { ...DEPLOY, ...PALETTE });
  await mkdir(join(shell.home, 'data'), { recursive: true });
  await settings();
});
afterEach(() => server.stop());

it('chooses memories, with a key that only the environment has', async () => {
  const { stdout } = await recall();
  expect(stdout).toContain('Teal.');
  expect(stdout).not.toContain('ship prod');
  expect(server.asked[0]?.headers['authorization']).toBe(`Bearer ${KEY}`);
  expect(await kept()).not.toContain(KEY);
});

it('gets neither secrets nor contacts', async () => {
  await recall(`${PROMPT} Ask jane.doe@example.com, +44 20 7946 0958, or @jdoe with ${TOKEN}`);
  server.says = () => '{"facts":[]}';
  await run(['distill', '-'], `We chose Kafka over RabbitMQ because jane.doe@example.com said so, token ${TOKEN}.`);
  expect(server.asked).toHaveLength(2);
  const sent = JSON.stringify(server.asked.map(({ body }) => body));
  expect(sent).toContain('Kafka');
  for (const personal of ['jane.doe', '7946', 'jdoe', TOKEN]) expect(sent).not.toContain(personal);
});

it('that fails leaves the choice to search, and the reason names no key', async () => {
  server.answer = (_, response) => send(response, 401, { error: { message: `Incorrect API key provided: ${KEY}` } });
  const { stdout, stderr } = await recall();
  expect(stdout).toContain('ship prod');
  expect(stderr).toMatch(/doesn’t accept the key .*MEMDIR_MODEL_API_KEY/);
  expect(stderr + stdout + (await kept())).not.toContain(KEY.slice(3, 20));
});

it('is off unless it is chosen, and said plainly in doctor', async () => {
  expect(await health()).toMatchObject({
    ok: true,
    detail: `small at ${server.url}. Texts stay on this machine; secrets, addresses, phone numbers and handles are masked first. The key in MEMDIR_MODEL_API_KEY is used.`,
  });
  await settings({ 'model.url': 'https://models.example.org/v1' });
  expect((await health())?.detail).toContain('Texts leave this machine;');
  await settings({ 'model.url': 'http://models.example.org/v1' });
  expect(await health()).toMatchObject({ ok: false, detail: expect.stringContaining('without encryption') as string });
  await settings({ 'model.name': '' });
  expect(await health()).toMatchObject({ ok: false, fix: 'Set memdir.model.name.' });
  expect((await recall()).stderr).toContain('No model is specified for');
  await settings({ 'model.provider': 'none' });
  expect(await health()).toMatchObject({ ok: true, detail: expect.stringMatching(/^None: /) as string });
  expect((await recall()).stdout).toContain('ship prod');
  expect(server.asked).toEqual([]);
});
