import type { MemoryId } from '../memory.js';
import { maskSecrets } from '../secrets/secrets.js';
import { MOST_MEMORIES, RECENT_TOOLS } from './limits.js';

/** State of one session of an agent. Immutable. */
export interface Session {
  /** Ids of memories that the agent was given. */
  readonly given: readonly MemoryId[];
  /** Bytes (UTF-8) that it was given. */
  readonly bytes: number;
  /** Tools it used, most recent first. */
  readonly tools: readonly string[];
  /** Memories that a model chose after the deadline of their prompt: the next hook of the session gives them. */
  readonly choice: readonly MemoryId[];
}

export const NEW_SESSION: Session = { given: [], bytes: 0, tools: [], choice: [] };

/** The session after tool calls. Names of tools come from others and are masked. */
export const afterTools = (session: Session, tools: readonly string[]): Session => ({
  ...session,
  tools: [...new Set([...tools.map((tool) => maskSecrets(tool)), ...session.tools])].slice(0, RECENT_TOOLS),
});

/** The session after its context was cleared or compacted: nothing counts as given. */
export const afterContextCleared = (session: Session): Session => ({ ...NEW_SESSION, tools: session.tools });

/** The session with memories that are in its context without having been given: they are not given either. */
export function withPresent(session: Session, ids: readonly MemoryId[]): Session {
  const given = new Set(session.given);
  const others = ids.filter((id) => !given.has(id));
  return others.length === 0 ? session : { ...session, given: [...session.given, ...new Set(others)] };
}

/** A new session that began as a copy of another one. One that was given something before stays as it is. */
export const afterFork = (session: Session, parent: Session): Session =>
  session.given.length > 0 || session.bytes > 0
    ? session
    : { ...parent, tools: [...new Set([...session.tools, ...parent.tools])].slice(0, RECENT_TOOLS), choice: [] };

/** The session with the choice of a model that came too late, without what it has already. */
export const withChoice = (session: Session, ids: readonly MemoryId[]): Session => ({
  ...session,
  choice: [...new Set([...session.choice, ...ids])].filter((id) => !session.given.includes(id)).slice(-MOST_MEMORIES),
});

/** The difference between two states of a session; applied to the state at the time of saving. */
export interface SessionChange extends Session {
  /** Whether the context was cleared. */
  readonly forgot: boolean;
}

export function sessionChange(before: Session, after: Session): SessionChange {
  const forgot = before.given.some((id, at) => after.given[at] !== id);
  const base = forgot ? NEW_SESSION : before;
  return {
    forgot,
    given: after.given.slice(base.given.length),
    bytes: after.bytes - base.bytes,
    tools: after.tools.join('\n') === before.tools.join('\n') ? [] : after.tools,
    choice: after.choice.filter((id) => !base.choice.includes(id)),
  };
}

export function applySessionChange(session: Session, { forgot, given, bytes, tools, choice }: SessionChange): Session {
  const base = afterTools(forgot ? afterContextCleared(session) : session, tools);
  return withChoice({ ...base, given: [...new Set([...base.given, ...given])], bytes: base.bytes + bytes }, choice);
}

/** Parses a saved change; undefined for an invalid one. */
export function parseSessionChange(saved: unknown): SessionChange | undefined {
  const session = parseSession(saved);
  return session && { ...session, forgot: (saved as Readonly<Record<string, unknown>>)['forgot'] === true };
}

/** Parses a saved session; undefined for an invalid one. */
export function parseSession(saved: unknown): Session | undefined {
  if (typeof saved !== 'object' || saved === null) return undefined;
  const { given, bytes, tools, choice = [] } = saved as Readonly<Record<string, unknown>>;
  if (!isTexts(given) || !isTexts(tools) || !isTexts(choice) || typeof bytes !== 'number' || !(bytes >= 0))
    return undefined;
  return { given, bytes, tools, choice };
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
