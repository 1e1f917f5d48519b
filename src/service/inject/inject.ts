/** Injection: memories that an agent is given with a prompt. Candidates are searched within a deadline, then filtered by the session. */
import { messageOf, throwIfAborted } from '../../core/errors.js';
import { type Admission, admit } from '../../core/inject/admit.js';
import type { RecallCandidate } from '../../core/inject/block.js';
import { bytesOf } from '../../core/inject/limits.js';
import {
  afterContextCleared,
  afterFork,
  afterTools,
  NEW_SESSION,
  type Session,
  withChoice,
  withPresent,
} from '../../core/inject/session.js';
import type { TranscriptMemories } from '../../core/inject/transcript-memories.js';
import { t } from '../../core/l10n.js';
import type { MemoryId } from '../../core/memory.js';
import type { Sessions } from '../../core/ports/sessions.js';
import { raceAbort } from '../../core/race-abort.js';
import type { InjectRequest, InjectResult, SessionEvent } from '../../core/results.js';
import { withTimeout } from '../async.js';
import { isAbsolute, memoryId, storeOf } from '../paths.js';
import type { SearchContext } from '../search/context.js';
import { memoryOff } from '../stores/memory-off.js';
import {
  type CandidateContext,
  type CandidateRequest,
  dropChanged,
  findCandidates,
  type FoundCandidates,
  loadCandidates,
  NO_CANDIDATES,
} from './candidates.js';

/** Milliseconds of a search whose caller names no deadline; that of a hook is `limitOf` in hook/answer.ts. */
const DEFAULT_SEARCH_MS = 250;
/** Share of the deadline that a search may wait for vectors; what is left is enough to answer by words. */
const VECTORS_SHARE = 0.7;
/** Milliseconds after its deadline in which the choice of a model is still waited for. */
const CHOICE_MS = 60_000;

export interface InjectContext {
  readonly find: CandidateContext;
  readonly sessions: Sessions;
}

/** A running search for a prompt, independent of the session. */
export interface Prefetch {
  /**
   * The result when it is complete, or the best one after `ms` milliseconds. Rejects when it was cancelled, or failed without a result. What a
   * model chooses after that is passed to `onChoice`.
   */
  take(ms: number, onChoice?: (ids: readonly MemoryId[]) => void): Promise<FoundCandidates>;
  cancel(): void;
}

/** Starts the search for a prompt. `patience`: milliseconds that search may wait for vectors. */
function prefetch(
  context: CandidateContext,
  request: Omit<CandidateRequest, 'patience'>,
  patience: number,
  signal?: AbortSignal,
): Prefetch {
  const stop = new AbortController();
  const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  let latest: FoundCandidates | undefined;
  const done = findCandidates(
    context,
    { ...request, patience },
    (found) => {
      latest = found;
    },
    either,
  ).then(() => 'done' as const);
  // A failure after the deadline is ignored; before it, `take` rejects.
  done.catch(() => undefined);
  return {
    take: async (ms, onChoice) => {
      const ended = await raceAbort(withTimeout(done, ms), either).catch((error: unknown) => {
        throwIfAborted(either);
        if (latest === undefined) throw error;
      });
      if (ended !== undefined) return latest ?? NO_CANDIDATES;
      if (request.select === 'model' && onChoice) {
        setTimeout(() => stop.abort(), CHOICE_MS).unref();
        void done.then(
          () => latest?.fallback && onChoice(latest.candidates.map(({ id }) => id)),
          // The log has the reason.
          () => undefined,
        );
      } else stop.abort();
      if (latest !== undefined) return latest;
      const notice = t('Nothing was found within {ms} ms.', { ms });
      // Logged, because a machine that is always too slow would look as if it had no memories.
      context.ports.log.info(`No memories were given with a prompt. ${notice}`);
      return { ...NO_CANDIDATES, notice, late: true };
    },
    cancel: () => stop.abort(),
  };
}

/** Memories for a prompt, and the reasons why others are left out. */
export async function inject(
  context: InjectContext,
  request: InjectRequest,
  signal?: AbortSignal,
): Promise<InjectResult> {
  throwIfAborted(signal);
  const off = await memoryOff(context.find.ports, request.folder);
  if (off !== undefined) return { memories: [], text: '', sessionBytes: 0, skipped: [], notice: off };
  const { deadline = DEFAULT_SEARCH_MS, select = context.find.settings.select, session: id, mark = true } = request;
  const entry = await enter(context, request);
  const { given, choice } = entry(id === undefined ? NEW_SESSION : await context.sessions.read(id));
  const ahead = prefetch(context.find, { ...request, select, given }, Math.floor(deadline * VECTORS_SHARE), signal);
  const onChoice = mark && id !== undefined ? (ids: readonly MemoryId[]) => keepChoice(context, id, ids) : undefined;
  const found = await dropChanged(context.find, await ahead.take(deadline, onChoice));
  const late = await loadCandidates(context.find, choice, [], request.reader);
  const { candidates: chosen } = await dropChanged(context.find, { candidates: late, skipped: [] });
  const { admission, session } = await choose(context, request, { found, chosen, choice, entry }, signal);
  if (mark) await countUse(context, admission);
  return {
    memories: admission.given.map(({ path, bytes, truncated, ageDays }) => ({
      path,
      bytes,
      truncated,
      ageDays: Math.round(ageDays * 1000) / 1000,
    })),
    text: admission.text,
    sessionBytes: session.bytes + bytesOf(admission.text),
    skipped: [...admission.skipped, ...found.skipped],
    ...(found.notice === undefined ? {} : { notice: found.notice }),
    ...(found.late ? { late: true } : {}),
  };
}

/** How a session is before its prompt: with what it took over from the one it is a copy of, and what is in its context by the agent's own doing. */
async function enter(
  { find, sessions }: InjectContext,
  { present, parent }: InjectRequest,
): Promise<(session: Session) => Session> {
  const [ids, former] = await Promise.all([
    present === undefined ? [] : presentMemories(find, present),
    parent === undefined ? undefined : sessions.read(parent),
  ]);
  return (session) => withPresent(former === undefined ? session : afterFork(session, former), ids);
}

/** Never rejects: the choice is lost then. */
function keepChoice({ sessions, find }: InjectContext, session: string, ids: readonly MemoryId[]): void {
  sessions
    .update(session, (before) => ({ after: withChoice(before, ids), result: undefined }))
    .catch((error: unknown) => find.ports.log.warn(`What a model chose too late is lost: ${messageOf(error)}`));
}

/** What an agent is given counts as used. Where another process writes at this moment it does not: no agent waits for it. */
async function countUse({ find }: InjectContext, { given }: Admission): Promise<void> {
  if (given.length === 0) return;
  const ids = given.map(({ id }) => id);
  await find.ports.index
    .countAccess(ids, { hasty: true })
    .catch((error: unknown) => find.ports.log.info(`What an agent was given was not counted: ${messageOf(error)}`));
}

interface Choices {
  readonly found: FoundCandidates;
  /** What a model chose too late for the prompt before, as far as it is still there. */
  readonly chosen: readonly RecallCandidate[];
  /** Its ids, which are done with afterwards. */
  readonly choice: readonly MemoryId[];
  /** See {@link enter}. */
  readonly entry: (session: Session) => Session;
}

/**
 * The final filter by what the session was given before: see {@link admit}. A memory is given only when that was saved, and nothing is saved
 * for a cancelled request: its memories would be given neither now nor later.
 */
async function choose(
  { sessions }: InjectContext,
  request: InjectRequest,
  { found, chosen, choice, entry }: Choices,
  signal: AbortSignal | undefined,
): Promise<{ admission: Admission; session: Session }> {
  const decide = (before: Session): { admission: Admission; session: Session } => {
    const session = entry(before);
    const tools = [...(request.tools ?? []), ...session.tools];
    return { admission: admitChosen(session, admitFound(session, found, tools), found, chosen, tools), session };
  };
  const { session: id, mark = true } = request;
  if (id === undefined) return decide(NEW_SESSION);
  const before = await sessions.read(id);
  if (!mark || ((found.chosen ?? found.candidates.length) === 0 && choice.length === 0 && entry(before) === before))
    return decide(before);
  return sessions.update(id, (latest) => {
    throwIfAborted(signal);
    const result = decide(latest);
    const { after } = result.admission;
    return { after: { ...after, choice: after.choice.filter((each) => !choice.includes(each)) }, result };
  });
}

/** What was chosen too late for the prompt before takes the places that are left. */
function admitChosen(
  session: Session,
  admission: Admission,
  { candidates, fallback = [] }: FoundCandidates,
  chosen: readonly RecallCandidate[],
  tools: readonly string[],
): Admission {
  if (chosen.length === 0) return admission;
  const given = new Set(admission.given.map(({ id }) => id));
  const before = [...candidates, ...fallback].filter(({ id }) => given.has(id));
  const more = chosen.filter(({ id }) => !given.has(id));
  const all = admit(session, [...new Map([...before, ...more].map((each) => [each.id, each])).values()], tools);
  return { ...all, skipped: [...admission.skipped, ...all.skipped] };
}

/** Where what a model chose cannot be given, the hits of search take those places. */
function admitFound(
  session: Session,
  { candidates, chosen: places = candidates.length, fallback = [] }: FoundCandidates,
  tools: readonly string[],
): Admission {
  const admission = admit(session, candidates, tools);
  const free = places - admission.given.length;
  if (free === 0 || fallback.length === 0) return admission;
  const chosen = new Set(candidates.map(({ id }) => id));
  const others = fallback.filter(({ id }) => !chosen.has(id));
  const fill = admit(session, others, tools).given.slice(0, free);
  const given = new Set([...admission.given, ...fill].map(({ id }) => id));
  const inPlaces = [...candidates, ...others].filter(({ id }) => given.has(id));
  return { ...admit(session, inPlaces, tools), skipped: admission.skipped };
}

/** See Memdir.noteSession. */
export async function noteSession(
  sessions: Sessions,
  session: string,
  { tools = [], forgot = false }: SessionEvent,
): Promise<void> {
  await sessions.update(session, (before) => ({
    after: afterTools(forgot ? afterContextCleared(before) : before, tools),
    result: undefined,
  }));
}

/** The memories in scope among what is in the context of an agent. */
async function presentMemories(
  { indexSync }: Pick<SearchContext, 'indexSync'>,
  { files, ids }: TranscriptMemories,
): Promise<readonly MemoryId[]> {
  const stores = await indexSync.stores();
  const ofFiles = files.flatMap((file): MemoryId[] => {
    const home = isAbsolute(file) ? storeOf(stores, file) : undefined;
    return home === undefined ? [] : [memoryId(home.store.key, home.path)];
  });
  return [...new Set([...ofFiles, ...ids])];
}
