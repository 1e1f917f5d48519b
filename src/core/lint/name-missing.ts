import { stemOf } from '../file-stem.js';
import { fieldOf, quoteScalar } from '../frontmatter/frontmatter.js';
import { isPlain } from '../frontmatter/scalar.js';
import { t } from '../l10n.js';
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
      message: t(
        'No name. Claude Code uses the file name instead, and [[{stem}]] is the only way to link to this memory. Add a name.',
        { stem },
      ),
      fixes:
        field?.list === undefined
          ? [
              fix(
                t('Set the name to {name}', { name: stem }),
                file.source.path,
                [setField(file, 'name', isPlain(stem) ? stem : quoteScalar(stem))],
                { preferred: true },
              ),
            ]
          : [],
    };
  },
};
