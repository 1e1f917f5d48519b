/**
 * Whether a memory is stale, and why: the one definition for checks, lists, tree, review and consolidation. Age is no
 * evidence that a memory is wrong, so it alone calls stale only what is meant for some days, and anything else after half
 * a year at the earliest, later where its type fades more slowly. Other signs count at any age.
 */
import { ageDays, updatedWords } from './age.js';
import { isCurrentKnowledge } from './file-kinds.js';
import { t } from './l10n.js';
import { localDay } from './local-day.js';
import { onLine, proseLines } from './markdown/prose.js';
import { memo } from './memo.js';
import { shapeOf, STALE_SURVIVAL, survival, type TypeShape, type TypeTable } from './memory-types.js';
import type { FileHead, ParsedFile } from './parsed-file.js';
import type { MissingCitation, ParsedStore, Relation, StoreFacts } from './parsed-store.js';
import { type Range, truncate } from './text.js';

/** Days before which age alone never calls a memory of a lasting type stale. */
export const LASTING_DAYS = 180;

/** Days of a type's scale up to which it is about the present, so that its age is a sign. What agents keep about a project lasts longer, whatever they call it. */
const PRESENT_DAYS = 14;

/** `age`: not updated for long. `date-passed`: it names a day that was ahead when it was last updated. `path-missing`: it cites a file that is gone. `contradicted`: a newer memory says otherwise. `retold`: the title of a newer one tells its fact again. */
export type StaleSign = 'age' | 'date-passed' | 'path-missing' | 'contradicted' | 'retold';

export interface StaleReason {
  readonly sign: StaleSign;
  /** For people, without a full stop: "Updated 75 days ago". */
  readonly text: string;
}

/** A reason with its place in the memory. */
export interface PlacedReason extends StaleReason {
  readonly range?: Range;
  /** Path inside the store of the newer memory of `contradicted` and `retold`. */
  readonly other?: string;
}

/** Days after its last update from which a memory of this shape counts as stale by its age. */
export function staleAfterDays({ level, scaleDays, shape }: TypeShape): number {
  const faded = scaleDays * Math.log(1 / STALE_SURVIVAL) ** (1 / shape);
  return level === 'short-term' && scaleDays <= PRESENT_DAYS ? faded : Math.max(LASTING_DAYS, faded);
}

/** The reason that age alone gives: all that can be told of a memory without its text. */
export function ageReason(
  { memory, source }: Pick<FileHead, 'memory' | 'source'>,
  types: TypeTable,
  now: number,
): StaleReason | undefined {
  if (source.unreadable !== undefined) return undefined;
  const days = ageDays(memory, now);
  const shape = shapeOf(memory.type, types);
  if (survival(days, shape) >= STALE_SURVIVAL || days < staleAfterDays(shape)) return undefined;
  return { sign: 'age', text: updatedWords(days, memory.dateSource) };
}

/** The same of a current memory of which no text is at hand. */
export const headReasons = (file: FileHead, types: TypeTable, now: number): readonly StaleReason[] => {
  const reason = isCurrentKnowledge(file) ? ageReason(file, types, now) : undefined;
  return reason === undefined ? [] : [reason];
};

/** Every reason, evidence in the text first, age last; none for what is forgotten, replaced or no memory. */
export function staleReasons(
  file: ParsedFile,
  { types, now, facts }: Pick<ParsedStore, 'types' | 'now' | 'facts'>,
): readonly PlacedReason[] {
  if (!isCurrentKnowledge(file)) return [];
  const age = ageReason(file, types, now);
  return [
    ...relationsToNewer(facts, file.source.path)
      .filter(({ conflict }) => conflict !== undefined)
      .map(contradicted),
    ...(facts.missingCitations?.get(file.source.path) ?? []).filter(isSure).map(gone),
    ...passedDates(file, now),
    ...(age === undefined ? [] : [age]),
  ];
}

const NO_RELATIONS: readonly Relation[] = [];
const byOlder = memo((relations: readonly Relation[]): ReadonlyMap<string, readonly Relation[]> => {
  const found = new Map<string, Relation[]>();
  for (const relation of relations) found.set(relation.older, [...(found.get(relation.older) ?? []), relation]);
  return found;
});

/** Relations of the memory of this path to newer ones. */
export const relationsToNewer = ({ relations = NO_RELATIONS }: StoreFacts, path: string): readonly Relation[] =>
  byOlder(relations).get(path) ?? NO_RELATIONS;

const contradicted = ({ newer, kind, conflict }: Relation): PlacedReason => ({
  ...(kind === 'retold'
    ? { sign: 'retold', text: t('The newer {newer} may replace it', { newer }) }
    : { sign: 'contradicted', text: t('The newer {newer} says otherwise', { newer }) }),
  other: newer,
  ...(conflict === undefined ? {} : { range: conflict.older.range }),
});

const isSure = ({ doubtful, pastEnd }: MissingCitation): boolean => doubtful !== true && pastEnd === undefined;

const gone = ({ cited, range }: MissingCitation): PlacedReason => ({
  sign: 'path-missing',
  text: t('{path} no longer exists in this project', { path: truncate(cited, 80) }),
  range,
});

const DAY = /(?<![\d-])(\d{4}-\d{2}-\d{2})(?![\d-])/g;

/** The latest day named in the text that was ahead when the memory was last updated and has passed since. */
function passedDates(file: ParsedFile, now: number): PlacedReason[] {
  const { memory, lines } = file;
  const [written, today] = [localDay(memory.dateMs), localDay(now)];
  if (written >= today) return [];
  let latest: { readonly day: string; readonly range: Range } | undefined;
  for (const { line, text } of proseLines(lines, memory.bodyLine, (each) => each.includes('-')))
    for (const { 1: day = '', index } of text.matchAll(DAY))
      if (day > written && day < today && exists(day) && day > (latest?.day ?? ''))
        latest = { day, range: onLine(line, index, day.length) };
  return latest === undefined
    ? []
    : [
        {
          sign: 'date-passed',
          text: t('{day} has passed since it was updated', { day: latest.day }),
          range: latest.range,
        },
      ];
}

const exists = (day: string): boolean => !Number.isNaN(Date.parse(day));
