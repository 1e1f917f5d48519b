import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { INDEX_NAME, isIndexName, parseIndex } from '../../../src/core/index/index-file.js';
import { groupProblems, lintIndexAndStore, lintMemoryFile } from '../../../src/core/lint/lint.js';
import type { LintRuleSettings } from '../../../src/core/lint/rule.js';
import type { SourceFile, StoreInfo, StoreKind } from '../../../src/core/memory.js';
import { typeTable } from '../../../src/core/memory-types.js';
import { parseMemory } from '../../../src/core/parse-memory.js';
import type { ParsedStore } from '../../../src/core/parsed-store.js';
import type { Fix, IndexBudget, Problem } from '../../../src/core/problem.js';
import { applyEdits } from '../../../src/core/text.js';
import { readFileIn } from '../../../src/node/files/read-file.js';
import { source } from '../cases/cases.js';

const CASES = join(import.meta.dirname, '../../fixtures/cases');

export const infoOf = (kind: StoreKind = 'main', more: Partial<StoreInfo> = {}): StoreInfo => ({
  key: 'abcdef',
  path: '/memory',
  kind,
  scope: 'user',
  label: 'test',
  why: 'It was named.',
  exists: true,
  files: 1,
  sharedWith: [],
  readOnly: false,
  ...more,
});

/** A parsed store of sources, as the service builds it. */
export function storeOf(sources: readonly SourceFile[], info: StoreInfo = infoOf()): ParsedStore {
  const types = typeTable();
  const index = sources.find((each) => isIndexName(each.path));
  const memories = sources.filter((each) => !isIndexName(each.path));
  return {
    info,
    types,
    facts: {},
    now: Date.UTC(2026, 0, 10),
    index: index === undefined ? undefined : parseIndex(index),
    files: new Map(memories.map((each) => [each.path, parseMemory(each, { types, storeKind: info.kind })])),
  };
}

/** A store of texts by path. */
export const storeOfTexts = (texts: Readonly<Record<string, string>>, info?: StoreInfo): ParsedStore =>
  storeOf(
    Object.entries(texts).map(([path, text]) => source(path, text)),
    info,
  );

/** The files of a case's directory, read from a copy by the file reader. */
export async function caseSources(name: string, directory = 'memory'): Promise<SourceFile[]> {
  const copy = mkdtempSync(join(tmpdir(), 'memdir-case-'));
  try {
    cpSync(join(CASES, name, directory), copy, { recursive: true });
    const paths = readdirSync(copy, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.md') && path !== 'EXPECT.md')
      .sort();
    const read = await Promise.all(paths.map((path) => readFileIn(copy, path, { followOutside: false })));
    return read.filter((each) => each !== undefined);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

export const caseStore = async (name: string, directory?: string): Promise<ParsedStore> =>
  storeOf(await caseSources(name, directory));

/** `path:line code`, lines from 1, in the order of the report. */
export const brief = (problems: readonly Problem[]): string[] =>
  problems.map(({ path, range, code }) => `${path}:${range.start.line + 1} ${code}`);

/**
 * All problems of a store, the index first, then files by path, within a file by position; grouped. A few texts are
 * taken for a store without its index here: that it lacks one is asked for with `lintIndexAndStore`.
 */
export function lint(store: ParsedStore, set: LintRuleSettings = {}): Problem[] {
  const settings: LintRuleSettings = { 'index-missing': 'off', ...set };
  const key = ({ path }: Problem): string => (path === store.index?.source.path ? '' : path);
  const problems = [
    ...lintIndexAndStore(store, settings),
    ...[...store.files.values()].flatMap((file) => lintMemoryFile(file, store, settings)),
  ];
  return groupProblems(
    problems.sort((a, b) =>
      a.path !== b.path
        ? key(a) < key(b)
          ? -1
          : 1
        : a.range.start.line - b.range.start.line || a.range.start.character - b.range.start.character,
    ),
  );
}

/** Budget of the text of an index. */
export const measureIndex = (text: string): IndexBudget => parseIndex(source(INDEX_NAME, text)).budget;

export const sourcesOf = (store: ParsedStore): SourceFile[] => [
  ...(store.index === undefined ? [] : [store.index.source]),
  ...[...store.files.values()].map((file) => file.source),
];

/** The store after fixes, files that they create or rename included. */
export function applied(store: ParsedStore, ...fixes: readonly Fix[]): ParsedStore {
  const sources = sourcesOf(store).map((each) => {
    const edits = fixes.flatMap((fix) => fix.edits[each.path] ?? []);
    const path = fixes.map((fix) => fix.renames?.[each.path]).find((to) => to !== undefined) ?? each.path;
    return { ...each, path, text: applyEdits(each.text, edits) };
  });
  const known = new Set(sources.map(({ path }) => path));
  const created = [...new Set(fixes.flatMap((fix) => Object.keys(fix.edits)))].filter((path) => !known.has(path));
  return storeOf(
    [
      ...sources,
      ...created.map((path) =>
        source(
          path,
          applyEdits(
            '',
            fixes.flatMap((fix) => fix.edits[path] ?? []),
          ),
        ),
      ),
    ],
    store.info,
  );
}

/** Text a range covers. */
export function covered(store: ParsedStore, problem: Problem): string {
  const lines = store.index?.source.path === problem.path ? store.index.lines : store.files.get(problem.path)?.lines;
  if (lines === undefined) throw new Error(`No file ${problem.path}`);
  return lines.text.slice(lines.offset(problem.range.start), lines.offset(problem.range.end));
}

export const CASES_WITH_FILES: readonly (readonly [name: string, directory: string])[] = [
  ['01-index-over-200-lines', 'memory'],
  ['02-limit-is-utf16-units', 'ascii'],
  ['02-limit-is-utf16-units', 'cjk'],
  ['02-limit-is-utf16-units', 'emoji'],
  ['04-frontmatter-and-comments-do-not-count', 'memory'],
  ['05-index-drift-both-ways', 'memory'],
  ['06-unquoted-colon', 'memory'],
  ['07-inline-hash', 'memory'],
  ['09-nested-metadata', 'memory'],
  ['10-blanked-frontmatter', 'memory'],
  ['11-unclosed-frontmatter', 'memory'],
  ['13-rule-is-not-frontmatter', 'memory'],
  ['15-bom-crlf', 'memory'],
  ['16-not-utf8', 'memory'],
  ['17-js-frontmatter', 'memory'],
  ['18-yaml-alias-bomb', 'memory'],
  ['20-slow-regex', 'memory'],
  ['21-index-name-case', 'only-lower/memory'],
  ['21-index-name-case', 'both/memory'],
  ['21-index-name-case', 'link-case/memory'],
  ['23-link-spellings', 'memory'],
  ['24-wikilink-resolution', 'memory'],
  ['28-link-escapes-directory', 'repo/.claude/memory'],
  ['33-merge-conflict', 'memory'],
  ['36-index-holds-content', 'memory'],
  ['37-duplicates', 'memory'],
  ['46-do-not-regenerate', 'memory'],
  ['49-unknown-and-distill-types', 'memory'],
];
