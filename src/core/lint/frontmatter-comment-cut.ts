import { type Field, quoteScalar } from '../frontmatter/frontmatter.js';
import { t } from '../l10n.js';
import type { ParsedFile } from '../parsed-file.js';
import type { TextEdit } from '../text.js';
import { fix } from './merge-fixes.js';
import type { MemoryRule } from './rule.js';

/** Prose fields; a comment after a type or a date is deliberate. */
const PROSE = /^(?:metadata\.)?(?:name|description)$/;

/** A deliberate comment: it allows a value that looks like a secret. */
const ALLOWS = /^\s*#\s*(?:memdir:[ \t]*allow[ \t]+secrets?|gitleaks:allow)\s*$/i;

/** ` #` in an unquoted value: YAML drops the remainder of the line. */
export const frontmatterCommentCut: MemoryRule = {
  code: 'frontmatter-comment-cut',
  severity: 'warning',
  on: 'memory',
  *check(file) {
    for (const field of file.frontMatter.fields) {
      if (field.cut === undefined || !PROSE.test(field.path) || (field.style !== 'plain' && field.style !== 'none'))
        continue;
      if (
        ALLOWS.test(
          file.source.text.slice(file.lines.offset(field.cut.range.start), file.lines.offset(field.cut.range.end)),
        )
      )
        continue;
      const kept = field.text === undefined || field.text === '' ? 'nothing' : `only "${field.text}"`;
      yield {
        range: field.cut.range,
        message: t(
          'Value cut at " #", which starts a comment in YAML. Claude Code sees {kept} of "{field}", and versions before 2.1.214 delete the rest when they rewrite the file. Put the value in quotes.',
          { kept, field: field.path },
        ),
        fixes: [
          fix(t('Put the whole value in quotes'), file.source.path, [quoted(file, field, field.cut.range)], {
            safe: true,
            preferred: true,
          }),
        ],
      };
    }
  },
};

/** From the value to the end of the dropped text, without outer blank space. */
function quoted(file: ParsedFile, field: Field, cut: Field['valueRange']): TextEdit {
  const start = field.style === 'none' ? cut.start : field.valueRange.start;
  const text = file.source.text.slice(file.lines.offset(start), file.lines.offset(cut.end));
  const value = text.trim();
  const lead = text.length - text.trimStart().length;
  const at = { line: start.line, character: start.character + lead };
  const spaced = file.lines.line(at.line).charAt(at.character - 1) !== ':';
  return {
    range: {
      start: at,
      end: { line: cut.end.line, character: cut.end.character - (text.length - text.trimEnd().length) },
    },
    newText: (spaced ? '' : ' ') + quoteScalar(value),
  };
}
