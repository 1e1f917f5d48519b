import type { MemoryId } from '../memory.js';
import { RECENT_TOOLS } from './limits.js';

/** What is known of one session of an agent. Never changed: what happens in a session makes another one of it. */
export interface Session {
  /** Memories its agent was given. */
  readonly given: readonly MemoryId[];
  /** Bytes of UTF-8 it was given. */
  readonly bytes: number;
  /** Tools it used, the latest first. */
  readonly tools: readonly string[];
}

export const NEW_SESSION: Session = { given: [], bytes: 0, tools: [] };

/** After a tool was used. */
export const afterTools = (session: Session, tools: readonly string[]): Session => ({
  ...session,
  tools: [...new Set([...tools, ...session.tools])].slice(0, RECENT_TOOLS),
});

/** After its context was cleared or compacted: what was given is no longer before the agent. */
export const afterForgetting = (session: Session): Session => ({ ...NEW_SESSION, tools: session.tools });

/** What happened in a session, so that it can be told of the session as it is by then. */
export interface SessionChange extends Session {
  /** Whether all that was given before is no longer before the agent. */
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
  };
}

export function applySessionChange(session: Session, { forgot, given, bytes, tools }: SessionChange): Session {
  const base = afterTools(forgot ? afterForgetting(session) : session, tools);
  return { ...base, given: [...new Set([...base.given, ...given])], bytes: base.bytes + bytes };
}

/** A change as it was saved; undefined for what is none. */
export function parseSessionChange(saved: unknown): SessionChange | undefined {
  const session = parseSession(saved);
  return session && { ...session, forgot: (saved as Readonly<Record<string, unknown>>)['forgot'] === true };
}

/** A session as it was saved; undefined for what is none. */
export function parseSession(saved: unknown): Session | undefined {
  if (typeof saved !== 'object' || saved === null) return undefined;
  const { given, bytes, tools } = saved as Readonly<Record<string, unknown>>;
  if (!isTexts(given) || !isTexts(tools) || typeof bytes !== 'number' || !(bytes >= 0)) return undefined;
  return { given, bytes, tools };
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
