import { fieldOf } from '../frontmatter/frontmatter.js';
import { t } from '../l10n.js';
import type { ParsedFile } from '../parsed-file.js';
import type { ParsedStore } from '../parsed-store.js';
import type { TextEdit } from '../text.js';
import { insertLineAfter } from '../text-edits.js';
import { fix } from './merge-fixes.js';
import {
  COMMON_TYPES,
  hasFault,
  hasValidFrontMatter,
  isOneLine,
  openingLine,
  setField,
  typeOfName,
} from './metadata.js';
import type { MemoryRule } from './rule.js';

/** Front matter without a type. */
export const typeMissing: MemoryRule = {
  code: 'type-missing',
  severity: 'warning',
  on: 'memory',
  *check(file, store) {
    const field = fieldOf(file.frontMatter, 'type') ?? fieldOf(file.frontMatter, 'metadata.type');
    if (!hasValidFrontMatter(file) || file.memory.type !== 'unknown' || field?.text?.trim() || hasFault(file, field))
      return;
    const misfiled = nodeType(file, store);
    const likely = misfiled ?? typeOfName(file.source.path, store.types);
    const offered = likely === undefined ? COMMON_TYPES.filter((type) => Object.hasOwn(store.types, type)) : [likely];
    yield {
      range: field?.keyRange ?? openingLine(file),
      message:
        misfiled === undefined
          ? t('No type: neither Claude Code nor Memdir can tell what kind of memory this is. Use one of {types}.', {
              types: Object.keys(store.types).join(', '),
            })
          : t('No type: “node_type: {type}” doesn’t set it. Set the type to {type}.', { type: misfiled }),
      fixes:
        field?.list === undefined
          ? offered.map((type) =>
              fix(t('Set type to {type}', { type }), file.source.path, [typed(file, type)], {
                preferred: type === likely,
              }),
            )
          : [],
    };
  },
};

function nodeType(file: ParsedFile, store: Pick<ParsedStore, 'types'>): string | undefined {
  const written = fieldOf(file.frontMatter, 'metadata.node_type')?.text?.toLowerCase();
  return written !== undefined && Object.hasOwn(store.types, written) ? written : undefined;
}

/** Sets a type that is missing: at its empty key, or where this style of front matter has it. */
export function typed(file: ParsedFile, type: string): TextEdit {
  const { frontMatter, lines } = file;
  const nested = fieldOf(frontMatter, 'metadata.type');
  if (fieldOf(frontMatter, 'type') === undefined && nested !== undefined) return setField(file, 'metadata.type', type);
  const node = fieldOf(frontMatter, 'metadata.node_type');
  if (fieldOf(frontMatter, 'type') === undefined && node !== undefined && isOneLine(node)) {
    const line = node.keyRange.start.line;
    const indent = lines.line(line).slice(0, node.keyRange.start.character);
    if (indent.trim() === '') return insertLineAfter(lines, line, `${indent}type: ${type}`);
  }
  return setField(file, 'type', type);
}
