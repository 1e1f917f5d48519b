import { fieldOf, quoteScalar } from '../frontmatter/frontmatter.js';
import { t } from '../l10n.js';
import { firstSentence } from '../markdown/plain-text.js';
import { fix } from './merge-fixes.js';
import { hasFault, hasValidFrontMatter, openingLine, setField } from './metadata.js';
import type { MemoryRule } from './rule.js';

/** Front matter without a description. */
export const descriptionMissing: MemoryRule = {
  code: 'description-missing',
  severity: 'warning',
  on: 'memory',
  *check(file) {
    const field = fieldOf(file.frontMatter, 'description') ?? fieldOf(file.frontMatter, 'metadata.description');
    if (
      !hasValidFrontMatter(file) ||
      file.memory.description !== '' ||
      field?.cut !== undefined ||
      hasFault(file, field)
    )
      return;
    const sentence = firstSentence(file.memory.body);
    const writable = sentence !== '' && field?.list === undefined && field?.path !== 'metadata.description';
    yield {
      range: field?.keyRange ?? openingLine(file),
      message: t(
        'No description. Claude Code chooses memories by their descriptions, so it is unlikely to find this one. Add one sentence that says when it is needed.',
      ),
      fixes: writable
        ? [
            fix(
              t('Use the first sentence as description'),
              file.source.path,
              [setField(file, 'description', quoteScalar(sentence))],
              { preferred: true },
            ),
          ]
        : [],
    };
  },
};
