/** Runs the rules on a store. Pure: the same store and settings give the same problems. */
import { containsMemories, isDailyLog, isNamedLikeIndex, isReadme } from '../file-kinds.js';
import { INDEX_NAME } from '../index/index-file.js';
import { mayContainConflict } from '../markdown/conflict-markers.js';
import type { StoreInfo } from '../memory.js';
import type { ParsedFile } from '../parsed-file.js';
import type { ParsedStore } from '../parsed-store.js';
import type { Fix, Problem } from '../problem.js';
import { maskForDisplay } from '../secrets/secrets.js';
import { isPlain } from '../stores/agent-forms.js';
import { isGarbled, type Range } from '../text.js';
import { forAgentOf, isMeantFor } from './agent-rules.js';
import type { Finding, IndexRule, LintRuleSettings, MemoryRule, Rule, StoreRule } from './rule.js';
import { RULES } from './rules.js';

export { groupProblems } from './group-problems.js';
export { RULES } from './rules.js';

/** Problems of one memory file alone; they stay the same while file and settings do. */
export function lintMemoryFile(
  file: ParsedFile,
  store: Pick<ParsedStore, 'info' | 'types' | 'now'>,
  settings: LintRuleSettings,
): Problem[] {
  const result: Problem[] = [];
  for (const rule of RULES) {
    if (rule.on !== 'memory' || settings[rule.code] === 'off' || !isMeantFor(rule.code, store.info)) continue;
    if (!applies(rule, file, store.info)) continue;
    for (const finding of rule.check(file, store))
      result.push(problemOf(rule, finding, { path: file.source.path, settings, info: store.info }));
  }
  const may = fixable(file, store.info);
  return may ? result : result.map(withoutFixes);
}

/** Problems of the index and of the store as a whole; with `only` those of that file alone. */
export const lintIndexAndStore = (store: ParsedStore, settings: LintRuleSettings, only?: string): Problem[] =>
  [...indexAndStoreSteps(store, settings, only)].flat();

/** The same in steps of one rule each: all rules together take long in a large store. */
export function* indexAndStoreSteps(
  store: ParsedStore,
  settings: LintRuleSettings,
  only?: string,
): Generator<readonly Problem[]> {
  const path = store.index?.source.path ?? INDEX_NAME;
  const editable = new Map<string, boolean>();
  for (const rule of RULES) {
    if (rule.on === 'memory' || settings[rule.code] === 'off' || !isMeantFor(rule.code, store.info)) continue;
    const result: Problem[] = [];
    for (const finding of findingsOf(rule, store, path, only)) {
      if (only === undefined || (finding.path ?? path) === only)
        result.push(problemOf(rule, finding, { path, settings, info: store.info }));
    }
    yield result.map((problem) => ({
      ...problem,
      fixes: problem.fixes.filter((fix) => mayApply(fix, store, editable) && !copiesGarbled(fix, store)),
    }));
  }
}

function findingsOf(
  rule: IndexRule | StoreRule,
  store: ParsedStore,
  path: string,
  only: string | undefined,
): Iterable<Finding> {
  // Nothing is known about the entries of an index that cannot be read.
  if (store.index?.source.unreadable !== undefined && rule.code.startsWith('index-')) return [];
  if (rule.on === 'store') return rule.check(store, only);
  return store.index === undefined || (only !== undefined && only !== path) ? [] : rule.check(store.index, store);
}

interface ProblemContext {
  readonly path: string;
  readonly settings: LintRuleSettings;
  readonly info: StoreInfo;
}

/** Messages quote titles, names and descriptions: secrets in them are masked. */
function problemOf(rule: Rule, finding: Finding, { path, settings, info }: ProblemContext): Problem {
  const words = (text: string): string => maskForDisplay(forAgentOf(info, rule.code, text));
  const set = settings[rule.code];
  return {
    code: rule.code,
    path: finding.path ?? path,
    range: finding.range,
    severity: set !== undefined && set !== 'off' ? set : (finding.severity ?? rule.severity),
    message: words(finding.message),
    fixes: (finding.fixes ?? []).map((fix) => ({ ...fix, title: words(fix.title) })),
    ...(finding.related === undefined || finding.related.length === 0
      ? {}
      : { related: finding.related.map((each) => ({ ...each, message: words(each.message) })) }),
  };
}

/**
 * Which rules apply to a file: a binary file has no front matter, an empty one is only reported as empty, logs and
 * forgotten memories need no metadata, and a README is no memory.
 */
function applies(rule: MemoryRule, file: ParsedFile, info: StoreInfo): boolean {
  const { source, memory, frontMatter } = file;
  if (source.unreadable !== undefined) return false;
  if (rule.code === 'not-utf8') return true;
  if (!memory.searchable) return false;
  if (rule.code === 'merge-conflict' || rule.code === 'frontmatter-executable') return true;
  if (isReadme(file)) return false;
  const blank = frontMatter.state === 'none' && memory.body.replace(/^\uFEFF/, '').trim() === '';
  if (blank) return rule.code === 'empty-body';
  const plain = !containsMemories(info) || isDailyLog(source.path) || (isNamedLikeIndex(source.path) && !isPlain(info));
  return !plain && memory.deletedMs === undefined;
}

/**
 * Whether Memdir may rewrite a file: not when it was decoded with errors, lies outside the store or contains an
 * unfinished merge.
 */
function fixable({ source, lines }: Pick<ParsedFile, 'source' | 'lines'>, info: StoreInfo): boolean {
  if (info.readOnly || source.encoding !== 'utf8' || source.unreadable !== undefined || source.linkTarget !== undefined)
    return false;
  return !mayContainConflict(lines);
}

function mayApply(fix: Fix, store: ParsedStore, editable: Map<string, boolean>): boolean {
  return [...Object.keys(fix.edits), ...Object.keys(fix.renames ?? {})].every((path) => {
    let may = editable.get(path);
    if (may === undefined) editable.set(path, (may = mayEdit(path, store)));
    return may;
  });
}

/** A name or description that was not UTF-8 is written nowhere else. */
const copiesGarbled = ({ edits }: Fix, { index, files }: ParsedStore): boolean =>
  Object.entries(edits).some(([path, list]) => {
    const lines = (index?.source.path === path ? index : files.get(path))?.lines;
    const replaced = ({ start, end }: Range): string => lines?.text.slice(lines.offset(start), lines.offset(end)) ?? '';
    return list.some(({ range, newText }) => isGarbled(newText) && !isGarbled(replaced(range)));
  });

function mayEdit(path: string, store: ParsedStore): boolean {
  const { index } = store;
  if (index?.source.path === path) return fixable(index, store.info);
  const file = store.files.get(path);
  return file === undefined ? !store.info.readOnly : fixable(file, store.info);
}

const withoutFixes = (problem: Problem): Problem => (problem.fixes.length === 0 ? problem : { ...problem, fixes: [] });
