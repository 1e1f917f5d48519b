/** Jobs of the embedder's process: questions first, passages in small batches in their order. */
import { cancelled, throwIfAborted } from '../../core/errors.js';
import type { EmbeddedText, TextKind } from './messages.js';

/** One message to the process. */
export interface Job {
  readonly texts: readonly string[];
  readonly kind: TextKind;
  /** Set once the caller has its answer or has cancelled. */
  settled: boolean;
  resolve(embedded: readonly EmbeddedText[]): void;
  reject(error: Error): void;
}

const BATCH_TEXTS = 16;
/** About 2,000 tokens of English. */
const BATCH_UNITS = 8_000;

/** Cuts texts into batches of at most 16 texts and 8,000 UTF-16 units; a longer text is a batch of its own. */
function batches(texts: readonly string[]): string[][] {
  const result: string[][] = [];
  let units = 0;
  for (const text of texts) {
    const last = result.at(-1);
    if (last && last.length < BATCH_TEXTS && units + text.length <= BATCH_UNITS) last.push(text);
    else result.push([text]);
    units = (result.at(-1) === last ? units : 0) + text.length;
  }
  return result;
}

export class JobQueue {
  readonly #waiting: Record<TextKind, Job[]> = { query: [], passage: [], language: [] };

  /** One promise for all batches. When the signal is aborted it rejects with `cancelled` and waiting batches are dropped. */
  add(texts: readonly string[], kind: TextKind, signal: AbortSignal | undefined): Promise<EmbeddedText[]> {
    throwIfAborted(signal);
    const jobs: Job[] = [];
    const parts = batches(texts).map(
      (batch) =>
        new Promise<readonly EmbeddedText[]>((resolve, reject) => {
          jobs.push({ texts: batch, kind, settled: false, resolve, reject });
        }),
    );
    this.#waiting[kind].push(...jobs);
    const abort = (): void => this.#settle(jobs, cancelled());
    signal?.addEventListener('abort', abort, { once: true });
    return Promise.all(parts)
      .then((embedded) => embedded.flat())
      .catch((error: unknown) => {
        this.#settle(jobs, cancelled());
        throw error;
      })
      .finally(() => signal?.removeEventListener('abort', abort));
  }

  get empty(): boolean {
    return this.#waiting.query.length + this.#waiting.passage.length + this.#waiting.language.length === 0;
  }

  take(kind: TextKind): Job | undefined {
    return this.#waiting[kind].shift();
  }

  /** Puts a job whose process was lost at the front. */
  requeue(job: Job): void {
    if (!job.settled) this.#waiting[job.kind].unshift(job);
  }

  rejectAll(error: Error): void {
    this.#settle(Object.values(this.#waiting).flat(), error);
  }

  #settle(jobs: readonly Job[], error: Error): void {
    for (const job of jobs) {
      if (job.settled) continue;
      job.settled = true;
      job.reject(error);
    }
    for (const kind of ['query', 'passage', 'language'] as const)
      this.#waiting[kind] = this.#waiting[kind].filter((job) => !job.settled);
  }
}
