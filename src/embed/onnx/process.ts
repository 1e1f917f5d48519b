/** Entry of the embedder's own process, which lives as long as its parent. */
import { createRequire } from 'node:module';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { MemdirError, messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { Connection, processChannel } from '../../rpc/connection.js';
import { openLanguageDetector } from './detect-language.js';
import type { EmbeddedText, EmbedderMethods, TextKind, VectorKind } from './messages.js';
import { type EmbedText, openModel } from './model.js';
import { nativeRuntime } from './native.js';
import { wasmRuntime } from './wasm.js';

// Read by ONNX Runtime when its library loads: versions from 1.29 on contain a telemetry client.
process.env.ORT_DISABLE_TELEMETRY = '1';

interface EmbedRequest {
  readonly texts: readonly string[];
  readonly kind: TextKind;
  readonly resolve: (embedded: readonly EmbeddedText[]) => void;
  readonly reject: (error: unknown) => void;
}

const load = createRequire(__filename);
const waiting: Record<TextKind, EmbedRequest[]> = { query: [], passage: [], language: [] };
let embedText: EmbedText | undefined;
let isWorking = false;

/** Text by text, reading messages in between: a query waits for one passage, not for a batch. */
async function work(): Promise<void> {
  if (isWorking) return;
  isWorking = true;
  for (;;) {
    const request = waiting.query.shift() ?? waiting.language.shift() ?? waiting.passage.shift();
    if (!request) break;
    await serve(request);
  }
  isWorking = false;
}

async function serve({ texts, kind, resolve, reject }: EmbedRequest): Promise<void> {
  try {
    resolve(kind === 'language' ? await detectLanguages(texts) : await embedAll(texts, kind));
  } catch (error) {
    reject(failureOf(error));
  }
}

async function embedAll(texts: readonly string[], kind: VectorKind): Promise<EmbeddedText[]> {
  if (!embedText) throw new Error(t('No model is loaded.'));
  const embedded: EmbeddedText[] = [];
  for (const text of texts) {
    embedded.push(await embedText(text, kind));
    await nextTurn();
    if (kind === 'passage') await serveQueries();
  }
  return embedded;
}

async function serveQueries(): Promise<void> {
  for (let query = waiting.query.shift(); query; query = waiting.query.shift()) await serve(query);
}

async function detectLanguages(texts: readonly string[]): Promise<EmbeddedText[]> {
  const languageOf = await openLanguageDetector();
  return texts.map((text) => ({ vector: new Float32Array(), language: languageOf(text) }));
}

/** Node lists the modules that required a missing one, ONNX Runtime its source lines: the first line is enough. */
const failureOf = (error: unknown): MemdirError =>
  new MemdirError('unavailable', messageOf(error).split('\n')[0] ?? '', { cause: error });

// A message that a parent which has just died does not take is lost: `disconnect` follows.
const channel = processChannel(process, () => undefined);

new Connection<Record<never, never>, EmbedderMethods>(channel, {
  load: async ([folder, backend]) => {
    try {
      embedText = await openModel(folder, backend === 'native' ? nativeRuntime(load) : wasmRuntime(load));
    } catch (error) {
      throw failureOf(error);
    }
  },
  embed: ([texts, kind]) => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly EmbeddedText[]>();
    waiting[kind].push({ texts, kind, resolve, reject });
    void work();
    return promise;
  },
  resident: () => process.memoryUsage.rss(),
});

// Not process.exit(): the native library's own clean-up can crash there, and there is nothing to save.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
