/** The range of a session since the last extraction. */
import type { Observation, ToolUse } from '../capture/observation.js';
import { isOwnTool } from '../capture/own-tools.js';
import { shellWrites } from './shell-writes.js';
import { toldCause } from './told-cause.js';
import type { TranscriptEntry, TranscriptLine } from './transcript.js';

/** UTF-16 units of a range that are kept, from its end: in a long one the latest texts count. */
const MOST_UNITS = 60_000;
/** Units of one text. */
const MOST_ENTRY_UNITS = 8_000;
/** Turns and UTF-16 units of one batch: of a larger one texts would be left out. */
const BATCH_TURNS = 10;
const BATCH_UNITS = 40_000;

export interface SessionRange {
  readonly session?: string;
  readonly cwd?: string;
  /** User messages that were answered. */
  readonly turns: number;
  /** Whether the user's last message has no answer yet. */
  readonly open: boolean;
  readonly entries: readonly TranscriptEntry[];
  /**
   * Files that the agent wrote: absolute, relative to its folder, or beginning with `~` or `$HOME`. Failed calls are
   * left out.
   */
  readonly writtenFiles: readonly string[];
  /** Whether it used a tool of ours that writes memory. */
  readonly wroteMemory: boolean;
}

const WRITES = /^(?:Write|Edit|MultiEdit|NotebookEdit)$/;
const REMEMBERS = /(?:^|__)(?:remember|update_memory|forget)$|\bmemdir (?:remember|update|forget)\b/;

/** Files of more calls than this are not recorded. */
const MOST_WRITES = 5_000;

/**
 * Collects any number of lines in bounded memory. A message counts once, and not at all when the user rewound past it.
 */
export class RangeReader {
  #session: string | undefined;
  #cwd: string | undefined;
  #turns = 0;
  #asked = false;
  #units = 0;
  /** Number of entries that were dropped because of the limit. */
  #gone = 0;
  readonly #entries: TranscriptEntry[] = [];
  readonly #seen = new Set<string>();
  /** By parent message id: the number of entries before the prompt that follows it. */
  readonly #prompts = new Map<string, number>();
  /** By call id. */
  readonly #written = new Map<string, readonly string[]>();
  readonly #remembered = new Set<string>();

  /** @param known ids and marks of messages that were read in another file */
  constructor(readonly known: ReadonlySet<string> = new Set()) {}

  add({ entries, session, cwd, ids, mark, parent, prompt }: TranscriptLine): void {
    if (ids.some((id) => this.known.has(id) || this.#seen.has(id)) || (mark !== undefined && this.known.has(mark)))
      return;
    for (const id of ids) this.#seen.add(id);
    this.#session ??= session;
    this.#cwd = cwd ?? this.#cwd;
    if (prompt && parent !== undefined) this.#rewind(parent);
    for (const entry of entries) this.#addEntry(entry);
  }

  /** Whether the next user message starts a new batch. */
  get full(): boolean {
    return this.#turns >= BATCH_TURNS || this.#units >= BATCH_UNITS;
  }

  get range(): SessionRange {
    const [session, cwd] = [this.#session, this.#cwd];
    return {
      ...(session === undefined ? {} : { session }),
      ...(cwd === undefined ? {} : { cwd }),
      turns: this.#turns,
      open: this.#asked,
      entries: [...this.#entries],
      writtenFiles: [...new Set([...this.#written.values()].flat())],
      wroteMemory: this.#remembered.size > 0,
    };
  }

  /** The user rewound to before a prompt and sent another: the entries after the first are dropped. */
  #rewind(parent: string): void {
    const before = this.#prompts.get(parent);
    this.#prompts.set(parent, before ?? this.#gone + this.#entries.length);
    if (before === undefined) return;
    for (const entry of this.#entries.splice(Math.max(0, before - this.#gone))) this.#units -= unitsOf(entry);
    for (const [other, count] of this.#prompts) if (count > before) this.#prompts.delete(other);
    this.#asked = false;
  }

  #addEntry(entry: TranscriptEntry): void {
    if (entry.kind === 'user') this.#asked = true;
    if (entry.kind === 'assistant' && this.#asked) {
      this.#turns++;
      this.#asked = false;
    }
    if (entry.kind === 'call') this.#note(entry);
    if (entry.kind === 'result' && entry.failed === true)
      for (const noted of [this.#written, this.#remembered]) noted.delete(entry.id);
    const kept = shortenEntry(entry);
    this.#entries.push(kept);
    this.#units += unitsOf(kept);
    while (this.#units > MOST_UNITS && this.#entries.length > 1) {
      this.#units -= unitsOf(this.#entries.shift() as TranscriptEntry);
      this.#gone++;
    }
  }

  #note({ id, tool, input }: Extract<TranscriptEntry, { kind: 'call' }>): void {
    const {
      file_path: file,
      notebook_path: notebook,
      command,
    } = (typeof input === 'object' && input !== null ? input : {}) as Readonly<Record<string, unknown>>;
    const files = WRITES.test(tool)
      ? [file, notebook].filter((one) => typeof one === 'string')
      : typeof command === 'string'
        ? shellWrites(command)
        : [];
    if (files.length > 0 && this.#written.size < MOST_WRITES) this.#written.set(id, files);
    if (isOwnTool(tool, input) && (REMEMBERS.test(tool) || (typeof command === 'string' && REMEMBERS.test(command))))
      this.#remembered.add(id);
  }
}

const truncateMiddle = (text: string): string =>
  text.length <= MOST_ENTRY_UNITS
    ? text
    : `${text.slice(0, MOST_ENTRY_UNITS / 2)}\n[cut]\n${text.slice(-MOST_ENTRY_UNITS / 2)}`.toWellFormed();

function shortenEntry(entry: TranscriptEntry): TranscriptEntry {
  if (entry.kind === 'call') {
    const text = JSON.stringify(entry.input) ?? 'null';
    return text.length <= MOST_ENTRY_UNITS ? entry : { ...entry, input: inputOf(entry.input) };
  }
  return entry.kind === 'result'
    ? { ...entry, output: truncateMiddle(entry.output) }
    : { ...entry, text: truncateMiddle(entry.text) };
}

/** The fields of a large input that describe the action. */
function inputOf(input: unknown): unknown {
  const { command, file_path: file } = (typeof input === 'object' && input !== null ? input : {}) as Readonly<
    Record<string, unknown>
  >;
  return {
    ...(typeof command === 'string' ? { command: truncateMiddle(command) } : {}),
    ...(typeof file === 'string' ? { file_path: file.slice(0, 1_000) } : {}),
  };
}

const unitsOf = (entry: TranscriptEntry): number =>
  (entry.kind === 'call'
    ? (JSON.stringify(entry.input) ?? '').length
    : entry.kind === 'result'
      ? entry.output.length
      : entry.text.length) + 50;

/** Something seen in a session. */
export type SessionObservation = Omit<Observation, 'id'> & {
  /** Ids of the calls that failed, where it tells why. */
  readonly failures?: readonly string[];
};

/**
 * Observations for the rules: user messages and tool calls of a range, and what the agent says of the cause of a failure, in place of the calls that
 * failed.
 */
export function observationsOf({ entries, session, cwd }: SessionRange, locale?: string): SessionObservation[] {
  const calls = new Map<string, Extract<TranscriptEntry, { kind: 'call' }>>();
  const found: SessionObservation[] = [];
  const common = {
    source: 'transcript' as const,
    ...(session === undefined ? {} : { session }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(locale === undefined ? {} : { locale }),
  };
  let turn: Turn = { failures: new Map(), texts: [], at: '' };
  const endTurn = (): void => {
    const { failures, texts, at } = turn;
    turn = { failures: new Map(), texts: [], at: '' };
    const cause = toldCause(texts.join('\n\n'));
    if (cause === '') return;
    const explained = new Set(failures.values());
    found.splice(0, Infinity, ...found.filter((each) => !explained.has(each)));
    // Not of the transcript's user, whose words are wishes to the agent.
    found.push({ ...common, source: 'hook', at, text: cause, failures: [...failures.keys()] });
  };
  for (const entry of entries) {
    if (entry.kind === 'call') calls.set(entry.id, entry);
    else if (entry.kind === 'result') {
      const call = calls.get(entry.id);
      if (call === undefined || isOwnTool(call.tool, call.input)) continue;
      const tool: ToolUse = {
        name: call.tool,
        input: call.input,
        output: entry.output,
        ...(entry.failed === undefined ? {} : { failed: entry.failed }),
      };
      const observation = { ...common, at: entry.at, tool };
      found.push(observation);
      if (entry.failed === true) turn.failures.set(entry.id, observation);
    } else if (entry.kind === 'user') {
      endTurn();
      found.push({ ...common, at: entry.at, text: entry.text });
    } else if (turn.failures.size > 0) {
      turn.texts.push(entry.text);
      turn = { ...turn, at: entry.at };
    }
  }
  endTurn();
  return found;
}

/** What was seen of a turn since a call failed in it. */
interface Turn {
  /** By call id. */
  readonly failures: Map<string, SessionObservation>;
  /** What the agent said. */
  readonly texts: string[];
  readonly at: string;
}
