/** Why a memory deserves a look: the reasons by which “Needs attention” and the grouping by problem sort. */
import { t } from './l10n.js';
import { isProblem, type ProblemCode } from './problem.js';
import type { FileMarks, MemorySummary } from './results.js';

export interface Reason {
  readonly id: string;
  readonly icon: string;
  readonly label: () => string;
  readonly codes?: readonly ProblemCode[];
}

const CODES = {
  secret: ['secret'],
  contradiction: ['contradiction'],
  duplicate: ['near-duplicate', 'duplicate-across-agents', 'name-duplicate'],
  reference: ['cited-path-missing', 'wikilink-unresolved'],
  unlisted: ['index-orphan'],
  stale: ['stale'],
} as const satisfies Record<string, readonly ProblemCode[]>;

/** In the order of their rows. */
export const REASONS: readonly Reason[] = [
  { id: 'secret', icon: 'key', label: () => t('Contains a secret'), codes: CODES.secret },
  { id: 'contradiction', icon: 'diff', label: () => t('Contradiction'), codes: CODES.contradiction },
  { id: 'duplicate', icon: 'files', label: () => t('Duplicate'), codes: CODES.duplicate },
  { id: 'reference', icon: 'link', label: () => t('Broken reference'), codes: CODES.reference },
  { id: 'unlisted', icon: 'list-unordered', label: () => t('Not listed'), codes: CODES.unlisted },
  { id: 'unloaded', icon: 'eye-closed', label: () => t('Not loaded') },
  { id: 'stale', icon: 'history', label: () => t('Stale'), codes: CODES.stale },
  { id: 'other', icon: 'warning', label: () => t('Other problems') },
];

/** Findings that are a reason whatever their severity. */
export const ATTENTION: ReadonlySet<string> = new Set(Object.values(CODES).flat());

/** Whether an index lists it past the part that is loaded. */
export const isUnloaded = ({ inIndex, loaded }: Pick<MemorySummary, 'inIndex' | 'loaded'>): boolean =>
  inIndex && !loaded;

/** Whether it has a reason to be looked at. Notes that a check makes without calling something a problem are none. */
export function hasReason(
  { id, codes }: Reason,
  memory: Pick<MemorySummary, 'inIndex' | 'loaded' | 'deleted'>,
  marks: FileMarks | undefined,
): boolean {
  const found = marks?.codes ?? {};
  if (id === 'unloaded') return isUnloaded(memory);
  if (codes !== undefined) return codes.some((code) => found[code] !== undefined);
  return Object.entries(found).some(([code, severity]) => !ATTENTION.has(code) && isProblem(severity));
}
