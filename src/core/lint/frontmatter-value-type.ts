import { fieldsWithoutDate } from '../age.js';
import { t } from '../l10n.js';
import { type Range, type TextLines, truncate } from '../text.js';
import { findingOfFaults } from './frontmatter-yaml.js';
import type { MemoryRule } from './rule.js';

const effect = (): string => t('Claude Code and other tools that expect text may skip it or show something else.');

/** A list or a map as the file has it, on one line. */
const written = (lines: TextLines, { start, end }: Range): string =>
  lines.text.slice(lines.offset(start), lines.offset(end)).replaceAll(/\s+/g, ' ');

/** A value that YAML readers take for something other than text (a date, a list, a tag), or other text where a date belongs. */
export const frontmatterValueType: MemoryRule = {
  code: 'frontmatter-value-type',
  severity: 'warning',
  on: 'memory',
  *check(file) {
    yield* findingOfFaults(
      file,
      file.frontMatter.faults.filter((fault) => fault.kind === 'value-type' || fault.kind === 'tag'),
      effect(),
    );
    for (const { path, text, valueRange } of fieldsWithoutDate(file.frontMatter.fields))
      yield {
        range: valueRange,
        message: t(
          '“{value}” isn’t a valid date, so “{field}” is ignored. Use a date (2026-03-19) or a date and time (2026-03-19T14:05:00Z).',
          { value: truncate(text ?? written(file.lines, valueRange), 40), field: path },
        ),
      };
  },
};
