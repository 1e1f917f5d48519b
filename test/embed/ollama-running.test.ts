/**
 * With an Ollama that runs on this machine and the models it has, whichever they are; nothing is downloaded. Its address is that of OLLAMA_HOST,
 * else 127.0.0.1:11434. What a model says differs from model to model: tested is that it is asked in a way it understands, and what is kept of its answer.
 */
import { beforeAll, describe, expect, it } from 'vitest';

import type { Observation } from '../../src/core/capture/observation.js';
import { DREAM_SCHEMA, dreamQuestion } from '../../src/core/dream/model-question.js';
import { candidatesOfReply } from '../../src/core/dream/model-reply.js';
import { MemdirError } from '../../src/core/errors.js';
import { BUILT_IN_TYPES } from '../../src/core/memory-types.js';
import type { Embedder } from '../../src/core/ports/embedder.js';
import { createOllamaEmbedder } from '../../src/embed/ollama/embedder.js';
import { recipeOf } from '../../src/embed/ollama/recipes.js';
import { OllamaServer } from '../../src/embed/ollama/server.js';
import { type OllamaAddress, ollamaAddress } from '../../src/embed/ollama/url.js';
import { createOllamaChat } from '../../src/llm/ollama.js';
import { distill } from '../../src/service/distill/distill.js';
import { dated, dreamStore, INDEX, outcomeOf, PLAIN } from '../core/dream/store.js';
import { syncRules } from '../support/distill-rules.js';

const place: OllamaAddress | string = ollamaAddress('', process.env);
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
/** A model may have to be loaded from disk, on a machine without a graphics card. */
const ANSWER_MS = 300_000;

interface Found {
  readonly place: OllamaAddress;
  readonly embedding: string | undefined;
  readonly chat: string | undefined;
}

/** What runs, or why nothing of this can be tested. */
async function running(): Promise<Found | string> {
  if (typeof place === 'string') return place;
  const server = new OllamaServer(place.url, { talkMs: 2_000 });
  try {
    const models = await Promise.all(
      (await server.models()).map(async ({ name }) => ({ name, can: (await server.capabilities(name)) ?? [] })),
    );
    const named = (ability: string): string | undefined => models.find(({ can }) => can.includes(ability))?.name;
    return { place, embedding: named('embedding'), chat: named('completion') };
  } catch (error) {
    return `No Ollama answers at ${place.url} (${error instanceof Error ? error.message : String(error)}).`;
  }
}

const found = await running();
const whyNot = (kind: 'embedding' | 'chat'): string =>
  typeof found === 'string' ? found : `The Ollama at ${found.place.url} has no ${kind} model.`;
const nameOf = (kind: 'embedding' | 'chat'): string | undefined =>
  typeof found === 'string' ? undefined : found[kind];
const at = typeof found === 'string' ? { url: '', remote: false } : found.place;
for (const kind of ['embedding', 'chat'] as const)
  if (nameOf(kind) === undefined) process.stderr.write(`Not tested with a ${kind} model of Ollama: ${whyNot(kind)}\n`);

const embeddingModel = nameOf('embedding') ?? '';
describe.skipIf(embeddingModel === '')(`the embedding model ${embeddingModel} of the Ollama that runs here`, () => {
  let embedder: Embedder;
  beforeAll(async () => {
    embedder = createOllamaEmbedder({
      place: at,
      model: embeddingModel,
      log,
      limits: { queryMs: ANSWER_MS, passageMs: ANSWER_MS },
    });
    await embedder.prepare?.();
    return () => embedder.close();
  }, ANSWER_MS);

  const TEXTS = [
    'The nightly export writes parquet files to the archive bucket.',
    'Parquet files of the export lie in the archive bucket.',
    'Our cat sleeps on the windowsill.',
  ];
  const cosine = (a: Float32Array | undefined, b: Float32Array | undefined): number =>
    (a ?? new Float32Array()).reduce((sum, value, index) => sum + value * (b?.[index] ?? 0), 0);

  it(
    'gives unit vectors of the dimensions it says, the same ones again, and nearer ones for what is alike',
    async () => {
      const vectors = await embedder.embed(TEXTS, 'passage');
      expect(embedder.model?.id).toContain(`ollama:${embeddingModel}@`);
      expect(vectors.map(({ length }) => length)).toEqual(TEXTS.map(() => embedder.model?.dimensions));
      for (const vector of vectors) expect(cosine(vector, vector)).toBeCloseTo(1, 4);
      expect(cosine(vectors[0], vectors[1])).toBeGreaterThan(cosine(vectors[0], vectors[2]));
      const [again] = await embedder.embed(TEXTS.slice(0, 1), 'passage');
      expect(cosine(again, vectors[0])).toBeGreaterThan(0.99);
    },
    ANSWER_MS,
  );

  it(
    'gets its prefixes: a question and a passage of the same words differ where it wants them to',
    async () => {
      const { queryPrefix, passagePrefix } = recipeOf(embeddingModel);
      const [query] = await embedder.embed(TEXTS.slice(0, 1), 'query');
      const [passage] = await embedder.embed(TEXTS.slice(0, 1), 'passage');
      if (queryPrefix === passagePrefix) expect(cosine(query, passage)).toBeGreaterThan(0.99);
      else expect(cosine(query, passage)).toBeLessThan(0.9999);
    },
    ANSWER_MS,
  );

  it(
    'takes a text that is longer than it reads',
    async () => {
      expect(await embedder.embed(['word '.repeat(30_000)], 'passage')).toHaveLength(1);
    },
    ANSWER_MS,
  );
});

const chatModel = nameOf('chat') ?? '';
describe.skipIf(chatModel === '')(`the chat model ${chatModel} of the Ollama that runs here`, () => {
  const chat = createOllamaChat({ place: at, model: chatModel, answerMs: ANSWER_MS });

  it(
    'answers in the form it is asked for, and says what that cost',
    async () => {
      const { value, tokens } = await chat.ask({
        system: 'You answer in JSON.',
        text: 'Is Python a programming language?',
        mostTokens: 100,
        schema: {
          type: 'object',
          required: ['yes'],
          additionalProperties: false,
          properties: { yes: { type: 'boolean' } },
        },
      });
      expect(value).toEqual({ yes: expect.any(Boolean) as boolean });
      expect(tokens).toBeGreaterThan(0);
    },
    ANSWER_MS,
  );

  it(
    'distils a story; nothing personal is kept, whatever it says',
    async () => {
      const story: Observation = {
        id: 'a',
        at: '2026-03-11T14:05:00+01:00',
        source: 'command',
        text: 'Ugh, I spent three hours with Marco yesterday on the auth middleware: it swallows 401 responses, so the retry never runs.',
      };
      const distilled = await distill(
        { ports: { chat, log, rules: syncRules, hash: (text) => text }, types: BUILT_IN_TYPES, longest: 8_000 },
        story,
      ).catch((error: unknown) => error);
      // A small model may run out of tokens: that is a failure with a reason, and nothing is kept.
      if (distilled instanceof Error) return expect(distilled).toMatchObject({ code: 'bad-input' });
      expect(distilled).toHaveProperty('status');
      expect(JSON.stringify((distilled as { facts?: unknown }).facts ?? [])).not.toMatch(
        /Marco|\bI\b|three hours|\bUgh\b/,
      );
    },
    ANSWER_MS,
  );

  it(
    'is asked about related memories; what passes the checks loses no fact',
    async () => {
      const store = dreamStore({
        ...PLAIN,
        'token-a.md': dated('token-lifetime', '2025-12-01', 'Access tokens live for 15 minutes.'),
        'token-b.md': dated('token-refresh', '2025-12-02', 'Refresh tokens live for 30 days.'),
        'MEMORY.md': `${INDEX}- [A](token-a.md) — a\n- [B](token-b.md) — b\n`,
      });
      const group = {
        kind: 'memories',
        files: [...store.files.values()].filter(({ source }) => source.path.startsWith('token')),
      } as const;
      const question = dreamQuestion(group);
      expect(question.schema).toBe(DREAM_SCHEMA);
      const reply = await chat.ask(question).catch((error: unknown) => error);
      if (reply instanceof Error) return expect(reply).toMatchObject({ code: 'bad-input' });
      const candidates = candidatesOfReply((reply as { value: unknown }).value, group, store, new Set());
      const { titles, texts } = outcomeOf(store, candidates ?? []);
      const said = [...store.files.keys()]
        .map((path) => texts.get(path) ?? store.files.get(path)?.source.text ?? '')
        .concat([...texts].filter(([path]) => !store.files.has(path)).map(([, text]) => text))
        .filter((text) => !text.includes('superseded_by'))
        .join('\n');
      expect(titles.length).toBeLessThanOrEqual(candidates?.length ?? 0);
      for (const value of ['15 minutes', '30 days']) expect(said).toContain(value);
    },
    ANSWER_MS,
  );

  it(
    'that is not there is said with what to do',
    async () => {
      await expect(
        createOllamaChat({ place: at, model: 'memdir-has-no-such-model' }).ask({
          system: '',
          text: 'x',
          mostTokens: 1,
          schema: {},
        }),
      ).rejects.toSatisfy(
        (error: unknown) =>
          error instanceof MemdirError && error.code === 'unavailable' && error.message.includes('ollama pull'),
      );
    },
    ANSWER_MS,
  );
});
