/** Entry of the embedder's own process. It lives as long as its parent and says nothing but answers. */
import { createRequire } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { messageOf } from '../../core/errors.js';
import { openLanguageDetector } from './detect-language.js';
import type { Answer, EmbeddedText, Request, TextKind } from './messages.js';
import { type EmbedText, openModel } from './model.js';
import { nativeRuntime } from './native.js';
import { wasmRuntime } from './wasm.js';

type EmbedRequest = Extract<Request, { type: 'embed' }>;

const load = createRequire(__filename);
const waiting: Record<TextKind, EmbedRequest[]> = { query: [], passage: [], language: [] };
let embedText: EmbedText | undefined;
let working = false;

function answer(message: Answer): void {
  // Without the callback a parent that has just died would be an uncaught error; `disconnect` follows.
  process.send?.(message, undefined, undefined, () => {});
}

/** Node lists the modules that asked for a missing one, ONNX Runtime its source lines: the first line says enough. */
const reasonOf = (error: unknown): string => messageOf(error).split('\n')[0] ?? '';

async function open({ id, folder, backend }: Extract<Request, { type: 'load' }>): Promise<void> {
  try {
    embedText = await openModel(folder, backend === 'native' ? nativeRuntime(load) : wasmRuntime(load));
    answer({ type: 'loaded', id });
  } catch (error) {
    answer({ type: 'failed', id, reason: reasonOf(error) });
  }
}

/** Text by text, reading messages in between: a question waits for one passage, not for a batch. */
async function work(): Promise<void> {
  if (working) return;
  working = true;
  for (;;) {
    const request = waiting.query.shift() ?? waiting.language.shift() ?? waiting.passage.shift();
    if (!request) break;
    await serve(request);
  }
  working = false;
}

async function serve({ id, texts, kind }: EmbedRequest): Promise<void> {
  try {
    if (kind === 'language') return answer({ type: 'embedded', id, texts: await tellLanguages(texts) });
    if (!embedText) throw new Error('No model is loaded.');
    const embedded: EmbeddedText[] = [];
    for (const text of texts) {
      embedded.push(await embedText(text, kind));
      await nextTurn();
      if (kind === 'passage') await serveQueries();
    }
    answer({ type: 'embedded', id, texts: embedded });
  } catch (error) {
    answer({ type: 'failed', id, reason: reasonOf(error) });
  }
}

async function tellLanguages(texts: readonly string[]): Promise<EmbeddedText[]> {
  const tell = await openLanguageDetector();
  return texts.map((text) => ({ vector: new Float32Array(), language: tell(text) }));
}

async function serveQueries(): Promise<void> {
  for (let query = waiting.query.shift(); query; query = waiting.query.shift()) await serve(query);
}

process.on('message', (request: Request) => {
  if (request.type === 'load') return void open(request);
  waiting[request.kind].push(request);
  void work();
});

// Not process.exit(): the native library's own clean-up can crash there, and there is nothing to save.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
