import { fieldOf } from '../frontmatter/frontmatter.js';
import { t } from '../l10n.js';
import type { MemoryRule } from './rule.js';

/** UTF-16 units; four of five descriptions in real stores are shorter than 150. */
const LONGEST = 200;

/** A description too long for skimming. */
export const descriptionLong: MemoryRule = {
  code: 'description-long',
  severity: 'info',
  on: 'memory',
  *check(file) {
    const field = fieldOf(file.frontMatter, 'description');
    if (field?.text === undefined || field.text.length <= LONGEST) return;
    yield {
      range: field.valueRange,
      message: t(
        'Description too long: {length} characters. Claude Code reads all descriptions to choose a few memories. Shorten it to {limit} characters and move the rest into the text.',
        { length: field.text.length, limit: LONGEST },
      ),
    };
  },
};
