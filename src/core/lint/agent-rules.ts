/** Which rules apply to the memory of which agent, and what they call it. */
import type { StoreInfo } from '../memory.js';
import type { ProblemCode } from '../problem.js';
import { agentFormOf, isPlain, isSessionStore } from '../stores/agent-forms.js';

/** Rules about any text that an agent reads. */
const SAFETY: ReadonlySet<ProblemCode> = new Set([
  'secret',
  'invisible-characters',
  'instruction-like',
  'not-utf8',
  'symlink-outside',
  'merge-conflict',
  'unreadable',
  'cloud-only',
  'session-expiring',
]);

/** Rules about notes without front matter and index; all others are about Claude Code's format. */
const PLAIN: ReadonlySet<ProblemCode> = new Set([
  ...SAFETY,
  'relative-date',
  'cited-path-missing',
  'empty-body',
  'near-duplicate',
  'contradiction',
  'sync-copy',
  'memory-not-loaded',
  'duplicate-across-agents',
]);

/** A session is over soon, and Codex writes its files anew: what is safe is all that matters there. */
export function isMeantFor(code: ProblemCode, info: Pick<StoreInfo, 'kind' | 'scope'>): boolean {
  if (isSessionStore(info)) return SAFETY.has(code);
  if (info.kind === 'codex') return SAFETY.has(code) || code === 'duplicate-across-agents';
  return !isPlain(info) || PLAIN.has(code);
}

/** The words of a rule, with the name of the agent that reads the store. One rule names other agents. */
export const forAgentOf = (info: Pick<StoreInfo, 'kind'>, code: ProblemCode, text: string): string =>
  code === 'duplicate-across-agents' ? text : text.replaceAll('Claude Code', agentFormOf(info).name);
