/** Columns of the table. */
import { shortAge } from '../../src/core/age.js';
import { displayWidth } from '../../src/core/display-width.js';
import { LEVEL_LABELS } from '../../src/core/groups.js';
import { t } from '../../src/core/l10n.js';
import { LEVELS } from '../../src/core/memory.js';
import type { Row } from './row.js';
import { stateOf, STATES } from './state.js';

export type ColumnId =
  'name' | 'description' | 'type' | 'level' | 'age' | 'uses' | 'state' | 'problems' | 'store' | 'agent';

export interface Column {
  readonly id: ColumnId;
  readonly title: () => string;
  readonly text: (row: Row) => string;
  /** Texts are compared as people of the language sort them, numbers by size. */
  readonly key: (row: Row) => string | number;
  /** Smallest width, in units of the font size, and share of what is left over. */
  readonly least: number;
  readonly share: number;
  readonly isNumber?: boolean;
  /** Sorted from the highest at the first click. */
  readonly descends?: boolean;
}

const text = (
  id: ColumnId,
  title: () => string,
  of: (row: Row) => string,
  [least, share]: [number, number],
): Column => ({
  id,
  title,
  text: of,
  key: of,
  least,
  share,
});

export const COLUMNS: readonly Column[] = [
  text(
    'name',
    () => t('Name'),
    ({ memory }) => memory.name,
    [11, 2],
  ),
  text(
    'description',
    () => t('Description'),
    ({ memory }) => memory.description,
    [8, 4],
  ),
  text(
    'type',
    () => t('Type'),
    ({ memory }) => memory.type,
    [6, 0.5],
  ),
  {
    ...text(
      'level',
      () => t('Level'),
      ({ memory }) => LEVEL_LABELS[memory.level](),
      [7, 0.5],
    ),
    key: ({ memory }) => LEVELS.indexOf(memory.level),
  },
  {
    ...text(
      'age',
      () => t('Age'),
      ({ memory }) => shortAge(memory.ageDays),
      [5, 0.2],
    ),
    key: ({ memory }) => memory.ageDays ?? Infinity,
    isNumber: true,
  },
  {
    ...text(
      'uses',
      () => t('Uses'),
      ({ memory }) => String(memory.uses),
      [4.5, 0.2],
    ),
    key: ({ memory }) => memory.uses,
    isNumber: true,
    descends: true,
  },
  {
    ...text(
      'state',
      () => t('State'),
      (row) => STATES[stateOf(row)](),
      [9, 0.5],
    ),
    key: (row) => Object.keys(STATES).indexOf(stateOf(row)),
  },
  {
    ...text(
      'problems',
      () => t('Problems'),
      ({ memory: { problems } }) => (problems === 0 ? '' : String(problems)),
      [7, 0.2],
    ),
    key: ({ memory }) => memory.problems,
    isNumber: true,
    descends: true,
  },
  text(
    'store',
    () => t('Store'),
    ({ store }) => store?.label ?? '',
    [5.5, 0.8],
  ),
  text(
    'agent',
    () => t('Agent'),
    ({ memory }) => memory.agent ?? '',
    [6, 0.5],
  ),
];

const css = (name: string, ...values: readonly string[]): string => `${name}(${values.join(', ')})`;

/** Units of the font size: columns that want less are never narrowed, others not below the second. */
const [NARROW, NARROWEST] = [5.5, 4];

/** What a column that is never narrowed needs, with its title and the mark of its order in any language. */
const leastOf = ({ least, title }: Column): number =>
  least <= NARROW ? Math.max(least, MARK + LETTER * displayWidth(title())) : least;

/** Units of the font size: a letter of a title, and the space around it with the mark. */
const [LETTER, MARK] = [0.625, 2];

/**
 * The columns as tracks of a grid. Where the widths wanted are more than there is, all become narrower together, so that none is out of sight.
 * @param widths pixels of columns that were resized
 */
export function tracksOf(columns: readonly Column[], widths: Readonly<Partial<Record<ColumnId, number>>>): string {
  const free = columns.filter(({ id }) => widths[id] === undefined);
  const sumOf = (some: readonly Column[]): number => some.reduce((sum, column) => sum + leastOf(column), 0);
  const wide = sumOf(free.filter(({ least }) => least > NARROW));
  const narrow = sumOf(free) - wide;
  const resized = columns.reduce((sum, { id }) => sum + (widths[id] ?? 0), 0);
  return columns
    .map((column) => {
      const { id, least, share } = column;
      const width = widths[id];
      if (width !== undefined) return `${width}px`;
      const part = `(100cqi - ${resized}px - ${narrow}em) * ${least} / ${wide}`;
      const shortest = least <= NARROW ? `${leastOf(column)}em` : css('clamp', `${NARROWEST}em`, part, `${least}em`);
      return css('minmax', shortest, `${share}fr`);
    })
    .join(' ');
}

/** Columns that are shown until the user chooses others. */
export const FIRST_COLUMNS: readonly ColumnId[] = [
  'name',
  'description',
  'type',
  'level',
  'age',
  'uses',
  'state',
  'problems',
  'store',
];
