import { t } from '../l10n.js';
import { bySeverity, type Problem, type ProblemCode } from '../problem.js';
import { GROUP_ABOVE } from './rule.js';

/** Codes that are grouped sooner, because such problems come in numbers. */
const SOONER: Readonly<Partial<Record<ProblemCode, number>>> = { stale: 3 };

/**
 * Groups more than 20 problems of one code (of some codes, fewer) into one: it is placed at the first, counts them,
 * lists the others in `related`, and has no fix, because so many have a common cause (files that were not copied, say).
 *
 * @param isOpen whether an editor shows the file: the others are hints there, with their fixes, so that what is counted does not change
 */
export function groupProblems(
  problems: readonly Problem[],
  isOpen: (path: string) => boolean = () => false,
): Problem[] {
  const byCode = new Map<ProblemCode, Problem[]>();
  for (const problem of problems) {
    const same = byCode.get(problem.code);
    if (same === undefined) byCode.set(problem.code, [problem]);
    else same.push(problem);
  }
  return problems.flatMap((problem) => {
    const same = byCode.get(problem.code) ?? [];
    if (same.length <= (SOONER[problem.code] ?? GROUP_ABOVE)) return [problem];
    if (same[0] === problem) return [groupOf(problem, same.slice(1), isOpen(problem.path))];
    return isOpen(problem.path) ? [{ ...problem, severity: 'hint', inGroup: true }] : [];
  });
}

const lead = (count: number): string => `${t('{count} problems of this kind:', { count })} `;

/** Whether a problem represents a group. */
export const isGroup = ({ message, related }: Problem): boolean =>
  related !== undefined && message.startsWith(lead(related.length + 1));

const groupOf = (first: Problem, others: readonly Problem[], keepsFixes: boolean): Problem => ({
  ...first,
  severity: [first, ...others].map(({ severity }) => severity).reduce((a, b) => (bySeverity(a, b) <= 0 ? a : b)),
  message: lead(others.length + 1) + first.message,
  fixes: keepsFixes ? first.fixes : [],
  related: others.map(({ path, range, message }) => ({ path, range, message })),
});
