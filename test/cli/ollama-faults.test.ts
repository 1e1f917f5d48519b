/** Whatever a server of Ollama does, at the doors of a user: a search still answers, a distillation keeps nothing it should not, a consolidation stands on its rules; each says why in one sentence. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Ollama } from 'ollama';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import type { PrintedDistillation, PrintedDream, SearchResult } from '../../src/core/results.js';
import {
  answering,
  type Asked,
  failing,
  type Fault,
  half,
  type OllamaDouble,
  onPath,
  saying,
  slow,
  startOllama,
} from '../support/ollama-server.js';
import { memoryText } from '../support/service.js';
import { type Terminal, terminal } from './support.js';

const STORY = 'The auth middleware swallows 401 responses, so the retry of the login never runs.';
const FACT = 'The auth middleware swallows 401 responses (2026-03-10).';
const QUOTA = 'You have exceeded your quota. Please try again later.';
/** Two memories that a model is asked about. */
const TOKENS = {
  'token-a.md': memoryText({ name: 'oauth-token-lifetime', body: 'Access tokens live for 15 minutes.' }),
  'token-b.md': memoryText({ name: 'oauth-token-lifetime-refresh', body: 'Refresh tokens live for 30 days.' }),
};

let ollama: OllamaDouble;
let shell: Terminal;
let store: string;
beforeEach(async () => {
  ollama = await startOllama({
    'nomic-embed-text:latest': { capabilities: ['embedding'] },
    'llama3.2:latest': { capabilities: ['completion'] },
  });
  ollama.says = ({ body }: Asked) =>
    String(JSON.stringify(body['format'])).includes('merges')
      ? '{"merges": [], "contradictions": []}'
      : JSON.stringify({ facts: [{ text: FACT, type: 'failure' }] });
  shell = await terminal();
  await mkdir(join(shell.home, 'data'), { recursive: true });
  await writeFile(
    join(shell.home, 'data', 'settings.json'),
    JSON.stringify({ 'embedding.provider': 'ollama', 'model.provider': 'ollama', 'ollama.url': ollama.url }),
  );
  store = join(shell.cwd, 'memory');
  await mkdir(store);
  const names = ['api', 'build', 'cache', 'docs', 'editor', 'files', 'git', 'hosts'];
  for (const name of names)
    await writeFile(
      join(store, `${name}.md`),
      memoryText({ name, type: 'reference', body: `All about the ${name} of this project.` }),
    );
  for (const [path, text] of Object.entries(TOKENS)) await writeFile(join(store, path), text);
  await writeFile(
    join(store, 'MEMORY.md'),
    `${names.map((name) => `- [${name}](${name}.md) — ${name}\n`).join('')}- [A](token-a.md) — a\n- [B](token-b.md) — b\n- [Gone](gone.md) — lost\n`,
  );
});
afterEach(() => ollama.stop());

const asked = (path: string): number => ollama.asked.filter((one) => one.path === path).length;
const search = async (): Promise<SearchResult> => await shell.json('search', 'cache of this project', '--dir', store);
const dream = async (): Promise<PrintedDream> => await shell.json('dream', '--force', '--dry-run', '--dir', store);

describe('a server that works', () => {
  it('is used by search, distillation and consolidation', async () => {
    expect(await search()).toMatchObject({
      mode: 'hybrid',
      embedder: expect.stringContaining('ollama:nomic-embed-text') as string,
    });
    expect(await shell.json<PrintedDistillation>('distill', STORY)).toMatchObject({
      text: FACT,
      engine: expect.stringContaining('llama3.2 (Ollama') as string,
    });
    expect(await dream()).toMatchObject({ notices: [], proposals: [{ kind: 'index' }] });
    expect(asked('/api/chat')).toBe(2);
  });

  it('is waited for when it is slow', async () => {
    ollama.faults.push(slow('/api/chat', 1_500));
    expect(await shell.json<PrintedDistillation>('distill', STORY)).toMatchObject({ text: FACT });
    ollama.faults.push(slow('/api/embed', 700));
    expect((await search()).hits[0]?.name).toBe('cache');
  });

  it('streams what the package asks for in pieces', async () => {
    let text = '';
    for await (const { message } of await new Ollama({ host: ollama.url }).chat({
      model: 'llama3.2',
      messages: [],
      stream: true,
    }))
      text += message.content;
    expect(JSON.parse(text)).toEqual({ facts: [{ text: FACT, type: 'failure' }] });
  });
});

const gone = (path: string): Fault => failing(path, 404, { error: 'model "x" not found, try pulling it first' });
const reply =
  (content: string): ((path: string) => Fault) =>
  (path) =>
    path === '/api/chat'
      ? answering(path, () => ({ message: { role: 'assistant', content }, done: true, done_reason: 'stop' }))
      : saying(path, content);
const FAULTS: readonly (readonly [
  string,
  (path: string) => Fault,
  { readonly embed: RegExp; readonly chat: RegExp },
])[] = [
  [
    'fails',
    (path) => failing(path, 500, { error: 'out of memory' }),
    { embed: /refused the request: out of memory/, chat: /refused the request: out of memory/ },
  ],
  [
    'cuts its answer off',
    half,
    { embed: /unusable response|No usable response/, chat: /unusable response|No usable response/ },
  ],
  [
    'closes the connection at once',
    (path) => onPath(path, (_, response) => !!response.destroy()),
    { embed: /Ollama/, chat: /Ollama/ },
  ],
  [
    'answers in no form',
    reply('{"facts": [{"text": '),
    { embed: /unusable response|No usable response/, chat: /isn’t JSON/ },
  ],
  [
    'answers in another form',
    reply('{"facts": "none"}'),
    { embed: /unusable response|No usable response/, chat: /has the wrong format/ },
  ],
  ['says nothing', reply(''), { embed: /unusable response|No usable response/, chat: /is empty/ }],
  ['talks about a quota', reply(QUOTA), { embed: /unusable response|No usable response/, chat: /isn’t JSON/ }],
  [
    'refuses for a quota',
    (path) => failing(path, 429, { error: QUOTA }),
    { embed: /refused the request: You have exceeded/, chat: /refused the request: You have exceeded/ },
  ],
  [
    'has no such model',
    gone,
    { embed: /doesn’t have the model nomic-embed-text/, chat: /doesn’t have the model llama3\.2\. Get it/ },
  ],
];

describe.each(FAULTS)('a server that %s', (_, fault, says) => {
  it('leaves a search by words, nothing distilled, and what the rules of consolidation find', async () => {
    ollama.faults.push(fault('/api/embed'), fault('/api/chat'));
    const [found, distilled, planned] = await Promise.all([search(), shell.run('distill', STORY), dream()]);
    expect(found.hits[0]?.name).toBe('cache');
    expect(found).toMatchObject({ mode: 'keyword', notice: expect.stringMatching(says.embed) as string });
    expect([distilled.code, distilled.stdout]).toEqual([2, '']);
    expect(distilled.stderr).toMatch(says.chat);
    expect(distilled.stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(planned).toMatchObject({
      proposals: [{ kind: 'index', by: 'rules' }],
      notices: [expect.stringMatching(/No usable response from.*Proposals found by rules aren’t affected\.$/)],
    });
    expect(asked('/api/embed')).toBeGreaterThan(0);
    expect(asked('/api/chat')).toBeGreaterThan(1);
  });
});

it('vectors of other dimensions than before leave a search by words', async () => {
  expect((await search()).mode).toBe('hybrid');
  ollama.faults.push(
    answering('/api/embed', ({ body }) => ({
      embeddings: (body['input'] as string[]).map((_, at) => new Array<number>(at === 0 ? 3 : 4).fill(0.5)),
    })),
  );
  const found = await search();
  expect(found.hits[0]).toMatchObject({ name: 'cache' });
  expect([found.mode, found.notice === undefined]).toEqual(['keyword', false]);
});
