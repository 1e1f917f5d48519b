import { ageDays, ageWords, statedDates } from '../age.js';
import { localDay } from '../local-day.js';
import { shapeOf, STALE_SURVIVAL, survival } from '../memory-types.js';
import type { ParsedFile } from '../parsed-file.js';
import type { Fix } from '../problem.js';
import { replace } from '../text-edits.js';
import { fix } from './merge-fixes.js';
import { hasValidFrontMatter, isOneLine, openingLine } from './metadata.js';
import type { MemoryRule } from './rule.js';

/** A memory that has probably expired for its type. Unknown types decay by a guess and are not reported. */
export const stale: MemoryRule = {
  code: 'stale',
  severity: 'hint',
  on: 'memory',
  *check(file, store) {
    const { memory } = file;
    if (!hasValidFrontMatter(file) || !Object.hasOwn(store.types, memory.type)) return;
    const days = ageDays(memory, store.now);
    const chance = survival(days, shapeOf(memory.type, store.types));
    if (chance >= STALE_SURVIVAL) return;
    const stated = statedDates(file.frontMatter.fields)[0];
    yield {
      range: stated?.field.valueRange ?? openingLine(file),
      message:
        `Dated ${ageWords(days)} (${memory.dateSource}), which is old for a memory of type ${memory.type}: by an estimate from type and age alone ${share(chance)} of them still hold after that. ` +
        'Claude Code still recalls it and has to verify it against the present code first. Check it, then correct it, forget it or date it anew.',
      fixes: confirmation(file, store.now),
    };
  },
};

/** An estimate is shown with one significant digit. */
const share = (chance: number): string => (chance < 0.02 ? 'hardly any' : `about ${Math.round(chance * 100)} in 100`);

/** Updates the memory's date in its precision; for a user who has checked that it is still right. */
function confirmation(file: ParsedFile, now: number): Fix[] {
  const stated = statedDates(file.frontMatter.fields)[0];
  if (stated === undefined || !isOneLine(stated.field)) return [];
  const day = localDay(now);
  const text = stated.field.text ?? '';
  const quote = { single: "'", double: '"' }[stated.field.style as string] ?? '';
  const date = /\d:\d/.test(text) ? new Date(now).toISOString() : day;
  return [
    fix(`It still holds: date it ${day}`, file.source.path, [
      replace(stated.field.valueRange, `${quote}${date}${quote}`),
    ]),
  ];
}
