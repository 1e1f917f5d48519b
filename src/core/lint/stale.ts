import { statedDates } from '../age.js';
import { filesOf } from '../file-kinds.js';
import { t } from '../l10n.js';
import { localDay } from '../local-day.js';
import type { ParsedFile } from '../parsed-file.js';
import type { Fix } from '../problem.js';
import { staleReasons, type StaleSign } from '../staleness.js';
import { replace } from '../text-edits.js';
import { fix } from './merge-fixes.js';
import { hasValidFrontMatter, isOneLine, openingLine } from './metadata.js';
import type { StoreRule } from './rule.js';

/** Signs that a code of its own reports: a second finding would repeat them. */
const REPORTED: ReadonlySet<StaleSign> = new Set(['contradicted', 'retold', 'path-missing']);

/** A memory that is worth a look, because of its age or of a day that has passed. */
export const stale: StoreRule = {
  code: 'stale',
  severity: 'hint',
  on: 'store',
  *check(store, only) {
    for (const [path, file] of filesOf(store, only)) {
      const reasons = staleReasons(file, store).filter(({ sign }) => !REPORTED.has(sign));
      const [first] = reasons;
      if (first === undefined || !hasValidFrontMatter(file)) continue;
      yield {
        path,
        range: first.range ?? statedDates(file.frontMatter.fields)[0]?.field.valueRange ?? openingLine(file),
        message: t('{reasons}. Review it: update, forget, or mark as still true.', {
          reasons: reasons.map(({ text }) => text).join('. '),
        }),
        fixes: confirmation(file, store.now),
      };
    }
  },
};

/** Updates the memory's date in its precision; for a user who has checked that it is still right. */
export function confirmation(file: ParsedFile, now: number): Fix[] {
  const stated = statedDates(file.frontMatter.fields)[0];
  if (stated === undefined || !isOneLine(stated.field)) return [];
  const day = localDay(now);
  const text = stated.field.text ?? '';
  const quote = { single: "'", double: '"' }[stated.field.style as string] ?? '';
  const date = /\d:\d/.test(text) ? new Date(now).toISOString() : day;
  return [
    fix(t('Mark as still true (set date to {day})', { day }), file.source.path, [
      replace(stated.field.valueRange, `${quote}${date}${quote}`),
    ]),
  ];
}
