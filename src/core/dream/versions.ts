/** Versions of one memory of which several are current. */
import { isCurrentKnowledge, isDailyLog, isNamedLikeIndex } from '../file-kinds.js';
import { t } from '../l10n.js';
import { localDay } from '../local-day.js';
import type { ParsedFile } from '../parsed-file.js';
import { type Ancestors, ancestorsIn } from '../write/version-chain.js';
import { withMissingLines } from './append-lines.js';
import type { DreamCandidate, DreamStore } from './apply-changes.js';
import { isListed } from './index-repairs.js';
import { fromOtherVersion } from './written-texts.js';

/**
 * An older version that is still listed or not marked as replaced; and forks, two memories that replace the same one:
 * there the newer takes over the lines that only the other has.
 */
export function versionCandidates(store: DreamStore): DreamCandidate[] {
  const ancestors = ancestorsIn(store);
  const memories = [...store.files.values()].filter(
    ({ memory }) => memory.searchable && !isDailyLog(memory.path) && !isNamedLikeIndex(memory.path),
  );
  const found: DreamCandidate[] = [];
  for (const file of memories) {
    const { path, deletedMs, supersededBy } = file.memory;
    const newest = newestAfter(path, ancestors, store);
    const left = deletedMs !== undefined || supersededBy !== undefined;
    if (left ? isListed(store, path) : newest !== undefined && replacedBy(path, ancestors, store).length > 0)
      found.push(candidateFor(path, left, newest));
  }
  for (const [older, newer] of forks(ancestors, store)) found.push(joinCandidate(older, newer));
  return found;
}

/** Current memories that declare to replace this one. */
const replacedBy = (path: string, ancestors: Ancestors, { files }: DreamStore): ParsedFile[] =>
  [...ancestors].flatMap(([newer, older]) => {
    const file = files.get(newer);
    return older.has(path) && file !== undefined && isCurrentKnowledge(file) ? [file] : [];
  });

/** The current version at the end of a chain of replacements. */
function newestAfter(path: string, ancestors: Ancestors, { files }: DreamStore): ParsedFile | undefined {
  const seen = new Set([path]);
  const heads: ParsedFile[] = [];
  for (const each of seen) {
    for (const [newer, older] of ancestors) {
      if (!older.has(each) || seen.has(newer)) continue;
      seen.add(newer);
      const file = files.get(newer);
      if (file !== undefined && isCurrentKnowledge(file)) heads.push(file);
    }
  }
  return heads.sort(byDate).at(-1);
}

const byDate = (a: ParsedFile, b: ParsedFile): number =>
  a.memory.dateMs - b.memory.dateMs || (a.memory.path < b.memory.path ? -1 : 1);

function candidateFor(path: string, left: boolean, newest: ParsedFile | undefined): DreamCandidate {
  const by = newest?.memory.path;

  return {
    kind: 'superseded',
    by: 'rules',
    title:
      by === undefined
        ? t('Remove {path} from MEMORY.md', { path })
        : t('Replace {old} with {new}', { old: path, new: by }),
    sources: by === undefined ? [path] : [path, by],
    reason:
      by === undefined
        ? t('{path} was forgotten, but MEMORY.md still lists it, so Claude Code reads it as if it were true.', { path })
        : left
          ? t(
              '{path} was replaced by {new}, but MEMORY.md still lists it, so Claude Code reads it as if it were true.',
              { path, new: by },
            )
          : t('{new} says it replaces {path}, but {path} isn’t marked as replaced: both are found and read.', {
              path,
              new: by,
            }),
    changes: [{ do: 'retire', path, ...(by === undefined ? {} : { by }) }],
  };
}

/** Pairs of current memories that replace the same memory and not each other, the older first. */
function forks(ancestors: Ancestors, store: DreamStore): [ParsedFile, ParsedFile][] {
  const pairs = new Map<string, [ParsedFile, ParsedFile]>();
  for (const path of new Set([...ancestors.values()].flatMap((older) => [...older]))) {
    const heads = replacedBy(path, ancestors, store).sort(byDate);
    const newest = heads.at(-1);
    for (const head of heads.slice(0, -1)) {
      if (
        newest === undefined ||
        ancestors.get(newest.memory.path)?.has(head.memory.path) ||
        head.memory.agentId !== newest.memory.agentId
      )
        continue;
      pairs.set(head.memory.path, [head, newest]);
    }
  }
  return [...pairs.values()];
}

function joinCandidate(older: ParsedFile, newer: ParsedFile): DreamCandidate {
  const [from, into] = [older.memory.path, newer.memory.path];
  const note = fromOtherVersion(from, localDay(older.memory.dateMs));
  const after = withMissingLines(newer, older, note);
  return {
    kind: 'superseded',
    by: 'rules',
    title: t('Merge {old} into {new}', { old: from, new: into }),
    sources: [from, into],
    reason: t(
      'Both replace the same memory, so two versions of it are read. Lines that are only in {old} are added to the newer {new}; check whether both are still true.',
      { old: from, new: into },
    ),
    changes: [
      ...(after === newer.source.text ? [] : [{ do: 'text', path: into, before: newer.source.text, after } as const]),
      { do: 'retire', path: from, by: into },
    ],
  };
}
