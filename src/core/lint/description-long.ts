import { fieldOf } from '../frontmatter/frontmatter.js';
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
      message: `This description has ${field.text.length} characters. Claude Code reads the descriptions of all memories to choose a few: put what decides that into ${LONGEST} characters, the rest into the text.`,
    };
  },
};
