/** The jobs that wait for the embedder's process: queries first, then passages in small batches, in the order they were added. */
import { cancelled, throwIfAborted } from '../../core/errors.js';
import type { EmbeddedText, TextKind } from './messages.js';

/** One message to the process. */
export interface Job {
  readonly texts: readonly string[];
  readonly kind: TextKind;
  /** Set once the caller has its result or has cancelled. */
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

  /** One promise for all batches. Once the signal is aborted it rejects with `cancelled`, and its waiting jobs are dropped. */
  add(texts: readonly string[], kind: TextKind, signal: AbortSignal | undefined): Promise<EmbeddedText[]> {
    throwIfAborted(signal);
    const jobs: Job[] = [];
    const results = batches(texts).map(
      (batch) =>
        new Promise<readonly EmbeddedText[]>((resolve, reject) => {
          jobs.push({ texts: batch, kind, settled: false, resolve, reject });
        }),
    );
    this.#waiting[kind].push(...jobs);
    const abort = (): void => this.#settle(jobs, cancelled());
    signal?.addEventListener('abort', abort, { once: true });
    return Promise.all(results)
      .then((embedded) => embedded.flat())
      .catch((error: unknown) => {
        this.#settle(jobs, cancelled());
        throw error;
      })
      .finally(() => signal?.removeEventListener('abort', abort));
  }

  get isEmpty(): boolean {
    return this.#waiting.query.length + this.#waiting.passage.length + this.#waiting.language.length === 0;
  }

  take(kind: TextKind): Job | undefined {
    return this.#waiting[kind].shift();
  }

  /** Puts a job whose process was lost back to the front. */
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
