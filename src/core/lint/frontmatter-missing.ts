import { stemOf } from '../file-stem.js';
import { quoteScalar } from '../frontmatter/frontmatter.js';
import { isPlain } from '../frontmatter/scalar.js';
import { t } from '../l10n.js';
import { firstSentence } from '../markdown/plain-text.js';
import type { ParsedFile } from '../parsed-file.js';
import type { ParsedStore } from '../parsed-store.js';
import type { Fix, Severity } from '../problem.js';
import { lineEnd } from '../text.js';
import { firstLine, insert } from '../text-edits.js';
import { fix } from './merge-fixes.js';
import { typeOfName } from './metadata.js';
import type { Finding, MemoryRule } from './rule.js';

type Surroundings = Pick<ParsedStore, 'info' | 'types'>;

const unseen = (): string => t('Claude Code doesn’t see a name, description or type when it chooses memories.');

/** A memory without usable front matter. At most a hint in stores where notes have none on purpose. */
export const frontmatterMissing: MemoryRule = {
  code: 'frontmatter-missing',
  severity: 'info',
  on: 'memory',
  *check(file, store) {
    const { state } = file.frontMatter;
    if (state === 'none') yield missing(file, store);
    else if (state === 'late') yield late(file);
    else if (state === 'not-a-map') {
      yield {
        range: file.frontMatter.range ?? firstLine(file.lines),
        severity: severityOf(file, store),
        message: t(
          'No usable front matter: the lines between the rules aren’t "key: value". {effect} Write name, description and type there.',
          { effect: unseen() },
        ),
        fixes: [addition(file, store)],
      };
    }
  },
};

function missing(file: ParsedFile, store: Surroundings): Finding {
  return {
    range: firstLine(file.lines),
    severity: severityOf(file, store),
    message: t('No front matter. {effect} Add name, description and type between two "---" lines at the top.', {
      effect: unseen(),
    }),
    fixes: [addition(file, store)],
  };
}

/** A note that opens with a heading is a document, and sub-agents write notes without front matter. */
function severityOf(file: ParsedFile, { info }: Surroundings): Severity | undefined {
  return info.kind === 'agent' || /^\uFEFF?#{1,6}\s/.test(file.lines.line(0)) ? 'hint' : undefined;
}

function late(file: ParsedFile): Finding {
  const range = file.frontMatter.range ?? firstLine(file.lines);
  const before = file.source.text.slice(0, file.lines.offset(range.start)).replace(/^\uFEFF/, '');
  const start = { line: 0, character: file.source.text.startsWith('\uFEFF') ? 1 : 0 };
  return {
    range,
    severity: 'warning',
    message: t('Front matter must start on line 1. {effect} Move it to the top.', { effect: unseen() }),
    fixes:
      before.trim() === ''
        ? [
            fix(
              t('Remove the blank lines above the front matter'),
              file.source.path,
              [{ range: { start, end: range.start }, newText: '' }],
              { safe: true, preferred: true },
            ),
          ]
        : [],
  };
}

function addition(file: ParsedFile, { types }: Surroundings): Fix {
  const end = lineEnd(file.source.text);
  const { path, text } = file.source;
  const name = stemOf(path);
  const description = firstSentence(file.memory.body);
  const type = typeOfName(path, types);
  const block = [
    '---',
    `name: ${isPlain(name) ? name : quoteScalar(name)}`,
    ...(description === '' ? [] : [`description: ${quoteScalar(description)}`]),
    ...(type === undefined ? [] : [`type: ${type}`]),
    '---',
    '',
  ].join(end);
  return fix(
    t('Add front matter'),
    path,
    [insert({ line: 0, character: text.startsWith('\uFEFF') ? 1 : 0 }, block + end)],
    { preferred: true },
  );
}
