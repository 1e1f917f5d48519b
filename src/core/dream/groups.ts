/** Groups of related memories, and the newest daily logs: the input of one model question each. */
import { isCurrentKnowledge } from '../file-kinds.js';
import type { ParsedFile } from '../parsed-file.js';
import { profileOf } from '../similarity/profile.js';
import { isFiller, termOf } from '../similarity/stem-words.js';
import type { DreamStore } from './apply-changes.js';
import { dailyLogs } from './daily-logs.js';

export interface DreamGroup {
  readonly kind: 'memories' | 'logs';
  readonly files: readonly ParsedFile[];
}

/** Newest memories that are compared with one another. */
const COMPARED = 300;
/** Jaccard similarity of the stems of names and descriptions from which two memories count as related. */
const LEAST_OVERLAP = 0.34;
const MOST_FILES = 6;
const MOST_GROUPS = 8;
/** Newest daily logs. */
const MOST_LOGS = 7;
/** UTF-16 units of one question. */
export const LONGEST_GROUP = 12_000;

export function groupsOf(store: DreamStore): DreamGroup[] {
  const memories = [...store.files.values()]
    .filter(isCurrentKnowledge)
    .sort((a, b) => b.memory.dateMs - a.memory.dateMs || (a.memory.path < b.memory.path ? -1 : 1))
    .slice(0, COMPARED);
  const logs = dailyLogs(store)
    .slice(-MOST_LOGS)
    .map(({ file }) => file);
  return [
    ...relatedGroups(memories, store)
      .slice(0, MOST_GROUPS)
      .map((files) => ({ kind: 'memories', files: fitQuestion(files) }) as const)
      .filter(({ files }) => files.length > 1),
    ...(logs.length === 0 ? [] : [{ kind: 'logs', files: fitQuestion(logs.reverse()) } as const]),
  ];
}

/** As many files as fit into one question, in order. */
function fitQuestion(files: readonly ParsedFile[]): ParsedFile[] {
  let units = 0;
  return files
    .slice(0, Math.max(MOST_FILES, MOST_LOGS))
    .filter(({ source }) => (units += source.text.length) <= LONGEST_GROUP);
}

/** Groups of memories joined by known relations or by common words, largest first. */
function relatedGroups(memories: readonly ParsedFile[], { facts }: DreamStore): ParsedFile[][] {
  const parent = new Map(memories.map(({ memory: { path } }) => [path, path]));
  const rootOf = (path: string): string => {
    let at = path;
    for (let up = parent.get(at); up !== undefined && up !== at; up = parent.get(at)) at = up;
    return at;
  };
  const join = (a: string, b: string): void =>
    void (parent.has(a) && parent.has(b) && parent.set(rootOf(a), rootOf(b)));
  for (const { newer, older } of facts.relations ?? []) join(newer, older);
  const terms = memories.map((file) => ({ path: file.memory.path, agent: file.memory.agentId, terms: termsOf(file) }));
  for (const [at, a] of terms.entries()) {
    for (const b of terms.slice(at + 1)) if (a.agent === b.agent && shareTerms(a.terms, b.terms)) join(a.path, b.path);
  }
  const groups = Map.groupBy(memories, ({ memory }) => rootOf(memory.path));
  return [...groups.values()]
    .filter((files) => files.length > 1)
    .map((files) => files.slice(0, MOST_FILES))
    .sort((a, b) => b.length - a.length);
}

const termsOf = (file: ParsedFile): ReadonlySet<string> =>
  new Set([
    ...profileOf(file).name,
    ...(file.memory.description.toLowerCase().match(/[\p{L}\p{N}_.-]{2,}/gu) ?? [])
      .filter((word) => !isFiller(word))
      .map(termOf),
  ]);

function shareTerms(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a.size === 0 || b.size === 0) return false;
  let common = 0;
  for (const term of a) if (b.has(term)) common++;
  return common >= 2 && common / (a.size + b.size - common) >= LEAST_OVERLAP;
}
