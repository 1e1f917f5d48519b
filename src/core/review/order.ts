/** Which memories the review shows, and in which order. Pure. */
import { ATTENTION } from '../attention.js';
import { containsMemories, isCurrentKnowledge } from '../file-kinds.js';
import { t } from '../l10n.js';
import type { ParsedFile } from '../parsed-file.js';
import type { ParsedStore } from '../parsed-store.js';
import { isProblem, type Problem, type ProblemCode } from '../problem.js';
import { relationsToNewer, staleReasons } from '../staleness.js';
import { isPlain } from '../stores/agent-forms.js';
import { type Range, truncate } from '../text.js';
import type { ReviewSign } from './results.js';

export interface Evidence {
  readonly sign: ReviewSign;
  readonly text: string;
  readonly code?: ProblemCode;
  readonly range?: Range | undefined;
  /** Path inside the store of the memory it compares with, and the place there. */
  readonly other?: { readonly path: string; readonly range?: Range | undefined };
}

/** What deserves a look most comes first. */
const ORDER: readonly ReviewSign[] = [
  'contradicted',
  'retold',
  'duplicate',
  'path-missing',
  'date-passed',
  'problem',
  'age',
];

/** UTF-16 units of a statement. */
const MOST_QUOTED = 80;

/** Findings that another sign tells already. */
const TOLD: ReadonlySet<ProblemCode> = new Set(['stale', 'contradiction', 'near-duplicate']);

/** Whether memories of a store are reviewed: of agents that keep plain notes nothing is written. */
export const isReviewed = ({ info }: Pick<ParsedStore, 'info'>): boolean =>
  containsMemories(info) && !isPlain(info) && !info.readOnly && info.off === undefined;

/** Why a memory deserves a look, the strongest reason first. `problems`: those of this file. */
export function evidenceOf(file: ParsedFile, store: ParsedStore, problems: readonly Problem[]): readonly Evidence[] {
  if (!isCurrentKnowledge(file)) return [];
  const relations = relationsToNewer(store.facts, file.source.path);
  const stale = staleReasons(file, store).map(({ sign, text, range, other }): Evidence => {
    const conflict = relations.find((each) => each.newer === other)?.conflict;
    return {
      sign,
      text:
        conflict === undefined
          ? text
          : t('{text}: “{newer}” instead of “{older}”', {
              text,
              newer: truncate(conflict.newer.says, MOST_QUOTED),
              older: truncate(conflict.older.says, MOST_QUOTED),
            }),
      range,
      ...(other === undefined ? {} : { other: { path: other, range: conflict?.newer.range } }),
    };
  });
  const twins = relations
    .filter(({ kind, conflict }) => kind === 'duplicate' && conflict === undefined)
    .map(({ newer, similarity }): Evidence => ({
      sign: 'duplicate',
      text: similarity === 1 ? t('Same text as {newer}', { newer }) : t('Nearly the same text as {newer}', { newer }),
      other: { path: newer },
    }));
  const faults = problems
    .filter(({ severity, code }) => (isProblem(severity) || ATTENTION.has(code)) && !TOLD.has(code))
    .filter(({ code, range }) => code !== 'cited-path-missing' || !isTold(range, stale))
    .map(({ code, message, range }): Evidence => ({ sign: 'problem', code, text: withoutStop(message), range }));
  return [...stale, ...twins, ...faults].sort((a, b) => ORDER.indexOf(a.sign) - ORDER.indexOf(b.sign));
}

const isTold = ({ start }: Range, stale: readonly Evidence[]): boolean =>
  stale.some(
    ({ sign, range }) =>
      sign === 'path-missing' && range?.start.line === start.line && range.start.character === start.character,
  );

const withoutStop = (text: string): string => text.replace(/\.$/, '');

/** Comparator of what is first in the queue: the strongest sign, then the most signs. */
export const byEvidence = (a: readonly Evidence[], b: readonly Evidence[]): number =>
  rank(a) - rank(b) || b.length - a.length;

const rank = ([first]: readonly Evidence[]): number => (first === undefined ? ORDER.length : ORDER.indexOf(first.sign));
