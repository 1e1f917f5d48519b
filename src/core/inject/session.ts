import type { MemoryId } from '../memory.js';
import { maskSecrets } from '../secrets/secrets.js';
import { RECENT_TOOLS } from './limits.js';

/** State of one session of an agent. Immutable. */
export interface Session {
  /** Ids of memories that the agent was given. */
  readonly given: readonly MemoryId[];
  /** Bytes (UTF-8) that it was given. */
  readonly bytes: number;
  /** Tools it used, most recent first. */
  readonly tools: readonly string[];
}

export const NEW_SESSION: Session = { given: [], bytes: 0, tools: [] };

/** The session after tool calls. Names of tools come from others and are masked. */
export const afterTools = (session: Session, tools: readonly string[]): Session => ({
  ...session,
  tools: [...new Set([...tools.map((tool) => maskSecrets(tool)), ...session.tools])].slice(0, RECENT_TOOLS),
});

/** The session after its context was cleared or compacted: nothing counts as given. */
export const afterContextCleared = (session: Session): Session => ({ ...NEW_SESSION, tools: session.tools });

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
  };
}

export function applySessionChange(session: Session, { forgot, given, bytes, tools }: SessionChange): Session {
  const base = afterTools(forgot ? afterContextCleared(session) : session, tools);
  return { ...base, given: [...new Set([...base.given, ...given])], bytes: base.bytes + bytes };
}

/** Parses a saved change; undefined for an invalid one. */
export function parseSessionChange(saved: unknown): SessionChange | undefined {
  const session = parseSession(saved);
  return session && { ...session, forgot: (saved as Readonly<Record<string, unknown>>)['forgot'] === true };
}

/** Parses a saved session; undefined for an invalid one. */
export function parseSession(saved: unknown): Session | undefined {
  if (typeof saved !== 'object' || saved === null) return undefined;
  const { given, bytes, tools } = saved as Readonly<Record<string, unknown>>;
  if (!isTexts(given) || !isTexts(tools) || typeof bytes !== 'number' || !(bytes >= 0)) return undefined;
  return { given, bytes, tools };
}

const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
