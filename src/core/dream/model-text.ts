/** What a model may not make of what it was given, whatever the rules say of it. */
import { PROSE_CAP } from '../markdown/prose.js';
import { INSTRUCTION_PATTERNS, matchInstruction, mayInstruct } from '../safety/instruction-patterns.js';
import { type DreamCandidate, type DreamStore, textIn } from './apply-changes.js';

/** How many times as long as its sources a text of a model may be, and UTF-16 units that any may have beside that: front matter and headings. */
const MOST_LONGER = 1.5;
const FRAME = 2_000;
const CONFLICT = /^(?:<{7}|>{7})(?: |$)/m;
/** As the linter sees it. */
const steers = (text: string): boolean =>
  mayInstruct(text) &&
  text
    .split('\n')
    .some((line) =>
      INSTRUCTION_PATTERNS.some((pattern) => matchInstruction(pattern, line.slice(0, PROSE_CAP)) !== undefined),
    );

/** What is wrong with what a model made of what it was given. */
export function modelFault(
  { by, kind, sources, given, changes }: DreamCandidate,
  store: DreamStore,
): string | undefined {
  if (by !== 'model') return undefined;
  const foreign = given === undefined ? undefined : sources.find((path) => !given.includes(path));
  if (foreign !== undefined) return `It was made from “${foreign.slice(0, 80)}”, which the model was not given.`;
  if (kind === 'merge' && sources.length < 2) return `It would only write ${sources.join()} anew.`;
  const written = changes.flatMap((change) => (change.do === 'text' ? [change] : []));
  const all = sources.reduce((units, path) => units + (textIn(store, path)?.length ?? 0), 0);
  if (written.some(({ after }) => after.length > all * MOST_LONGER + FRAME))
    return 'It would be much longer than what it was made from.';
  const marks = written.find(({ before = '', after }) => CONFLICT.test(after) && !CONFLICT.test(before));
  if (marks !== undefined) return `${marks.path} would hold merge conflicts.`;
  const steering = written.find(({ before = '', after }) => steers(after) && !steers(before));
  return steering === undefined ? undefined : `${steering.path} would hold text that steers an agent against its user.`;
}
