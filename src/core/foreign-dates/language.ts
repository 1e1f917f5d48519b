/** What a language has for relative dates, and what its tables are made with. */
export type Unit = 'day' | 'week' | 'month' | 'year';

/** How far from the day of writing, or which weekday: the one before, the next one, the one until which something has time (on that day itself it may be a week away), or that of the week before or after. */
export type Shift =
  | { readonly unit: Unit; readonly count: number }
  | { readonly unit: 'day'; readonly weekday: number; readonly which: Which };
export type Which = 'last' | 'next' | 'coming' | 'deadline' | 'week before' | 'week after';

export type Groups = Readonly<Record<string, string | undefined>>;

export interface Language {
  /** How much a line looks like it, above zero where it does. */
  readonly likeness: (line: string) => number;
  /** What says that a line tells of any such day. */
  readonly habit: RegExp;
  readonly phrases: readonly (readonly [RegExp, (groups: Groups) => Shift])[];
  /** A date (`2026-11-28`, `2026-11`, `2026`; of a week its Monday) as it replaces a phrase. */
  readonly written: (date: string, unit: Unit, phrase: string, before: string) => string;
}

export const shift = (unit: Unit, count: number) => (): Shift => ({ unit, count });

/** @param days from Sunday; the group `day` of a pattern, or `other`, names one */
export const weekday =
  (days: readonly string[] | string, which: Which) =>
  ({ day, other = '' }: Groups): Shift => ({
    unit: 'day',
    weekday: days.indexOf((day ?? other).toLowerCase().replace('天', '日')),
    which,
  });

/** The groups `count` and `unit` of a pattern, before the day of writing.
 * @param numbers words for them, from zero; any other is one */
export const ago =
  (numbers: readonly string[], units: readonly (readonly [RegExp, Unit])[]) =>
  ({ count = '', unit = '' }: Groups): Shift => ({
    unit: units.find(([name]) => name.test(unit))?.[1] ?? 'day',
    count: -(/^\d/.test(count)
      ? Number(count)
      : Math.max(1, numbers.indexOf(/^[两兩]$/.test(count) ? '二' : count.toLowerCase()))),
  });

/** Whole words, and none within a path or a compound. */
export const words = (pattern: string, flags = 'giu'): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}_/.-])(?:${pattern})(?![\\p{L}\\p{N}_/]|-\\p{L})`, flags);

const ENGLISH =
  'the is are was were to of and or for with not it that this we use from by because has have be at'.split(' ');

/** How many more of its small words a line has than English ones and those of its neighbours. */
export const spoken = (own: string, neighbours: string) => {
  const [mine, others] = [new Set(own.split(' ')), new Set([...ENGLISH, ...neighbours.split(' ')])];
  return (line: string): number => {
    const all = line.toLowerCase().match(/\p{L}+/gu) ?? [];
    return (
      all.filter((word) => mine.has(word)).length - all.filter((word) => others.has(word) && !mine.has(word)).length
    );
  };
};
