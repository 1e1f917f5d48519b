/** Which memories Claude Code read in its sessions, by the transcripts of the store's project. */
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { throwIfAborted } from '../../core/errors.js';
import { mayShowMemories, transcriptMemories } from '../../core/inject/transcript-memories.js';
import type { StoreInfo } from '../../core/memory.js';
import { relativeInside } from '../../core/paths.js';
import type { AgentReads } from '../../core/ports/review-notes.js';
import { MEGABYTE } from '../../core/units.js';
import { foldersOf, OF_AGENTS } from '../dream/count-sessions.js';
import type { RootsContext } from '../stores/project-stores.js';

/** Bytes of transcripts that one review reads, the newest first, and of a line that is parsed: longer ones are images. */
const MOST_BYTES = 200 * MEGABYTE;
const LONGEST_LINE = 4 * MEGABYTE;

interface Transcript {
  readonly file: string;
  readonly size: number;
  readonly mtimeMs: number;
}

export class AgentReadsReader {
  readonly #context: RootsContext;
  /** Markdown files read in a transcript, by its name, size and time: a finished session is read once. */
  readonly #known = new Map<string, readonly string[]>();

  constructor(context: RootsContext) {
    this.#context = context;
  }

  async of(store: StoreInfo, signal?: AbortSignal): Promise<ReadonlyMap<string, AgentReads> | undefined> {
    const transcripts = await this.#transcriptsOf(store);
    if (transcripts.length === 0) return undefined;
    const reads = new Map<string, AgentReads>();
    let left = MOST_BYTES;
    for (const transcript of transcripts) {
      throwIfAborted(signal);
      if ((left -= transcript.size) < 0) break;
      for (const file of await this.#filesIn(transcript, signal)) {
        const path = relativeInside(file, store.path);
        if (path === undefined) continue;
        const known = reads.get(path);
        reads.set(path, {
          sessions: (known?.sessions ?? 0) + 1,
          lastMs: Math.max(known?.lastMs ?? 0, transcript.mtimeMs),
          timesMs: [...(known?.timesMs ?? []), transcript.mtimeMs],
        });
      }
    }
    return reads;
  }

  /** The newest first. */
  async #transcriptsOf(store: StoreInfo): Promise<Transcript[]> {
    const found: Transcript[] = [];
    for (const folder of await foldersOf(store, this.#context))
      for (const name of await readdir(folder).catch(() => [])) {
        if (!name.endsWith('.jsonl') || OF_AGENTS.test(name)) continue;
        const file = join(folder, name);
        const info = await stat(file).catch(() => undefined);
        if (info?.isFile() === true) found.push({ file, size: info.size, mtimeMs: info.mtimeMs });
      }
    return found.sort((a, b) => b.mtimeMs - a.mtimeMs);
  }

  async #filesIn({ file, size, mtimeMs }: Transcript, signal: AbortSignal | undefined): Promise<readonly string[]> {
    const key = `${file}\n${size}\n${mtimeMs}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const lines: unknown[] = [];
    for await (const line of createInterface({ input: createReadStream(file, { signal }), crlfDelay: Infinity })) {
      // What was read before a compaction was read all the same.
      if (line.length > LONGEST_LINE || !mayShowMemories(line) || line.includes('"compact_boundary"')) continue;
      const parsed = parsedLine(line);
      if (parsed !== undefined) lines.push(parsed);
    }
    const files = [...new Set(transcriptMemories(lines).files)];
    this.#known.set(key, files);
    return files;
  }
}

/** Undefined for a line that is not JSON: a session that still runs may have written a part of it. */
function parsedLine(line: string): unknown {
  try {
    return JSON.parse(line) as unknown;
  } catch {
    return undefined;
  }
}
