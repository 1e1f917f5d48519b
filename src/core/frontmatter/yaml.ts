import { type Document, isAlias, isMap, isScalar, isSeq, type Node, type Pair, parseDocument, visit } from 'yaml';

import { messageOf } from '../errors.js';
import { t } from '../l10n.js';
import type { TextLines } from '../text.js';
import { aliasFault, tagFault, unresolvedAliasFault, valueTypeFault } from './faults.js';
import type { Field, FrontMatterFault } from './model.js';

/**
 * The text for the parser: as long as the file, with a lone CR as LF, so that every offset is an offset of the file.
 */
export interface YamlText {
  readonly text: string;
  readonly lines: TextLines;
}

/** Path of a map: the top level, or below `metadata:`. */
export type Prefix = '' | 'metadata.';

const NO_ANCHORS: ReadonlySet<string> = new Set();

/** Result of parsing a part of the front matter. */
export interface Reading {
  readonly kind: 'map' | 'empty' | 'other';
  readonly fields: readonly Field[];
  readonly faults: readonly FrontMatterFault[];
  /** First syntax error, with its offset in the file. */
  readonly error?: { readonly offset: number; readonly code: string; readonly message: string } | undefined;
}

const OPTIONS = {
  schema: 'failsafe',
  keepSourceTokens: true,
  uniqueKeys: false,
  prettyErrors: false,
  logLevel: 'error',
} as const;
/** Tags that only state how plain text is read. */
const PLAIN_TAG = /^tag:yaml\.org,2002:(?:str|int|float|bool|null|timestamp|seq|map)$/;

/** Fields for which a list or map makes no sense. */
const TEXT_FIELDS = new Set(['name', 'description', 'type', 'metadata.type']);

interface Context {
  readonly source: YamlText;
  /** Offset of the part in the file. */
  readonly base: number;
  readonly end: number;
  readonly anchors: ReadonlySet<string>;
  readonly fields: Field[];
  readonly faults: FrontMatterFault[];
}

/**
 * Parses the part from `base` to `end` as a YAML map. Every scalar stays text (failsafe schema), aliases are never
 * followed. Never throws: input that the parser rejects (nesting that overflows) is an error. `known` names anchors of
 * the same front matter.
 */
export function readMap(
  source: YamlText,
  base: number,
  end: number,
  prefix: Prefix,
  known: ReadonlySet<string> = NO_ANCHORS,
): Reading {
  try {
    const document = parseDocument(source.text.slice(base, end), OPTIONS);
    const context: Context = { source, base, end, anchors: anchorsOf(document, known), fields: [], faults: [] };
    if (isMap(document.contents)) for (const pair of document.contents.items) readPair(pair, prefix, context);
    const alias = firstAlias(document, context);
    if (alias) context.faults.push(alias);
    const first = document.errors[0];
    const error = first
      ? { offset: Math.min(base + first.pos[0], end), code: first.code, message: first.message }
      : secondKeyOnLine(document.contents, context);
    return { kind: kindOf(document.contents), fields: context.fields, faults: context.faults, error };
  } catch (error) {
    return {
      kind: 'other',
      fields: [],
      faults: [],
      error: { offset: base, code: 'IMPOSSIBLE', message: messageOf(error) },
    };
  }
}

/** `key: {}: x` is not YAML, but the parser takes `: x` for the next key of the map. */
function secondKeyOnLine(contents: unknown, context: Context): Reading['error'] {
  if (!isMap<Node, Node | null>(contents) || contents.flow === true) return undefined;
  let before = -1;
  for (const { key, value } of contents.items) {
    const offset = context.base + (key.range?.[0] ?? 0);
    const { line } = context.source.lines.position(offset);
    if (line === before) return { offset, code: 'SECOND_KEY', message: t('a second key is on the line') };
    before = line;
    const nested = isMap(value) && key.toString() === 'metadata' ? secondKeyOnLine(value, context) : undefined;
    if (nested) return nested;
  }
  return undefined;
}

const kindOf = (contents: unknown): Reading['kind'] =>
  isMap(contents)
    ? 'map'
    : contents === null || (isScalar(contents) && contents.range?.[0] === contents.range?.[1])
      ? 'empty'
      : 'other';

function anchorsOf(document: Document.Parsed, known: ReadonlySet<string>): Set<string> {
  const anchors = new Set(known);
  visit(document, { Value: (_key, node) => void (node.anchor && anchors.add(node.anchor)) });
  return anchors;
}

/** One fault for the whole part: hundreds of aliases are one mistake. */
function firstAlias(document: Document.Parsed, context: Context): FrontMatterFault | undefined {
  let alias: number[] | undefined;
  let anchor: number[] | undefined;
  visit(document, {
    Alias: (_key, node) => {
      if (!context.anchors.has(node.source)) return undefined;
      alias = node.range ?? [0, 0];
      return visit.BREAK;
    },
    Value: (_key, node) => {
      if (node.anchor) anchor ??= node.range ?? [0, 0];
    },
  });
  const place = alias ?? anchor;
  if (!place) return undefined;
  // A node without text starts behind the blanks that are trimmed.
  const end = trimEnd(context, place[1] ?? 0);
  return aliasFault(context.source.lines.span(Math.min(context.base + (place[0] ?? 0), end), end));
}

function trimEnd({ source, base }: Context, end: number): number {
  let at = base + end;
  while (at > base && /\s/.test(source.text.charAt(at - 1))) at--;
  return at;
}

function readPair(pair: Pair<Node, Node | null>, prefix: Prefix, context: Context): void {
  const { source, base } = context;
  const [keyStart = 0, keyEnd = 0] = pair.key.range ?? [];
  const keyText = isScalar(pair.key)
    ? String(pair.key.value)
    : source.text.slice(base + keyStart, base + keyEnd).trim();
  const path = prefix + keyText;
  const colon = pair.srcToken?.sep?.find((token) => token.type === 'map-value-ind');
  const afterColon = base + (colon ? colon.offset + 1 : keyEnd);
  const keyRange = source.lines.span(base + keyStart, base + keyEnd);
  const field = { path, keyRange, ...readValue(pair.value, path, afterColon, context) };
  context.fields.push(field);
  if (prefix === '' && keyText === 'metadata' && isMap(pair.value))
    for (const child of pair.value.items) readPair(child as Pair<Node, Node | null>, 'metadata.', context);
}

type Value = Pick<Field, 'text' | 'list' | 'valueRange' | 'style' | 'cut'>;

function readValue(node: Node | null, path: string, afterColon: number, context: Context): Value {
  const { source, base } = context;
  const [, nodeEnd = 0] = node?.range ?? [];
  if (!node || (isScalar(node) && node.type === 'PLAIN' && node.source === '' && !node.tag && !node.anchor)) {
    return {
      text: '',
      style: 'none',
      valueRange: source.lines.span(afterColon, afterColon),
      cut: commentAfter(context, afterColon),
    };
  }
  const start = valueStart(context, afterColon, base + (node.range?.[0] ?? 0));
  const end = Math.max(start, trimEnd(context, nodeEnd));
  const written = source.text.slice(start, end);
  const valueRange = source.lines.span(start, end);
  if (isAlias(node)) {
    if (context.anchors.has(node.source)) return { text: undefined, style: 'other', valueRange };
    context.faults.push(unresolvedAliasFault(path, written, valueRange));
    return { text: written, style: 'plain', valueRange };
  }
  if (node.tag && !PLAIN_TAG.test(node.tag)) {
    context.faults.push(tagFault(path, written, valueRange));
    return { text: undefined, style: 'other', valueRange };
  }
  if (!isScalar(node) && TEXT_FIELDS.has(path))
    context.faults.push(valueTypeFault(path, isSeq(node) ? 'a list' : 'a map', valueRange));
  if (isSeq(node))
    return { text: undefined, list: node.items.map((item) => itemText(item, context)), style: 'other', valueRange };
  if (!isScalar(node)) return { text: undefined, style: 'other', valueRange };
  const style = styleOf(node.type);
  return {
    text: String(node.value).replace(/\r\n?/g, '\n'),
    style,
    valueRange,
    cut: style === 'plain' ? commentAfter(context, end) : undefined,
  };
}

/** Where the value starts as written, tag and anchor included. */
function valueStart({ source, end }: Context, afterColon: number, nodeStart: number): number {
  let at = afterColon;
  while (at < end && (source.text[at] === ' ' || source.text[at] === '\t')) at++;
  const unit = source.text[at];
  return at < end && at < nodeStart && unit !== '\n' && unit !== '\r' && unit !== '#'
    ? at
    : Math.max(nodeStart, Math.min(at, nodeStart));
}

function itemText(item: unknown, { source, base }: Context): string {
  if (isScalar(item) && !item.tag) return String(item.value).trim();
  const [start = 0, end = 0] = (item as Node | null)?.range ?? [];
  return source.text.slice(base + start, base + end).trim();
}

const STYLES: Readonly<Record<string, Field['style']>> = {
  PLAIN: 'plain',
  QUOTE_SINGLE: 'single',
  QUOTE_DOUBLE: 'double',
  BLOCK_LITERAL: 'block',
  BLOCK_FOLDED: 'block',
};
const styleOf = (type: string | undefined): Field['style'] => STYLES[type ?? ''] ?? 'other';

/** The comment after the value on its line: YAML drops it, while its author mostly meant it as text. */
function commentAfter({ source, end }: Context, from: number): Field['cut'] {
  let at = from;
  while (at < end && (source.text[at] === ' ' || source.text[at] === '\t')) at++;
  if (at === from || at >= end || source.text[at] !== '#') return undefined;
  const line = source.lines.position(at).line;
  const text = source.lines.line(line).slice(source.lines.position(at).character).trimEnd();
  return { text, range: source.lines.span(at, at + text.length) };
}
