/**
 * Drains the queue. A kill after any step loses nothing: the result of an entry is durable before the cursor moves, files are only renamed or
 * appended to, and an entry that is handled again has the same id.
 */
import { rename, rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { isKnownLine, readObservation, readTurnEnd } from '../../core/capture/read-observation.js';
import { cancelled, MemdirError, messageOf, throwIfAborted } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { QueueHandlers, QueueOutcome } from '../../core/ports/observation-queue.js';
import { maskSecrets } from '../../core/secrets/secrets.js';
import { DAY_MS } from '../../core/units.js';
import { whileBusy } from '../files/busy.js';
import { textHash } from '../hash.js';
import { readCursor, writeCursor } from './cursor.js';
import { addDeadLetter, asDeadLetter, parseJson } from './dead-letters.js';
import { fileIdentity, isLineStart, type Line, readLines } from './line-reader.js';
import {
  adoptLegacyFiles,
  type QueueFile,
  queueFiles,
  type QueuePaths,
  rotatedName,
  statRegular,
} from './queue-files.js';
import {
  activePause,
  afterFailure,
  afterSuccess,
  isGivenUp,
  type Limits,
  MOST_TRIES,
  readState,
  stateOfDay,
  withinBudget,
  withoutExpiredPause,
  withSpending,
  type WorkState,
  writeState,
} from './queue-state.js';
import { spentByOthers } from './token-budget.js';

export interface WorkOptions {
  readonly dataDir: string;
  readonly places: QueuePaths;
  readonly limits: Limits;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds before a failed entry is retried, by the number of attempts. */
  readonly backOffMs: (tries: number) => number;
  /** Size in bytes at which the current file is rotated. */
  readonly rotateBytes: number;
  /** Milliseconds of idle time per millisecond of work. */
  readonly restRatio: number;
}

/** Entries without a result before the cursor is saved: at most so many are handled again after a kill. */
const UNSAVED = 100;
/** UTF-16 units of a failure reason. */
const MOST_REASON = 500;
/** Milliseconds after rotation in which a producer may still write to the file. */
const LATE_WRITE_MS = 60_000;

/** To be called under the worker lock. */
export async function drainQueue(
  options: WorkOptions,
  handlers: QueueHandlers,
  signal: AbortSignal,
): Promise<'empty' | 'paused'> {
  const worker = new Worker(options, handlers, signal);
  await worker.load();
  try {
    return await worker.run();
  } finally {
    await worker.save();
  }
}

interface Entry {
  readonly identity: string;
  readonly line: Line;
}

class Worker {
  #positions = new Map<string, number>();
  #state: WorkState = { version: 1, day: '', entries: 0, tokens: 0, failures: 0 };
  #unsaved = 0;
  /** Milliseconds of idle time not yet taken. */
  #owed = 0;

  constructor(
    readonly options: WorkOptions,
    readonly handlers: QueueHandlers,
    readonly signal: AbortSignal,
  ) {}

  async load(): Promise<void> {
    const { places, now } = this.options;
    this.#positions = await readCursor(places.cursor);
    this.#state = await readState(places.state, now());
  }

  async run(): Promise<'empty' | 'paused'> {
    const { dataDir, places, now } = this.options;
    await adoptLegacyFiles(dataDir, places, now());
    for (let more = true; more;) {
      more = false;
      for (const file of await queueFiles(places)) {
        const came = await this.#file(file);
        if (came === 'paused') return 'paused';
        more ||= came === 'worked';
      }
      await this.#sweep();
    }
    return 'empty';
  }

  async save(): Promise<void> {
    if (this.#unsaved > 0) await writeCursor(this.options.places.cursor, this.#positions, true);
    this.#unsaved = 0;
  }

  /** Handles the entries that a file contains now. */
  async #file(file: QueueFile): Promise<'paused' | 'worked' | 'nothing'> {
    const closed = this.#isClosed(file);
    const identity = await fileIdentity(file.path, { closed });
    if (identity === undefined) return 'nothing';
    const from = this.#positions.get(identity) ?? 0;
    // The file was truncated or changed by another program: start over.
    let offset = (await isLineStart(file.path, from)) ? from : 0;
    const start = offset;
    for (;;) {
      const { lines, end } = await readLines(file.path, offset, { closed });
      for (const line of lines) if (!(await this.#entry({ identity, line }))) return 'paused';
      if (end === offset) break;
      offset = end;
      this.#positions.set(identity, end);
      // Rotate in between, so that the file does not grow while entries keep coming.
      if (file.current && end > this.options.rotateBytes) break;
    }
    if (file.current && (offset > this.options.rotateBytes || (await this.#isOld(file, offset))))
      await this.#setAside(file);
    return offset > start ? 'worked' : 'nothing';
  }

  /** Whether a fully handled current file is a day old, after which it is removed. */
  async #isOld(file: QueueFile, offset: number): Promise<boolean> {
    const found = await statRegular(file.path);
    return (
      found !== undefined &&
      found.size === offset &&
      found.birthtimeMs > 0 &&
      this.options.now() - found.birthtimeMs > DAY_MS
    );
  }

  async #setAside(file: QueueFile): Promise<void> {
    await whileBusy(() => rename(file.path, rotatedName(this.options.places, this.options.now())));
  }

  #isClosed({ current, rotatedMs }: QueueFile): boolean {
    return !current && this.options.now() - rotatedMs > LATE_WRITE_MS;
  }

  /** Removes files that are done, and cursors of files that are gone. */
  async #sweep(): Promise<void> {
    const there = new Set<string>();
    for (const file of await queueFiles(this.options.places)) {
      const closed = this.#isClosed(file);
      const identity = await fileIdentity(file.path, { closed });
      const done = identity === undefined ? 0 : (this.#positions.get(identity) ?? 0);
      if (closed && (identity === undefined || done === file.size)) await rm(file.path, { force: true });
      else if (identity !== undefined) there.add(identity);
    }
    for (const identity of [...this.#positions.keys()])
      if (!there.has(identity) && this.#positions.delete(identity)) this.#unsaved++;
    await this.save();
  }

  /** Handles one entry until it is done or given up; false when the queue pauses before. */
  async #entry({ identity, line }: Entry): Promise<boolean> {
    const { places } = this.options;
    const entry = `${identity}:${line.start}`;
    const work = this.#workOf(line);
    if (work === 'pass') return await this.#done(identity, line, 0);
    if (work === undefined)
      return await this.#bury(
        identity,
        line,
        line.cut ? t('It is larger than 16 MB.') : t('It isn’t a valid observation.'),
        0,
      );
    for (;;) {
      throwIfAborted(this.signal);
      if (await this.#rests()) {
        await writeState(places.state, this.#state);
        return false;
      }
      const at = this.#state.at?.entry === entry ? this.#state.at : { entry, begun: 0, tries: 0 };
      if (isGivenUp(at))
        return await this.#bury(
          identity,
          line,
          at.reason ?? t('Memdir crashed each time it processed this.'),
          Math.max(at.tries, 1),
        );
      this.#state = { ...this.#state, at: { ...at, begun: at.begun + 1 } };
      await writeState(places.state, this.#state);
      const outcome = await this.#handled(work);
      if (outcome.status === 'done') return await this.#succeeded(identity, line, outcome);
      await this.#failed(entry, outcome);
    }
  }

  async #rests(): Promise<boolean> {
    const { limits, now, places } = this.options;
    const others = await spentByOthers(places, now());
    this.#state = withinBudget(stateOfDay(withoutExpiredPause(this.#state, now()), now()), limits, now(), others);
    return activePause(this.#state, now()) !== undefined;
  }

  /** The handler of a line; `pass`: the line is known and needs none. Undefined for an unknown line. */
  #workOf(line: Line): ((signal: AbortSignal) => Promise<QueueOutcome>) | 'pass' | undefined {
    if (line.cut) return undefined;
    let value = parseJson(line.text);
    const letter = asDeadLetter(value);
    const text = letter?.line ?? line.text;
    if (letter !== undefined) value = parseJson(text);
    const id = textHash(text);
    const observation = readObservation(value, id);
    if (observation !== undefined) return (signal) => this.handlers.observation(observation, signal);
    const turn = readTurnEnd(value, id);
    const { turn: handle } = this.handlers;
    if (turn !== undefined && handle !== undefined) return (signal) => handle(turn, signal);
    return isKnownLine(value) ? 'pass' : undefined;
  }

  async #handled(work: (signal: AbortSignal) => Promise<QueueOutcome>): Promise<QueueOutcome> {
    const start = performance.now();
    try {
      return await work(this.signal);
    } catch (error) {
      if (this.signal.aborted) throw cancelled();
      return {
        status: 'failed',
        reason: messageOf(error),
        unavailable: error instanceof MemdirError && error.code === 'unavailable',
      };
    } finally {
      await this.#restAfter(performance.now() - start);
    }
  }

  /** Sleeps in proportion to the work done, once enough has accumulated. */
  async #restAfter(tookMs: number): Promise<void> {
    this.#owed += Math.min(tookMs, 1_000) * this.options.restRatio;
    if (this.#owed < 20) return;
    const ms = this.#owed;
    this.#owed = 0;
    await sleep(ms, undefined, { signal: this.signal }).catch(() => undefined);
  }

  async #succeeded(
    identity: string,
    line: Line,
    { made, tokens = 0 }: Extract<QueueOutcome, { status: 'done' }>,
  ): Promise<true> {
    const before = this.#state;
    this.#state = withSpending(afterSuccess(before), tokens);
    await this.#done(identity, line, made + tokens);
    if (tokens > 0 || before.failures > 0 || before.pause !== undefined)
      await writeState(this.options.places.state, this.#state);
    return true;
  }

  async #failed(
    entry: string,
    { reason: why, unavailable = false, tokens = 0 }: Extract<QueueOutcome, { status: 'failed' }>,
  ): Promise<void> {
    // A model may have repeated its input in the reason.
    const reason = maskSecrets(why).slice(0, MOST_REASON);
    const { begun = 1, tries = 0, unanswered = 0 } = this.#state.at ?? {};
    const next = unavailable ? tries : tries + 1;
    const at = { entry, begun, tries: next, unanswered: unanswered + Number(unavailable), reason };
    this.#state = afterFailure({ ...withSpending(this.#state, tokens), at }, reason, this.options.now());
    await writeState(this.options.places.state, this.#state);
    if (next >= MOST_TRIES || this.#state.pause !== undefined) return;
    await sleep(this.options.backOffMs(Math.max(1, next)), undefined, { signal: this.signal }).catch(() => undefined);
  }

  async #bury(identity: string, line: Line, reason: string, tries: number): Promise<true> {
    const { places, now } = this.options;
    const letter = asDeadLetter(parseJson(line.text));
    await addDeadLetter(places.dead, {
      version: 1,
      at: new Date(now()).toISOString(),
      reason,
      tries,
      entry: `${identity}:${line.start}`,
      line: letter?.line ?? line.text,
    });
    return await this.#done(identity, line, 1);
  }

  /** Completes an entry whose result is durable. */
  async #done(identity: string, line: Line, worth: number): Promise<true> {
    this.#positions.set(identity, line.end);
    this.#unsaved++;
    if (worth > 0 || this.#unsaved >= UNSAVED) await this.save();
    return true;
  }
}
