/** Repairs of MEMORY.md: the linter's safe fixes, entries for memories without one, and removal of dead entries. */
import { LIMIT_LINES, LIMIT_UNITS } from '../index/budget.js';
import { INDEX_NAME, type IndexFile, parseIndex } from '../index/index-file.js';
import { resolveEntry } from '../index/resolved-entries.js';
import { t, tPlural } from '../l10n.js';
import { namesOf } from '../links/resolve.js';
import { lintIndexAndStore } from '../lint/lint.js';
import { mergeFixes, safeFix } from '../lint/merge-fixes.js';
import type { LintRuleSettings } from '../lint/rule.js';
import { sourceOfText } from '../memory.js';
import { type Fix, type Problem, PROBLEM_CODES } from '../problem.js';
import { applyEdits } from '../text.js';
import { withEntry } from '../write/index-entries.js';
import type { DreamCandidate, DreamStore } from './apply-changes.js';

const INDEX_RULES: LintRuleSettings = Object.fromEntries(
  PROBLEM_CODES.flatMap((code) => (code.startsWith('index-') ? [] : [[code, 'off']])),
);

/** @param elsewhere paths of memories whose entry another proposal adds or removes */
export function indexCandidates(store: DreamStore, elsewhere: ReadonlySet<string>): DreamCandidate[] {
  const { index } = store;
  if (index === undefined) return creationCandidates(store);
  const problems = lintIndexAndStore(store, INDEX_RULES);
  const dead = problems.flatMap((problem) => deadEntry(problem, index));
  const added = problems
    .filter(({ code, fixes }) => code === 'index-orphan' && safeFix(fixes) !== undefined)
    .map(({ path }) => path)
    .filter((path) => !elsewhere.has(path));
  const repairs = problems
    .filter((problem) => problem.code !== 'index-orphan' && deadEntry(problem, index).length === 0)
    .flatMap(({ fixes }) => safeFix(fixes) ?? [])
    .filter(isOfIndex);
  return [...repairCandidates(index, repairs), ...listCandidates(store, index, added), ...unlistCandidates(dead)];
}

/** A new index for a store that lost its own. */
function creationCandidates(store: DreamStore): DreamCandidate[] {
  const problems = lintIndexAndStore(store, INDEX_RULES).filter(({ code }) => code === 'index-missing');
  return problems.flatMap(({ message, fixes }): DreamCandidate[] => {
    const made = safeFix(fixes);
    if (made === undefined) return [];
    const after = applyEdits('', made.edits[INDEX_NAME] ?? []);
    const names = namesOf(store.files);
    const listed = parseIndex(sourceOfText(INDEX_NAME, after)).entries.flatMap(
      (entry) => resolveEntry(entry, names).found ?? [],
    );
    return [
      {
        kind: 'index',
        by: 'rules',
        title: made.title,
        sources: listed,
        reason: message,
        changes: [{ do: 'text', path: INDEX_NAME, before: undefined, after }],
      },
    ];
  });
}

const isOfIndex = ({ edits, renames }: Fix): boolean =>
  renames === undefined && Object.keys(edits).every((path) => path === INDEX_NAME);

/** The target of a broken entry, unless another name is the obvious one. */
function deadEntry({ code, path, fixes, range }: Problem, index: IndexFile): string[] {
  if (code !== 'index-missing-target' || path !== INDEX_NAME || fixes.some((fix) => fix.preferred)) return [];
  const entry = index.entries.find(
    ({ targetRange: { start } }) => start.line === range.start.line && start.character === range.start.character,
  );
  return entry === undefined || entry.mention ? [] : [entry.target];
}

function repairCandidates(index: IndexFile, repairs: readonly Fix[]): DreamCandidate[] {
  const { edits, taken } = mergeFixes(repairs, true);
  const before = index.source.text;
  const after = applyEdits(before, edits[INDEX_NAME] ?? []);
  if (after === before) return [];
  return [
    {
      kind: 'index',
      by: 'rules',
      title: tPlural(taken.length, 'Fix 1 line in {index}', 'Fix {n} lines in {index}', { index: INDEX_NAME }),
      sources: [INDEX_NAME],
      reason: t('{fixes}. “memdir lint --fix” makes the same fixes.', {
        fixes: [...new Set(taken.map(({ title }) => title))].slice(0, 3).join('; '),
      }),
      changes: [{ do: 'text', path: INDEX_NAME, before, after }],
    },
  ];
}

/** As many entries as fit into the loaded part. */
function listCandidates(store: DreamStore, index: IndexFile, orphans: readonly string[]): DreamCandidate[] {
  const paths: string[] = [];
  let now = index;
  for (const path of orphans) {
    const file = store.files.get(path);
    // A memory without text and description is not worth a line that every session loads.
    if (file === undefined || (file.memory.body.trim() === '' && file.memory.description === '')) continue;
    const next = parseIndex({ ...index.source, text: withEntry(now, path, file.memory, store.files) });
    if (next.budget.lines > LIMIT_LINES) break;
    if (next.budget.units > LIMIT_UNITS) continue;
    paths.push(path);
    now = next;
  }
  if (paths.length === 0) return [];

  return [
    {
      kind: 'index',
      by: 'rules',
      title: t('List {memories} in {index}', { memories: summarizePaths(paths), index: INDEX_NAME }),
      sources: paths,
      changes: [{ do: 'list', paths }],
      reason: tPlural(
        paths.length,
        'Not listed in {index}, so Claude Code won’t know it exists.',
        'Not listed in {index}, so Claude Code won’t know they exist.',
        { index: INDEX_NAME },
      ),
    },
  ];
}

function unlistCandidates(targets: readonly string[]): DreamCandidate[] {
  const dead = [...new Set(targets)];
  if (dead.length === 0) return [];

  return [
    {
      kind: 'index',
      by: 'rules',
      title: tPlural(dead.length, 'Remove 1 broken link from {index}', 'Remove {n} broken links from {index}', {
        index: INDEX_NAME,
      }),
      sources: [INDEX_NAME],
      changes: [{ do: 'unlist', targets: dead }],
      reason: tPlural(dead.length, '{names} doesn’t exist.', '{names} don’t exist.', { names: summarizePaths(dead) }),
    },
  ];
}

const MOST_NAMED = 3;

/** The first few paths by name: "a.md, b.md and 3 more". */
export const summarizePaths = (paths: readonly string[]): string =>
  paths.length <= MOST_NAMED + 1
    ? paths.join(', ')
    : t('{names} and {n} more', { names: paths.slice(0, MOST_NAMED).join(', '), n: paths.length - MOST_NAMED });

/** Whether the index has an entry for a memory. */
export const isListed = ({ index, files }: DreamStore, path: string): boolean =>
  index?.entries.some((entry) => !entry.mention && resolveEntry(entry, namesOf(files)).found === path) ?? false;
