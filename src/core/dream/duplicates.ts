/** Duplicate memories: the newer one stays, takes over the lines that only the older one has, and replaces it. */
import { isCurrentKnowledge } from '../file-kinds.js';
import { t } from '../l10n.js';
import type { ParsedFile } from '../parsed-file.js';
import { withMissingLines } from './append-lines.js';
import type { DreamCandidate, DreamStore } from './apply-changes.js';
import { isListed } from './index-repairs.js';
import { keyOf } from './statement-coverage.js';

export function duplicateCandidates(store: DreamStore): DreamCandidate[] {
  const found: DreamCandidate[] = [];
  const gone = new Set<string>();
  const kept = new Set<string>();
  const add = (older: ParsedFile, newer: ParsedFile, similarity: number): void => {
    const [from, into] = [older.memory.path, newer.memory.path];
    // One pair at a time: the remaining ones are found after the first was applied.
    if (gone.has(from) || gone.has(into) || kept.has(from) || older.memory.agentId !== newer.memory.agentId) return;
    const candidate = candidateOf(older, newer, similarity);
    if (candidate.changes.length > 1 && kept.has(into)) return;
    gone.add(from);
    kept.add(into);
    found.push(candidate);
  };
  for (const files of sameTexts(store)) {
    const newest = files.at(-1);
    for (const file of files.slice(0, -1)) if (newest !== undefined) add(file, newest, 1);
  }
  for (const { kind, older, newer, similarity } of store.facts.relations ?? []) {
    const [from, into] = [store.files.get(older), store.files.get(newer)];
    if (kind === 'duplicate' && from !== undefined && into !== undefined) add(from, into, similarity);
  }
  return found;
}

/** Memories with the same words, each group by age; a memory with an index entry counts as the newest. */
function sameTexts(store: DreamStore): ParsedFile[][] {
  const groups = Map.groupBy([...store.files.values()].filter(isCurrentKnowledge), ({ memory }) => keyOf(memory.body));
  const order = (file: ParsedFile): number => (isListed(store, file.memory.path) ? 1 : 0);
  return [...groups]
    .filter(([key, files]) => key !== '' && files.length > 1)
    .map(([, files]) =>
      files.sort(
        (a, b) => order(a) - order(b) || a.memory.dateMs - b.memory.dateMs || (a.memory.path > b.memory.path ? -1 : 1),
      ),
    );
}

function candidateOf(older: ParsedFile, newer: ParsedFile, similarity: number): DreamCandidate {
  const [from, into] = [older.memory.path, newer.memory.path];
  const after = withMissingLines(newer, older);
  const takesOver = after !== newer.source.text;
  const values = { old: from, new: into };
  return {
    kind: 'duplicate',
    by: 'rules',
    title: t('Replace {old} with {new}', { old: from, new: into }),
    sources: [from, into],
    reason: [
      similarity === 1
        ? t('{old} says the same as {new}. Claude Code reads both, and may correct only one of them.', values)
        : t('{old} says nearly the same as {new}. Claude Code reads both, and may correct only one of them.', values),
      ...(takesOver ? [t('Lines that are only in {old} are added to {new}.', values)] : []),
      t('The file {old} stays, marked as replaced.', { old: from }),
    ].join(' '),
    changes: [
      ...(takesOver ? [{ do: 'text', path: into, before: newer.source.text, after } as const] : []),
      { do: 'retire', path: from, by: into },
    ],
  };
}
