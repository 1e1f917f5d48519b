/** Selection by a model of Ollama, over the protocol. */
import { afterEach, describe, expect, it } from 'vitest';

import type { Memdir } from '../../src/core/memdir.js';
import { createOllamaChat } from '../../src/llm/ollama.js';
import { createSessions } from '../../src/node/inject/sessions.js';
import { selectModelOf } from '../../src/service/inject/select-model.js';
import {
  answering,
  chatReply,
  failing,
  type Fault,
  half,
  hanging,
  type OllamaDouble,
  startOllama,
} from '../support/ollama-server.js';
import { type Bench, memoryText, withStore } from '../support/service.js';

const PROMPT = 'How do we deploy the billing service to production?';
const TOKEN = `ghp_${'x7Kq9Zr2'.repeat(5).slice(0, 36)}`;
let bench: Bench;
let ollama: OllamaDouble;
let memdir: Memdir;

const openWith = (answerMs?: number): Promise<Memdir> =>
  bench.open(
    {
      sessions: createSessions({ dataDir: bench.dir, log: bench.log }),
      selectModel: selectModelOf(
        createOllamaChat({
          place: { url: ollama.url, remote: false },
          model: 'llama3.2',
          ...(answerMs === undefined ? {} : { answerMs }),
        }),
      ),
    },
    { select: 'model' },
  );

afterEach(() => ollama.stop());
withStore({}, async (opened) => {
  bench = opened;
  ollama = await startOllama({ 'llama3.2:latest': {} });
  await bench.write(
    'deploy.md',
    memoryText({
      name: 'deploy-billing-production',
      description: 'How the billing service is deployed to production',
      type: 'feedback',
      body: 'Deploy the billing service to production with ship prod.',
    }),
  );
  await bench.write(
    'colours.md',
    memoryText({ name: 'colours', description: 'Palette of the landing page', body: 'Headings are teal.' }),
  );
  memdir = await openWith();
});

const recall = async (by = memdir, prompt = PROMPT): Promise<{ files: string[]; notice: string | undefined }> => {
  const { memories, notice } = await by.inject({ prompt, deadline: 50_000 });
  return { files: memories.map(({ path }) => path.slice(bench.store.length + 1)), notice };
};

describe('a session', () => {
  const asked = (): string[] =>
    ollama.asked.flatMap(({ path, body }) => (path === '/api/chat' ? [JSON.stringify(body)] : []));

  it('is offered only what it was not given before, and each time other memories', async () => {
    for (let at = 0; at < 7; at++)
      await bench.write(
        `note${at}.md`,
        memoryText({ name: `note-${at}`, description: `Note ${at}`, body: `Text ${at}.` }),
      );
    // Chooses the first five of those it is offered.
    ollama.says = ({ body }) =>
      JSON.stringify({
        files: (
          body as { format: { properties: { files: { items: { enum: string[] } } } } }
        ).format.properties.files.items.enum.slice(0, 5),
      });
    const turn = async (): Promise<string[]> =>
      (await memdir.inject({ prompt: PROMPT, session: 's1', deadline: 50_000 })).memories.map(({ path }) => path);
    const [first, second] = [await turn(), await turn()];
    expect(first).toHaveLength(5);
    expect(second).toHaveLength(4);
    expect(new Set([...first, ...second]).size).toBe(9);
    expect(asked()).toHaveLength(2);
  });

  it('is not told who reads along: contacts of prompt and descriptions are masked before the model is asked', async () => {
    await bench.write(
      'owner.md',
      memoryText({ name: 'owner', description: 'Billing is owned by jane.doe@example.com', body: 'Ask first.' }),
    );
    ollama.says = () => '{"files":[]}';
    await recall(memdir, 'Call +44 20 7946 0958 or ask @jdoe how we deploy the billing service');
    expect(asked()[0]).toContain('[e-mail address]');
    expect(asked()[0]).not.toMatch(/jane\.doe|7946|@jdoe/);
  });
});

describe('a model of Ollama', () => {
  it('is asked once with names, descriptions and a JSON schema, and its selection is returned', async () => {
    ollama.says = () => '{"files":["colours.md"]}';
    expect(await recall()).toEqual({ files: ['colours.md'], notice: undefined });
    const asked = ollama.asked.filter(({ path }) => path === '/api/chat');
    expect(asked).toHaveLength(1);
    expect(asked[0]?.body).toMatchObject({
      model: 'llama3.2',
      stream: false,
      format: { properties: { files: { maxItems: 5, items: { enum: ['colours.md', 'deploy.md'] } } } },
    });
    const said = JSON.stringify(asked[0]?.body);
    expect(said).toContain('Palette of the landing page');
    expect(said).toMatch(
      /\{\\"file\\":\\"deploy.md\\",\\"type\\":\\"feedback\\",\\"days\\":\d+,\\"name\\":\\"deploy-billing-production\\"/,
    );
    expect(said).not.toMatch(/\\"name\\":\\"colours/);
    expect(said).not.toContain('teal');
    expect(said).not.toContain('ship prod');
  });

  it('gets the prompt without secrets', async () => {
    await recall(memdir, `${PROMPT} The token is ${TOKEN}, is it not?`);
    expect(JSON.stringify(ollama.asked)).toContain('The token is');
    expect(JSON.stringify(ollama.asked)).not.toContain(TOKEN);
  });

  it('gets a context window for all names and descriptions', async () => {
    for (let i = 0; i < 250; i++)
      await bench.write(
        `m${i}.md`,
        memoryText({ name: `m${i}`, description: `Fact number ${i}: ${'words '.repeat(25)}` }),
      );
    await recall();
    const body = ollama.asked.find(({ path }) => path === '/api/chat')?.body ?? {};
    const text = JSON.stringify(body['messages']);
    expect(text.match(/description/g)?.length).toBeGreaterThan(190);
    expect((body['options'] as { num_ctx: number }).num_ctx).toBeGreaterThan(text.length / 3);
  });

  const CHAT = '/api/chat';
  const says = (content: string, reason?: string): Fault => answering(CHAT, () => chatReply(content, reason));
  it.each<[string, Fault, RegExp]>([
    ['names a file it was not offered', says('{"files":["deploy.md","../../etc/passwd"]}'), /has the wrong format/],
    ['answers in prose', says('I think deploy.md would help.'), /isn’t JSON/],
    ['says that its quota is used up', says('You have exceeded your quota.'), /isn’t JSON/],
    ['says nothing', says(''), /is empty/],
    ['answers in another form', says('{"names":["deploy.md"]}'), /has the wrong format/],
    ['answers with a list', says('["deploy.md"]'), /has the wrong format/],
    ['is cut off', says('{"files":["dep', 'length'), /truncated after 600 tokens/],
    ['fails', failing(CHAT, 500, { error: 'out of memory' }), /refused the request: out of memory/],
    [
      'is not there',
      failing(CHAT, 404, { error: 'model "llama3.2" not found' }),
      /doesn’t have the model llama3\.2.*ollama pull/,
    ],
    ['breaks off', half(CHAT), /unusable response/],
    ['answers in another protocol', answering(CHAT, () => ({ hello: 1 })), /unusable response/],
  ])('that %s falls back to search with a notice', async (_, fault, why) => {
    ollama.faults.push(fault);
    const { files, notice } = await recall();
    expect(files).toEqual(['deploy.md']);
    expect(notice).toMatch(/^Search chose the memories because the model failed: /);
    expect(notice).toMatch(why);
  });

  it('that times out or is not running falls back to search', async () => {
    ollama.faults.push(hanging(CHAT));
    const hasty = await openWith(200);
    expect(await recall(hasty)).toMatchObject({
      files: ['deploy.md'],
      notice: expect.stringContaining('takes too long') as string,
    });
    await ollama.stop();
    expect(await recall()).toMatchObject({
      files: ['deploy.md'],
      notice: expect.stringContaining('doesn’t respond') as string,
    });
  });

  it('is cancelled with the recall', async () => {
    ollama.faults.push(hanging(CHAT));
    const stop = new AbortController();
    const asked = memdir.inject({ prompt: PROMPT, deadline: 50_000 }, stop.signal);
    while (!ollama.asked.some(({ path }) => path === CHAT)) await new Promise((done) => setTimeout(done, 5));
    stop.abort();
    await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
    while (ollama.abandoned === 0) await new Promise((done) => setTimeout(done, 5));
  });
});
