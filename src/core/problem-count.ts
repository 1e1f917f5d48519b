/** How many problems there are: the numbers of the Memories view, the Problems view, messages and the terminal, which are the same ones. */
import { t, tPlural } from './l10n.js';
import { isProblem, type Problem, SEVERITIES, type Severity } from './problem.js';
import type { FileMarks } from './results.js';

type Counted = Pick<Problem, 'severity' | 'inGroup'>;

export interface ProblemCount {
  /** Errors and warnings. */
  readonly problems: number;
  readonly bySeverity: Readonly<Record<Severity, number>>;
}

/** What is told within a group elsewhere is not counted again. */
export function countProblems(problems: readonly Counted[]): ProblemCount {
  const bySeverity = { error: 0, warning: 0, info: 0, hint: 0 };
  for (const { severity, inGroup } of problems) if (inGroup !== true) bySeverity[severity] += 1;
  return {
    problems: SEVERITIES.filter(isProblem).reduce((sum, severity) => sum + bySeverity[severity], 0),
    bySeverity,
  };
}

/** How many problems the Problems view lists at a file. */
export const listedIn = ({ count, listed }: Pick<FileMarks, 'count' | 'listed'>): number => listed ?? count;

const COUNTS: Readonly<Record<Severity, (n: number) => string>> = {
  error: (n) => tPlural(n, '1 error', '{n} errors'),
  warning: (n) => tPlural(n, '1 warning', '{n} warnings'),
  info: (n) => tPlural(n, '{n} note', '{n} notes'),
  hint: (n) => tPlural(n, '1 hint', '{n} hints'),
};

/** The result of a check, as a sentence. */
export function countWords(found: readonly Counted[], files: number): string {
  const { problems, bySeverity } = countProblems(found);
  const counts = SEVERITIES.filter((severity) => bySeverity[severity] > 0).map((severity) =>
    COUNTS[severity](bySeverity[severity]),
  );
  const where = { files: tPlural(files, '1 file', '{n} files') };
  return counts.length === 0
    ? t('No problems in {files}.', where)
    : t('{problems} in {files}: {counts}.', {
        ...where,
        problems: tPlural(problems, '1 problem', '{n} problems'),
        counts: counts.join(', '),
      });
}
