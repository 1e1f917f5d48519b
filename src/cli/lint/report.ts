/** Prints the result of `memdir lint` in each format. */
import { createHash } from 'node:crypto';
import { relative, sep } from 'node:path';

import { unifiedDiff } from '../../core/diff.js';
import { t, tPlural } from '../../core/l10n.js';
import { isGroup } from '../../core/lint/group-problems.js';
import type { StoreInfo } from '../../core/memory.js';
import type { IndexBudget, Severity } from '../../core/problem.js';
import { countWords } from '../../core/problem-count.js';
import type {
  FixPlan,
  LintReport,
  LocatedProblem,
  PrintedBudget,
  PrintedLint,
  PrintedProblem,
} from '../../core/results.js';
import { maskForDisplay } from '../../core/secrets/secrets.js';
import type { Cli } from '../cli.js';
import { columnWidth, pad, sanitize, sanitizeLines } from '../format.js';
import { toSarif } from './sarif.js';

export const FORMATS = ['text', 'json', 'sarif', 'github'] as const;
export type LintFormat = (typeof FORMATS)[number];

export interface LintOutcome {
  readonly report: LintReport;
  readonly stores: readonly StoreInfo[];
  /** Number of fixes written. */
  readonly fixed?: number;
  /** Id by which they are undone; absent when nothing was written. */
  readonly repairId?: string;
  /** Fixes that a run without `--dry-run` would write. */
  readonly preview?: FixPlan;
}

const COLOURS = { error: 'red', warning: 'yellow', info: 'blue', hint: 'gray' } as const satisfies Record<
  Severity,
  string
>;

export function printOutcome(cli: Cli, format: LintFormat, outcome: LintOutcome): void {
  if (format === 'json') cli.out.json(toJson(outcome));
  else if (format === 'sarif') cli.out.json(toSarif(outcome.report, cli.cwd, cli.version, fingerprint));
  else if (format === 'github')
    for (const problem of outcome.report.problems) cli.out.line(annotation(cli.cwd, problem));
  else printText(cli, outcome);
}

const fingerprint = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

function toJson({ report, stores, fixed, preview }: LintOutcome): PrintedLint {
  const indexes = report.indexes.map((budget) =>
    budgetJson(
      budget,
      stores.find(({ key }) => key === budget.store),
    ),
  );
  return {
    problems: report.problems.map(problemJson),
    files: report.files,
    index: indexes[0] ?? null,
    indexes,
    ...(fixed === undefined ? {} : { fixed }),
    ...(preview === undefined
      ? {}
      : {
          wouldFix: preview.repairs,
          changes: preview.changes.map(({ file, before, after }) => ({
            path: file,
            diff: shownDiff(file, before, after),
          })),
        }),
  };
}

function problemJson(problem: LocatedProblem): PrintedProblem {
  const {
    range: { start, end },
    file,
    code,
    severity,
    message,
    related,
  } = problem;
  const fix = problem.fixes.find(({ preferred }) => preferred) ?? problem.fixes[0];
  return {
    path: file,
    line: start.line + 1,
    column: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
    code,
    severity,
    message,
    ...(fix === undefined ? {} : { fix: { title: fix.title, safe: fix.safe } }),
    ...(related === undefined
      ? {}
      : {
          related: related.map((one) => ({
            path: folderOf(problem) + one.path,
            line: one.range.start.line + 1,
            column: one.range.start.character + 1,
            message: one.message,
          })),
        }),
  };
}

/** The store's directory with its separator. */
const folderOf = ({ file, path }: LocatedProblem): string => file.slice(0, file.length - path.length);

/** Places that a grouped problem lists at most. */
const PLACES = 8;

/** The other places of a grouped problem; empty for a single one. */
function othersOf(problem: LocatedProblem): string {
  const related = isGroup(problem) ? (problem.related ?? []) : [];
  if (related.length === 0) return '';
  const places = related.slice(0, PLACES).map(({ path, range: { start } }) => `${path}:${start.line + 1}`);
  const more = related.length - places.length;
  const shown = maskForDisplay(places.join(', '));
  return more > 0
    ? t('Also at {places} and {count} more (all of them: --format json).', { places: shown, count: more })
    : t('Also at {places}.', { places: shown });
}

function budgetJson(budget: IndexBudget, store: StoreInfo | undefined): PrintedBudget {
  const { path, lines, loadedLines, units, loadedUnits, bytes, limitLines, limitUnits, entries, cutLine } = budget;
  const cutAtLine = cutLine === undefined ? null : cutLine + 1;
  return {
    path: store === undefined ? path : absolute(store, path),
    lines,
    loadedLines,
    units,
    loadedUnits,
    bytes,
    limitLines,
    limitUnits,
    entries,
    cutAtLine,
  };
}

const absolute = (store: StoreInfo, path: string): string =>
  `${store.path.replace(/[\\/]+$/, '')}${store.path.includes('\\') ? '\\' : '/'}${path}`;

function printText(cli: Cli, { report, stores, fixed, repairId, preview }: LintOutcome): void {
  const { out } = cli;
  for (const { file, before, after } of preview?.changes ?? [])
    printDiff(cli, shownDiff(out.shortPath(file), before, after));
  for (const file of new Set(report.problems.map((problem) => problem.file))) {
    const problems = report.problems.filter((problem) => problem.file === file);
    out.line(out.paint('underline', out.shortPath(file)));
    const places = problems.map(({ range: { start } }) => `${start.line + 1}:${start.character + 1}`);
    const width = columnWidth(places, 12);
    const codes = columnWidth(
      problems.map(({ code }) => code),
      30,
    );
    problems.forEach((problem, at) => {
      const { severity, code, message } = problem;
      out.line(
        `  ${pad(places[at] ?? '', width)}  ${out.paint(COLOURS[severity], pad(severity, 7))}  ${out.paint('dim', pad(code, codes))}  ${sanitize(message)}`,
      );
      const others = othersOf(problem);
      if (others !== '') out.line(`  ${' '.repeat(width + 11 + codes)}  ${out.paint('dim', sanitize(others))}`);
    });
    out.line();
  }
  for (const budget of report.indexes) {
    const label = maskForDisplay(stores.find(({ key }) => key === budget.store)?.label ?? '');
    out.line(
      t(
        '{index}: {loadedLines} of {lines} loaded (limit {limitLines}), {loadedUnits} of {units} characters (limit {limitUnits})',
        {
          index: `${sanitize(label)} ${budget.path}`,
          loadedLines: budget.loadedLines,
          lines: tPlural(budget.lines, '1 line', '{n} lines'),
          limitLines: budget.limitLines,
          loadedUnits: budget.loadedUnits,
          units: budget.units,
          limitUnits: budget.limitUnits,
        },
      ).trim(),
    );
  }
  if (fixed !== undefined) out.line(tPlural(fixed, 'Fixed 1 problem.', 'Fixed {n} problems.'));
  if (repairId !== undefined) out.line(t('To undo: memdir lint --undo {id}', { id: repairId }));
  if (preview !== undefined)
    out.line(
      t('Would fix {problems} in {files}. Nothing was written.', {
        problems: tPlural(preview.repairs, '1 problem', '{n} problems'),
        files: tPlural(preview.changes.length, '1 file', '{n} files'),
      }),
    );
  out.line(countWords(report.problems, report.files));
}

/** Secrets are masked: the context of a diff may contain some, and reports end up in logs. */
const shownDiff = (file: string, before: string | undefined, after: string): string =>
  unifiedDiff(file, before === undefined ? undefined : maskForDisplay(before), maskForDisplay(after));

function printDiff({ out }: Cli, diff: string): void {
  for (const line of sanitizeLines(diff).split('\n'))
    out.line(line.startsWith('+') ? out.paint('green', line) : line.startsWith('-') ? out.paint('red', line) : line);
  out.line();
}

/** A workflow command of GitHub Actions: an annotation on the changed file. */
function annotation(cwd: string, problem: LocatedProblem): string {
  const {
    severity,
    file,
    range: { start, end },
    code,
  } = problem;
  const message = [problem.message, othersOf(problem)].filter((text) => text !== '').join(' ');
  const level = severity === 'error' || severity === 'warning' ? severity : 'notice';
  const properties = [
    `file=${property(maskForDisplay(relative(cwd, file).replaceAll(sep, '/')))}`,
    `line=${start.line + 1}`,
    `endLine=${end.line + 1}`,
    // GitHub accepts columns only for ranges on one line.
    ...(start.line === end.line ? [`col=${start.character + 1}`, `endColumn=${end.character + 1}`] : []),
    `title=${property(`memdir ${code}`)}`,
  ];
  return `::${level} ${properties.join(',')}::${escape(message)}`;
}

/** Removes control characters, because logs are read in terminals. */
const escape = (text: string): string => sanitizeLines(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
const property = (text: string): string => escape(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
