import { bySeverity, type Problem, type ProblemCode } from '../problem.js';
import { GROUP_ABOVE } from './rule.js';

/** Of these fewer tell the same: what ages alone ages together. */
const SOONER: Readonly<Partial<Record<ProblemCode, number>>> = { stale: 3 };

/**
 * Turns more than 20 problems of one code (of some, fewer) into one: it stands where the first one stands, says how many there are, names the others in
 * `related`, and has no fix, because what happens that often has one cause (files that were not copied, say) and not many. Editors that
 * show a single file use the problems before grouping, each with its own fix.
 */
export function groupProblems(problems: readonly Problem[]): Problem[] {
  const byCode = new Map<ProblemCode, Problem[]>();
  for (const problem of problems) {
    const same = byCode.get(problem.code);
    if (same === undefined) byCode.set(problem.code, [problem]);
    else same.push(problem);
  }
  return problems.flatMap((problem) => {
    const same = byCode.get(problem.code) ?? [];
    if (same.length <= (SOONER[problem.code] ?? GROUP_ABOVE)) return [problem];
    return same[0] === problem ? [groupOf(problem, same.slice(1))] : [];
  });
}

const lead = (count: number): string => `${count} problems like this one: `;

/** Whether a problem stands for many. */
export const isGroup = ({ message, related }: Problem): boolean =>
  related !== undefined && message.startsWith(lead(related.length + 1));

const groupOf = (first: Problem, others: readonly Problem[]): Problem => ({
  ...first,
  severity: [first, ...others].map(({ severity }) => severity).reduce((a, b) => (bySeverity(a, b) <= 0 ? a : b)),
  message: lead(others.length + 1) + first.message,
  fixes: [],
  related: others.map(({ path, range, message }) => ({ path, range, message })),
});
