/** Edits JSON that people maintain by hand. All other bytes stay: comments, order, white space, line ends, byte order mark. */
import {
  createScanner,
  findNodeAtLocation,
  getNodeValue,
  type JSONPath,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';

import { MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';

export interface JsonText {
  /** Shown to people. */
  readonly path: string;
  readonly text: string;
}

/** The value at a place; undefined when there is none. Rejects with `bad-input` when the text is no JSON object. */
export function valueAt({ path, text }: JsonText, at: JSONPath): unknown {
  const root = treeOf(path, bodyOf(text), at);
  const node = root && findNodeAtLocation(root, at);
  return node === undefined ? undefined : (getNodeValue(node) as unknown);
}

/** The text with a value set, appended to an array (a place that ends with -1), or removed (undefined). */
export function withValue({ path, text }: JsonText, at: JSONPath, value: unknown): JsonText {
  const mark = text.startsWith(BOM) ? BOM : '';
  const body = bodyOf(text).trim() === '' ? '{}\n' : bodyOf(text);
  const root = treeOf(path, body, at);
  const node = root && findNodeAtLocation(root, at);
  if (root === undefined || (value === undefined && node === undefined)) return { path, text };
  if (value === undefined) return { path, text: mark + without(body, node as Node) };
  if (node !== undefined)
    return {
      path,
      text:
        mark +
        spliced(
          body,
          node.offset,
          node.offset + node.length,
          itemOf(value, styleAt(body, node), !isOneLine(body, node.parent)),
        ),
    };
  return { path, text: mark + inserted(body, root, at, value) };
}

const BOM = '\uFEFF';
const bodyOf = (text: string): string => (text.startsWith(BOM) ? text.slice(1) : text);
const spliced = (text: string, start: number, end: number, by: string): string =>
  text.slice(0, start) + by + text.slice(end);

/** Undefined for an empty text. Throws for a text that is no object, and for a duplicate key on the path. */
function treeOf(path: string, body: string, at: JSONPath): Node | undefined {
  const errors: ParseError[] = [];
  if (body.trim() === '') return undefined;
  const root = parseTree(body, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error !== undefined) {
    const line = body.slice(0, error.offset).split('\n').length;
    throw new MemdirError(
      'bad-input',
      t('{path} isn’t valid JSON (line {line}: {reason}). Nothing was changed: correct it and try again.', {
        path,
        line,
        reason: said(printParseErrorCode(error.error)),
      }),
    );
  }
  const twice = root === undefined ? undefined : repeatedKey(root, at);
  if (twice !== undefined)
    throw new MemdirError(
      'bad-input',
      t('“{key}” occurs twice in {path}, and agents read only one. Nothing was changed: merge them and try again.', {
        key: twice,
        path,
      }),
    );
  if (root?.type !== 'object')
    throw new MemdirError(
      'bad-input',
      t('{path} doesn’t contain a JSON object. Nothing was changed: correct it and try again.', { path }),
    );
  return root;
}

/** The first key on the way to a place that its object has more than once. */
function repeatedKey(root: Node, at: JSONPath): string | undefined {
  let node: Node | undefined = root;
  for (const key of at) {
    const names: readonly unknown[] =
      node?.type === 'object' ? (node.children ?? []).map((property) => property.children?.[0]?.value as unknown) : [];
    if (names.indexOf(key) !== names.lastIndexOf(key)) return String(key);
    node = node && findNodeAtLocation(node, [key]);
  }
  return undefined;
}

/** `PropertyNameExpected` -> `property name expected`. */
const said = (code: string): string => code.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

interface Style {
  /** White space before items of the same level. */
  readonly prefix: string;
  /** One level more. */
  readonly unit: string;
  readonly eol: string;
}

/** How the line on which a node starts is indented, and how the text indents; two blanks where it does not say. */
function styleAt(text: string, { offset }: Node): Style {
  const line = text.lastIndexOf('\n', offset - 1) + 1;
  return {
    prefix: /^[ \t]*/.exec(text.slice(line, offset))?.[0] ?? '',
    unit: /\n([ \t]+)\S/.exec(text)?.[1] ?? '  ',
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  };
}

/** Whether an object or array is written on one line. */
function isOneLine(text: string, node: Node | undefined): boolean {
  const first = node?.children?.[0];
  return (
    node !== undefined &&
    first !== undefined &&
    node.type !== 'property' &&
    !text.slice(node.offset, first.offset).includes('\n')
  );
}

const itemOf = (value: unknown, { prefix, unit, eol }: Style, lines: boolean): string =>
  lines ? JSON.stringify(value, null, unit).replaceAll('\n', eol + prefix) : JSON.stringify(value);

/** Appends to the innermost existing object or array of the path. */
function inserted(text: string, root: Node, at: JSONPath, value: unknown): string {
  let depth = at.length - 1;
  while (depth > 0 && findNodeAtLocation(root, at.slice(0, depth)) === undefined) depth--;
  const parent = findNodeAtLocation(root, at.slice(0, depth)) ?? root;
  const whole = at.slice(depth + 1).reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);
  const key = parent.type === 'array' ? '' : `${JSON.stringify(at[depth])}: `;
  const last = parent.children?.at(-1);
  if (last === undefined) return intoEmpty(text, parent, key, whole);
  const end = last.offset + last.length;
  if (isOneLine(text, parent))
    return spliced(
      text,
      end,
      end,
      `,${/,\s/.test(text.slice(parent.offset, end)) ? ' ' : ''}${key}${JSON.stringify(whole)}`,
    );
  const style = styleAt(text, last);
  const { comma, after } = afterItem(text, end);
  const item = `${style.eol}${style.prefix}${key}${itemOf(whole, style, true)}`;
  return comma === undefined
    ? spliced(spliced(text, after, after, item), end, end, ',')
    : spliced(text, after, after, `${item},`);
}

function intoEmpty(text: string, parent: Node, key: string, value: unknown): string {
  const outer = styleAt(text, parent);
  const style = { ...outer, prefix: outer.prefix + outer.unit };
  const end = parent.offset + parent.length - 1;
  const content = text.slice(parent.offset + 1, end).trimEnd();
  return spliced(
    text,
    parent.offset + 1,
    end,
    `${content}${style.eol}${style.prefix}${key}${itemOf(value, style, true)}${style.eol}${outer.prefix}`,
  );
}

const REST_OF_LINE = /(?:[ \t]*\/\*(?:(?!\*\/)[^\n])*\*\/)*(?:[ \t]*\/\/[^\r\n]*)?/y;

/** The comma after an item, and the end of its line with comments. */
function afterItem(text: string, end: number): { readonly comma?: number; readonly after: number } {
  const scanner = createScanner(text, true);
  scanner.setPosition(end);
  scanner.scan();
  const comma = text[scanner.getTokenOffset()] === ',' ? scanner.getTokenOffset() : undefined;
  REST_OF_LINE.lastIndex = comma === undefined ? end : comma + 1;
  REST_OF_LINE.test(text);
  return { ...(comma === undefined ? {} : { comma }), after: REST_OF_LINE.lastIndex };
}

/** Removes a range; the text after it must not become part of a line comment. */
function closed(text: string, start: number, end: number): string {
  const rest = text.slice(end);
  const apart =
    /^[ \t]*(?:\r?\n|$)/.test(rest) || !endsInComment(text.slice(0, start))
      ? ''
      : text.includes('\r\n')
        ? '\r\n'
        : '\n';
  return text.slice(0, start) + apart + rest;
}

function endsInComment(text: string): boolean {
  const scanner = createScanner(text, false);
  let last = '';
  for (scanner.scan(); scanner.getTokenOffset() < text.length; scanner.scan())
    last = text.slice(scanner.getTokenOffset(), scanner.getTokenOffset() + 2);
  return last === '//';
}

/** Removes a value with its key, the white space before it, and its comma. */
function without(text: string, value: Node): string {
  const node = value.parent?.type === 'property' ? value.parent : value;
  const parent = node.parent as Node;
  const siblings = parent.children ?? [];
  const before = siblings[siblings.indexOf(node) - 1];
  const end = node.offset + node.length;
  const start = text.slice(0, node.offset).trimEnd().length;
  const own = afterItem(text, end).comma;
  if (own !== undefined) return collapsed(closed(text, start, own + 1), parent.offset);
  const cut = closed(text, start, end);
  if (before === undefined) return collapsed(cut, parent.offset);
  const comma =
    afterItem(text, before.offset + before.length).comma ?? text.indexOf(',', before.offset + before.length);
  return spliced(cut, comma, comma + 1, '');
}

/** An object or array with only white space becomes empty. */
function collapsed(text: string, offset: number): string {
  const blank = /^[{[]\s+[}\]]/.exec(text.slice(offset))?.[0];
  return blank === undefined ? text : spliced(text, offset + 1, offset + blank.length - 1, '');
}
