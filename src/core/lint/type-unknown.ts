import { type Field, fieldOf } from '../frontmatter/frontmatter.js';
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
    message: `"${used.written}" is no type that Claude Code or your settings know, so the memory is grouped by itself and fades like one of unknown type. Use one of ${known.join(', ')}, or add it to the types in the settings.`,
    fixes: offered.map((type) => change(file, used.field, type, type === near[0])),
  };
}

const capital = (file: ParsedFile, used: Typed): Finding => ({
  range: used.field.valueRange,
  message: `Write ${used.type}: Claude Code writes types in lower case, and whoever compares them exactly does not know "${used.written}".`,
  fixes: [{ ...change(file, used.field, used.type, true), safe: true }],
});

function disagreement(file: ParsedFile, top: Typed, nested: Typed): Finding {
  return {
    range: top.field.valueRange,
    severity: 'warning',
    message: `Two types that disagree: "type: ${top.written}" and, under metadata, "type: ${nested.written}". Memdir shows ${top.type}; Claude Code may use the other. Make them equal.`,
    related: [{ path: file.source.path, range: nested.field.valueRange, message: `metadata says ${nested.written}` }],
    fixes: [change(file, nested.field, top.type, true), change(file, top.field, nested.type, false)],
  };
}

const change = (file: ParsedFile, field: Field, type: string, preferred: boolean): Fix =>
  fix(`Change ${field.path} to ${type}`, file.source.path, [replace(field.valueRange, type)], { preferred });
