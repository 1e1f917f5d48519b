/** Extraction: drafts from the part of a session's transcript that was not processed yet. It reads memories and writes drafts, nothing else. */
import { localTime } from '../../core/capture/local-time.js';
import type { TurnEnd } from '../../core/capture/read-observation.js';
import { isDeclined, MemdirError, messageOf, throwIfAborted, tokensOf } from '../../core/errors.js';
import { RangeReader, type SessionRange } from '../../core/extract/session-range.js';
import { messageIds, messageMark, readTranscriptLine, type TranscriptLine } from '../../core/extract/transcript.js';
import { expandHome } from '../../core/home.js';
import { t } from '../../core/l10n.js';
import type { InboxService } from '../../core/memdir.js';
import { isInside } from '../../core/paths.js';
import type { QueueOutcome } from '../../core/ports/observation-queue.js';
import type { Transcripts } from '../../core/ports/transcripts.js';
import type { ExtractReport, ExtractRequest, OfferOptions } from '../../core/results.js';
import { extractByModel, extractByRules, type ExtractContext, type ExtractedFacts } from './extract-facts.js';

export interface ExtractOptions extends OfferOptions {
  /** Turns after which a session is processed. */
  readonly everyTurns: number;
}

/** The queue's handler for the end of a turn. Rejects only with `cancelled`. */
export async function extractAfterTurn(
  context: ExtractContext,
  inbox: Pick<InboxService, 'offer'>,
  { transcript, ended }: TurnEnd,
  options: ExtractOptions,
  signal?: AbortSignal,
): Promise<QueueOutcome> {
  if (options.everyTurns === 0) return { status: 'done', made: 0 };
  try {
    const {
      report: { status, drafts, tokens },
      more,
    } = await extractSome(context, inbox, { transcript, now: ended }, options, signal);
    // The exact number does not matter: the rest is not read.
    if (more)
      context.ports.log.info(
        `Turns of ${transcript} are still unread. The next turn goes on there, and so does “memdir extract”.`,
      );
    // The process at work reads on to the end, but may miss the very last turn: the end of a session is retried.
    if (status === 'busy' && ended)
      return { status: 'failed', reason: t('Another process is checking this session.'), unavailable: true };
    return {
      status: 'done',
      made: drafts.filter((draft) => draft.status === 'waiting' || draft.status === 'accepted').length,
      tokens,
    };
  } catch (error) {
    throwIfAborted(signal);
    const code = error instanceof MemdirError ? error.code : 'internal';
    // A transcript that is missing, or no transcript, is not retried.
    if (code === 'not-found' || (code === 'bad-input' && !transcript.endsWith('.jsonl')))
      return { status: 'done', made: 0 };
    return {
      status: 'failed',
      reason: messageOf(error),
      tokens: tokensOf(error),
      ...(code === 'unavailable' ? { unavailable: true } : {}),
    };
  }
}

const EMPTY: Omit<ExtractReport, 'status' | 'turns'> = {
  drafts: [],
  refused: [],
  engine: 'none',
  tokens: 0,
  rounds: 0,
};

/** Like {@link extractSome}, and counts the turns that remain: for people who ask. */
export async function extract(
  context: ExtractContext,
  inbox: Pick<InboxService, 'offer'>,
  request: ExtractRequest,
  options: ExtractOptions,
  signal?: AbortSignal,
): Promise<ExtractReport> {
  const { report, more } = await extractSome(context, inbox, request, options, signal);
  return more ? { ...report, unread: await unreadTurns(context.transcripts, request.transcript, signal) } : report;
}

interface Some {
  readonly report: ExtractReport;
  /** Whether turns remain that were in the transcript when it was read. */
  readonly more: boolean;
}

/** Concurrent requests for one session share the work; turns that arrived in between are processed in one further run. */
async function extractSome(
  context: ExtractContext,
  inbox: Pick<InboxService, 'offer'>,
  request: ExtractRequest,
  options: ExtractOptions,
  signal: AbortSignal | undefined,
): Promise<Some> {
  const { transcripts } = context;
  const run = (rangeRequest: ExtractRequest): Promise<Some> =>
    extractRanges(context, transcripts, inbox, rangeRequest, options, signal);
  const some = await transcripts.withLock(request.transcript, async () => {
    const first = await run(request);
    if (first.report.status !== 'extracted') return first;
    const second = await run({
      transcript: request.transcript,
      ...(request.now === undefined ? {} : { now: request.now }),
    });
    return { report: joined(first.report, second.report), more: second.more };
  });
  return some ?? { report: { ...EMPTY, status: 'busy', turns: 0 }, more: false };
}

/** Ranges of one run: rules process whole sessions, a model a limited part at a time. */
const MOST_PIECES = { rules: 1_000, model: 20 };

/** Processes the remaining turns range by range; the offset is saved after each, so that a failure loses only the current range. */
async function extractRanges(
  context: ExtractContext,
  transcripts: Transcripts,
  inbox: Pick<InboxService, 'offer'>,
  request: ExtractRequest,
  options: ExtractOptions,
  signal: AbortSignal | undefined,
): Promise<Some> {
  const { transcript, again = false } = request;
  const known = again ? new Set<string>() : await seenElsewhere(transcripts, transcript, signal);
  const most = MOST_PIECES[context.ports.chat === undefined ? 'rules' : 'model'];
  let report: ExtractReport | undefined;
  for (let count = 1; ; count++) {
    const start = again && count === 1 ? 0 : await transcripts.offset(transcript);
    const { more, ...found } = await extractLocked(
      context,
      transcripts,
      inbox,
      { ...request, start, known },
      options,
      signal,
    );
    report = report === undefined ? found : joined(report, found);
    if (!more || count >= most) return { report, more };
  }
}

/** Turns after the saved offset of a session. */
async function unreadTurns(
  transcripts: Transcripts,
  transcript: string,
  signal: AbortSignal | undefined,
): Promise<number> {
  let turns = 0;
  for await (const { value } of transcripts.lines(transcript, await transcripts.offset(transcript), signal))
    if (readTranscriptLine(value)?.prompt === true) turns++;
  return turns;
}

interface Piece extends ExtractRequest {
  /** Byte of the transcript. */
  readonly start: number;
  readonly known: ReadonlySet<string>;
}

async function extractLocked(
  context: ExtractContext,
  transcripts: Transcripts,
  inbox: Pick<InboxService, 'offer'>,
  { transcript, now = false, again = false, start, known }: Piece,
  options: ExtractOptions,
  signal: AbortSignal | undefined,
): Promise<ExtractReport & { readonly more: boolean }> {
  const { range, end, more } = await readRange(context, transcripts, transcript, { start, known }, signal);
  const { entries, open } = range;
  if (entries.length === 0) {
    // Messages copied from another transcript count as processed also when that file is gone.
    if (end > start) await transcripts.saveOffset(transcript, end);
    return { ...EMPTY, status: 'waiting', turns: 0, more: false };
  }
  if (!now && !again && !more && range.turns < options.everyTurns)
    return { ...EMPTY, status: 'waiting', turns: range.turns, more };
  // A message without an answer may still get one; an answer to a processed message belongs to a turn.
  const turns = Math.max(1, range.turns + Number(open));
  if (await wroteMemory(context, range)) {
    await transcripts.saveOffset(transcript, end);
    return { ...EMPTY, status: 'remembered', turns, more };
  }
  const found = await extractRange(context, range, signal);
  const drafts = await inbox.offer(found.drafts, options, signal);
  // Saved last: after a crash the same range is processed again, and its drafts are recognised by their ids.
  await transcripts.saveOffset(transcript, end);
  return {
    status: 'extracted',
    turns,
    drafts,
    refused: found.refused,
    engine: found.engine,
    tokens: found.tokens,
    rounds: found.rounds,
    more,
  };
}

/** Uses rules when there is no model, or the model may not be asked. */
async function extractRange(
  context: ExtractContext,
  range: SessionRange,
  signal: AbortSignal | undefined,
): Promise<ExtractedFacts> {
  const { chat, log } = context.ports;
  if (chat === undefined) return extractByRules(context, range);
  try {
    return await extractByModel(context, chat, range, signal);
  } catch (error) {
    if (!isDeclined(error)) throw error;
    log.info(`${messageOf(error)} Rules looked at a session instead.`);
    return { ...(await extractByRules(context, range)), tokens: tokensOf(error) };
  }
}

/** Transcripts have times in UTC, but “yesterday” means the user's local day. */
const onTheClock = (line: TranscriptLine, offset: (ms: number) => number): TranscriptLine => ({
  ...line,
  entries: line.entries.map((entry) => ({
    ...entry,
    at: localTime(Date.parse(entry.at), offset(Date.parse(entry.at))),
  })),
});

async function readRange(
  { ports: { clock } }: ExtractContext,
  transcripts: Transcripts,
  transcript: string,
  { start, known }: { readonly start: number; readonly known: ReadonlySet<string> },
  signal: AbortSignal | undefined,
): Promise<{ readonly range: SessionRange; readonly end: number; readonly more: boolean }> {
  const offset = (ms: number): number => clock.offsetMinutes?.(ms) ?? 0;
  const reader = new RangeReader(known);
  let end = start;
  for await (const piece of transcripts.lines(transcript, start, signal)) {
    throwIfAborted(signal);
    const line = readTranscriptLine(piece.value);
    if (line?.prompt === true && reader.full) return { range: reader.range, end, more: true };
    end = piece.end;
    if (line !== undefined) reader.add(onTheClock(line, offset));
  }
  return { range: reader.range, end, more: false };
}

/** Ids of messages that were processed in other transcripts of the same session: a resumed or forked session begins with a copy of them. */
async function seenElsewhere(
  transcripts: Transcripts,
  transcript: string,
  signal: AbortSignal | undefined,
): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  for (const { file, offset } of await transcripts.continuations(transcript)) {
    for await (const { value, end } of transcripts.lines(file, 0, signal)) {
      if (end > offset) break;
      for (const id of messageIds(value)) seen.add(id);
      const mark = messageMark(value);
      if (mark !== undefined) seen.add(mark);
    }
  }
  return seen;
}

/** Whether the agent wrote a memory itself in this range. */
async function wroteMemory(
  { ports, indexSync }: ExtractContext,
  { writtenFiles, wroteMemory: remembered, cwd }: SessionRange,
): Promise<boolean> {
  if (remembered) return true;
  if (writtenFiles.length === 0) return false;
  const stores = [
    ...(await indexSync.findStores()),
    ...(cwd === undefined ? [] : await ports.roots.find({ ...ports.scope, folders: [cwd] })),
  ];
  for (const name of writtenFiles) {
    const file = absolute(name, cwd, ports.home);
    const real = await ports.realPath(file);
    if ([file, real].some((path) => stores.some((store) => isInside(path, store.path)))) return true;
  }
  return false;
}

function absolute(name: string, cwd: string | undefined, home: string): string {
  const path = expandHome(name.replace(/^\$(?:HOME\b|\{HOME\})/, '~'), home);
  return cwd === undefined || /^(?:[/~]|[A-Za-z]:|\\\\)/.test(path)
    ? path
    : `${cwd.replace(/[/\\]$/, '')}/${path.replace(/^\.\//, '')}`;
}

/** Merges the reports of several runs; a run without changes adds nothing. */
const joined = (first: ExtractReport, second: ExtractReport): ExtractReport =>
  second.status === 'waiting'
    ? first
    : {
        ...second,
        status: first.status === 'extracted' ? first.status : second.status,
        engine: second.status === 'extracted' ? second.engine : first.engine,
        turns: first.turns + second.turns,
        drafts: [...first.drafts, ...second.drafts],
        refused: [...first.refused, ...second.refused],
        tokens: first.tokens + second.tokens,
        rounds: first.rounds + second.rounds,
      };
