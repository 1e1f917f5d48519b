import { stemOf } from '../file-stem.js';
import { fieldOf, quoteScalar } from '../frontmatter/frontmatter.js';
import { isPlain } from '../frontmatter/scalar.js';
import { fix } from './merge-fixes.js';
import { hasFault, hasValidFrontMatter, openingLine, setField } from './metadata.js';
import type { MemoryRule } from './rule.js';

/** Front matter without a name. */
export const nameMissing: MemoryRule = {
  code: 'name-missing',
  severity: 'info',
  on: 'memory',
  *check(file) {
    const field = fieldOf(file.frontMatter, 'name');
    if (!hasValidFrontMatter(file) || file.memory.named || field?.cut !== undefined || hasFault(file, field)) return;
    const stem = stemOf(file.source.path);
    yield {
      range: field?.keyRange ?? openingLine(file),
      message: `${field === undefined ? 'This memory has no name' : 'The name is empty'}; Claude Code goes by its file name, and [[${stem}]] is the only way to link to it. Give it a name.`,
      fixes:
        field?.list === undefined
          ? [
              fix(
                `Name it ${stem}`,
                file.source.path,
                [setField(file, 'name', isPlain(stem) ? stem : quoteScalar(stem))],
                { preferred: true },
              ),
            ]
          : [],
    };
  },
};
