import { type Field, fieldOf } from '../frontmatter/frontmatter.js';
import { t } from '../l10n.js';
import { nearestWords } from '../links/resolve.js';
import { nearestType } from '../memory-types.js';
import type { ParsedFile } from '../parsed-file.js';
import type { ParsedStore } from '../parsed-store.js';
import type { Fix } from '../problem.js';
import { replace } from '../text-edits.js';
import { fix } from './merge-fixes.js';
import { COMMON_TYPES } from './metadata.js';
import type { Finding, MemoryRule } from './rule.js';

/** A type that is unknown, in capitals, or given twice with different values. */
export const typeUnknown: MemoryRule = {
  code: 'type-unknown',
  severity: 'info',
  on: 'memory',
  *check(file, store) {
    const top = withText(fieldOf(file.frontMatter, 'type'));
    const nested = withText(fieldOf(file.frontMatter, 'metadata.type'));
    if (top !== undefined && nested !== undefined && top.type !== nested.type) yield disagreement(file, top, nested);
    const used = top ?? nested;
    if (used === undefined) return;
    if (!Object.hasOwn(store.types, used.type)) yield unknown(file, used, store);
    else if (used.written !== used.type) yield capital(file, used);
  },
};

interface Typed {
  readonly field: Field;
  readonly written: string;
  readonly type: string;
}

function withText(field: Field | undefined): Typed | undefined {
  const written = field?.text?.trim();
  return field === undefined || !written ? undefined : { field, written, type: written.toLowerCase() };
}

function unknown(file: ParsedFile, used: Typed, store: Pick<ParsedStore, 'types'>): Finding {
  const known = Object.keys(store.types);
  const meant = nearestType(used.type, store.types);
  const near = [...(meant === undefined ? [] : [meant]), ...nearestWords(used.type, known)];
  const offered = [...new Set([...near, ...COMMON_TYPES.filter((type) => known.includes(type))])];
  return {
    range: used.field.valueRange,
    message: t('Unknown type “{type}”. Use one of {types}, or add it in the settings.', {
      type: used.written,
      types: known.join(', '),
    }),
    fixes: offered.map((type) => change(file, used.field, type, type === near[0])),
  };
}

const capital = (file: ParsedFile, used: Typed): Finding => ({
  range: used.field.valueRange,
  message: t('Type in upper case: “{written}”. Claude Code writes types in lower case. Change it to {type}.', {
    written: used.written,
    type: used.type,
  }),
  fixes: [{ ...change(file, used.field, used.type, true), safe: true }],
});

function disagreement(file: ParsedFile, top: Typed, nested: Typed): Finding {
  return {
    range: top.field.valueRange,
    severity: 'warning',
    message: t(
      'Two different types: “{top}”, and “{nested}” in metadata. Memdir shows the first; Claude Code may use the other. Make them match.',
      { top: top.written, nested: nested.written },
    ),
    related: [{ path: file.source.path, range: nested.field.valueRange, message: t('Type in metadata') }],
    fixes: [change(file, nested.field, top.type, true), change(file, top.field, nested.type, false)],
  };
}

const change = (file: ParsedFile, field: Field, type: string, preferred: boolean): Fix =>
  fix(
    t('Change {field} to {value}', { field: field.path, value: type }),
    file.source.path,
    [replace(field.valueRange, type)],
    { preferred },
  );
