/** Injection: memories that an agent is given with a prompt. Candidates are searched within a deadline, then filtered by the session. */
import { throwIfAborted } from '../../core/errors.js';
import { type Admission, admit } from '../../core/inject/admit.js';
import { bytesOf } from '../../core/inject/limits.js';
import { afterContextCleared, afterTools, NEW_SESSION, type Session } from '../../core/inject/session.js';
import type { Sessions } from '../../core/ports/sessions.js';
import type { InjectRequest, InjectResult, SessionEvent } from '../../core/results.js';
import { raceAbort, withTimeout } from '../async.js';
import {
  type CandidateContext,
  type CandidateRequest,
  dropChanged,
  findCandidates,
  type FoundCandidates,
  NO_CANDIDATES,
} from './candidates.js';

const DEADLINE_MS = 250;
/** Share of the deadline that a search may wait for vectors; what is left is enough to answer by words. */
const VECTORS_SHARE = 0.7;

export interface InjectContext {
  readonly find: CandidateContext;
  readonly sessions: Sessions;
}

/** A running search for a prompt, independent of the session. */
export interface Prefetch {
  /** The result when it is complete, or the best one after `ms` milliseconds. Rejects when it was cancelled, or failed without a result. */
  take(ms: number): Promise<FoundCandidates>;
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
    take: async (ms) => {
      const ended = await raceAbort(withTimeout(done, ms), either).catch((error: unknown) => {
        throwIfAborted(either);
        if (latest === undefined) throw error;
      });
      if (ended !== undefined) return latest ?? NO_CANDIDATES;
      stop.abort();
      if (latest !== undefined) return latest;
      const notice = `Nothing was found within ${ms} ms.`;
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
  const deadline = request.deadline ?? DEADLINE_MS;
  const select = request.select ?? context.find.settings.select;
  const given =
    select === 'model' && request.session !== undefined ? (await context.sessions.read(request.session)).given : [];
  const ahead = prefetch(context.find, { ...request, select, given }, Math.floor(deadline * VECTORS_SHARE), signal);
  const found = await dropChanged(context.find, await ahead.take(deadline));
  const { admission, session } = await choose(context, request, found, signal);
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

/**
 * The final filter by what the session was given before: see {@link admit}. A memory is given only when that was saved, and nothing is saved
 * for a cancelled request: its memories would be given neither now nor later.
 */
async function choose(
  { sessions }: InjectContext,
  request: InjectRequest,
  found: FoundCandidates,
  signal: AbortSignal | undefined,
): Promise<{ admission: Admission; session: Session }> {
  const decide = (session: Session): { admission: Admission; session: Session } => ({
    admission: admitFound(session, found, [...(request.tools ?? []), ...session.tools]),
    session,
  });
  const { session: id, mark = true } = request;
  if (id === undefined) return decide(NEW_SESSION);
  if (!mark || found.candidates.length === 0) return decide(await sessions.read(id));
  return sessions.update(id, (before) => {
    throwIfAborted(signal);
    const result = decide(before);
    return { after: result.admission.after, result };
  });
}

/** Where the filter refuses what a model chose, the hits of search take those places. */
function admitFound(
  session: Session,
  { candidates, fallback = [] }: FoundCandidates,
  tools: readonly string[],
): Admission {
  const admission = admit(session, candidates, tools);
  const free = candidates.length - admission.given.length;
  if (free === 0 || fallback.length === 0) return admission;
  const chosen = new Set(candidates.map(({ id }) => id));
  const others = fallback.filter(({ id }) => !chosen.has(id));
  const fill = admit(session, others, tools).given.slice(0, free);
  const places = new Set([...admission.given, ...fill].map(({ id }) => id));
  const inPlaces = [...candidates, ...others].filter(({ id }) => places.has(id));
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
