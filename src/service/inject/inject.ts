/** Recall that is pushed at an agent: found ahead, chosen last. */
import { throwIfAborted } from '../../core/errors.js';
import { type Admission, admit } from '../../core/inject/admit.js';
import { bytesOf } from '../../core/inject/limits.js';
import { afterForgetting, afterTools, NEW_SESSION, type Session } from '../../core/inject/session.js';
import type { Sessions } from '../../core/ports/sessions.js';
import type { InjectRequest, InjectResult, SessionEvent } from '../../core/results.js';
import { raceAbort, withTimeout } from '../async.js';
import {
  type CandidateContext,
  dropChanged,
  findCandidates,
  type FoundCandidates,
  NO_CANDIDATES,
} from './candidates.js';

const DEADLINE_MS = 250;

export interface InjectContext {
  readonly find: CandidateContext;
  /** Absent: no session is known from one prompt to the next. */
  readonly sessions: Sessions | undefined;
}

/** A search under way for a prompt. It knows nothing of sessions: what it finds is not given yet. */
export interface Prefetch {
  /** What is known when it is complete, or after so many milliseconds. Rejects when it was cancelled or failed with nothing to show. */
  take(ms: number): Promise<FoundCandidates>;
  cancel(): void;
}

/** Starts looking for what bears on a prompt. `patience`: milliseconds search may wait for vectors. */
function prefetch(
  context: CandidateContext,
  request: Pick<InjectRequest, 'prompt' | 'tools' | 'select' | 'folder'>,
  patience: number,
  signal?: AbortSignal,
): Prefetch {
  const stop = new AbortController();
  const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  let known: FoundCandidates | undefined;
  const done = findCandidates(
    context,
    { ...request, patience },
    (found) => {
      known = found;
    },
    either,
  ).then(() => 'done' as const);
  // It may fail after nobody waits any more; before that `take` says so.
  done.catch(() => undefined);
  return {
    take: async (ms) => {
      const ended = await raceAbort(withTimeout(done, ms), either).catch((error: unknown) => {
        throwIfAborted(either);
        if (known === undefined) throw error;
      });
      if (ended !== undefined) return known ?? NO_CANDIDATES;
      stop.abort();
      if (known !== undefined) return known;
      const notice = `Nothing was found within ${ms} ms.`;
      // An agent is not told, and a machine that is always too slow would look as if it remembered nothing.
      context.ports.log.info(`No memories were given with a prompt. ${notice}`);
      return { ...NO_CANDIDATES, notice };
    },
    cancel: () => stop.abort(),
  };
}

/** What an agent is given with a prompt, and why the rest is not. */
export async function inject(
  context: InjectContext,
  request: InjectRequest,
  signal?: AbortSignal,
): Promise<InjectResult> {
  throwIfAborted(signal);
  const deadline = request.deadline ?? DEADLINE_MS;
  const ahead = prefetch(
    context.find,
    { ...request, select: request.select ?? context.find.settings.select },
    Math.floor(deadline / 3),
    signal,
  );
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
  };
}

/**
 * The final filter, on the session as it was before: see {@link admit}. What cannot be marked as given is not given, and nothing is
 * marked for who does not wait any more: it would be neither given now nor later.
 */
async function choose(
  { sessions }: InjectContext,
  request: InjectRequest,
  found: FoundCandidates,
  signal: AbortSignal | undefined,
): Promise<{ admission: Admission; session: Session }> {
  const decide = (session: Session): { admission: Admission; session: Session } => ({
    admission: admit(session, found.candidates, [...(request.tools ?? []), ...session.tools]),
    session,
  });
  const { session: id, mark = true } = request;
  if (id === undefined || sessions === undefined) return decide(NEW_SESSION);
  if (!mark || found.candidates.length === 0) return decide(await sessions.read(id));
  return sessions.update(id, (before) => {
    throwIfAborted(signal);
    const result = decide(before);
    return { after: result.admission.after, result };
  });
}

/** See Memdir.noteSession. */
export async function noteSession(
  sessions: Sessions | undefined,
  session: string,
  { tools = [], forgot = false }: SessionEvent,
): Promise<void> {
  await sessions?.update(session, (before) => ({
    after: afterTools(forgot ? afterForgetting(before) : before, tools),
    result: undefined,
  }));
}
