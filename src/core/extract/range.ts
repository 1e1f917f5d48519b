/** What happened in a session since somebody looked last. */
import { isOwnTool } from '../capture/own.js';
import type { Observation, ToolUse } from '../capture/observation.js';
import type { TranscriptEntry, TranscriptLine } from './transcript.js';

/** UTF-16 units of texts that are kept of a range, from its end: in a long one what was said last counts. */
const MOST_UNITS = 60_000;
/** Units of one text. */
const MOST_OF_ONE = 8_000;

export interface SessionRange {
  readonly session?: string;
  readonly cwd?: string;
  /** Messages of the user that something was answered to. */
  readonly turns: number;
  readonly entries: readonly TranscriptEntry[];
  /** Files that the agent wrote, absolute or from its folder. */
  readonly written: readonly string[];
  /** Whether it used a tool of ours that writes memory. */
  readonly remembered: boolean;
}

const WRITES = /^(?:Write|Edit|MultiEdit|NotebookEdit)$/;
const REMEMBERS = /(?:^|__)(?:remember|update_memory|forget)$|\bmemdir (?:remember|update|forget)\b/;

/** Gathers lines of any number in bounded memory. */
export class RangeReader {
  #session: string | undefined;
  #cwd: string | undefined;
  #turns = 0;
  #asked = false;
  #units = 0;
  #remembered = false;
  readonly #written = new Set<string>();
  readonly #entries: TranscriptEntry[] = [];

  add({ entries, session, cwd }: TranscriptLine): void {
    this.#session ??= session;
    this.#cwd = cwd ?? this.#cwd;
    for (const entry of entries) this.#addEntry(entry);
  }

  get range(): SessionRange {
    const [session, cwd] = [this.#session, this.#cwd];
    return { ...(session === undefined ? {} : { session }), ...(cwd === undefined ? {} : { cwd }), turns: this.#turns, entries: [...this.#entries], written: [...this.#written], remembered: this.#remembered };
  }

  #addEntry(entry: TranscriptEntry): void {
    if (entry.kind === 'user') this.#asked = true;
    if (entry.kind === 'assistant' && this.#asked) {
      this.#turns++;
      this.#asked = false;
    }
    if (entry.kind === 'call') this.#note(entry);
    const kept = shortened(entry);
    this.#entries.push(kept);
    this.#units += unitsOf(kept);
    while (this.#units > MOST_UNITS && this.#entries.length > 1) this.#units -= unitsOf(this.#entries.shift() as TranscriptEntry);
  }

  #note({ tool, input }: Extract<TranscriptEntry, { kind: 'call' }>): void {
    const fields = (typeof input === 'object' && input !== null ? input : {}) as Readonly<Record<string, unknown>>;
    if (WRITES.test(tool) && typeof fields['file_path'] === 'string') this.#written.add(fields['file_path']);
    if (isOwnTool(tool, input) && (REMEMBERS.test(tool) || (typeof fields['command'] === 'string' && REMEMBERS.test(fields['command'])))) this.#remembered = true;
  }
}

const ends = (text: string): string => (text.length <= MOST_OF_ONE ? text : `${text.slice(0, MOST_OF_ONE / 2)}\n[cut]\n${text.slice(-MOST_OF_ONE / 2)}`.toWellFormed());

function shortened(entry: TranscriptEntry): TranscriptEntry {
  if (entry.kind === 'call') {
    const text = JSON.stringify(entry.input) ?? 'null';
    return text.length <= MOST_OF_ONE ? entry : { ...entry, input: inputOf(entry.input) };
  }
  return entry.kind === 'result' ? { ...entry, output: ends(entry.output) } : { ...entry, text: ends(entry.text) };
}

/** Of a large input the fields that say what was done. */
function inputOf(input: unknown): unknown {
  const { command, file_path: file } = (typeof input === 'object' && input !== null ? input : {}) as Readonly<Record<string, unknown>>;
  return { ...(typeof command === 'string' ? { command: ends(command) } : {}), ...(typeof file === 'string' ? { file_path: file.slice(0, 1_000) } : {}) };
}

const unitsOf = (entry: TranscriptEntry): number => (entry.kind === 'call' ? (JSON.stringify(entry.input) ?? '').length : entry.kind === 'result' ? entry.output.length : entry.text.length) + 50;

/** What of a range rules can distil: what the user wrote, and runs of tools. */
export function observationsOf({ entries, session, cwd }: SessionRange, locale?: string): Omit<Observation, 'id'>[] {
  const calls = new Map<string, Extract<TranscriptEntry, { kind: 'call' }>>();
  const found: Omit<Observation, 'id'>[] = [];
  const common = { source: 'transcript' as const, ...(session === undefined ? {} : { session }), ...(cwd === undefined ? {} : { cwd }), ...(locale === undefined ? {} : { locale }) };
  for (const entry of entries) {
    if (entry.kind === 'call') calls.set(entry.id, entry);
    else if (entry.kind === 'user') found.push({ ...common, at: entry.at, text: entry.text });
    else if (entry.kind === 'result') {
      const call = calls.get(entry.id);
      if (call === undefined || isOwnTool(call.tool, call.input)) continue;
      const tool: ToolUse = { name: call.tool, input: call.input, output: entry.output, ...(entry.failed === undefined ? {} : { failed: entry.failed }) };
      found.push({ ...common, at: entry.at, tool });
    }
  }
  return found;
}
