/** Changes of a list in YAML settings line by line: what a person wrote around it keeps its bytes. */
import { type Document, isMap, isScalar, isSeq, type Node, parseDocument, stringify, type YAMLSeq } from 'yaml';

/** What the text says, whatever it looks like; undefined where it is no YAML. */
const meaningOf = (text: string): string | undefined => {
  const document = parseDocument(text);
  return document.errors.length > 0 ? undefined : JSON.stringify(document.toJS());
};

const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;
/** After the line in which a node ends; its range may reach into the next one. */
function lineEnd(text: string, { range }: Node): number {
  const end = range?.[1] ?? 0;
  const last = text.slice(0, end).trimEnd().length;
  const feed = text.indexOf('\n', last);
  return feed < 0 ? text.length : feed + 1;
}

/**
 * @param document says what the text is to mean
 * @param edit of the text; taken where it means that, else all of the document is written anew
 */
function checked(document: Document, edit: string | undefined): string {
  if (edit !== undefined && meaningOf(edit) === JSON.stringify(document.toJS())) return edit;
  return document.toString({ lineWidth: 0 });
}

/** @param document has the item already */
export function withItem(
  text: string,
  key: string,
  item: Readonly<Record<string, unknown>>,
  document: Document,
): string {
  const before = parseDocument(text);
  const list = before.get(key);
  const eol = /\r\n/.test(text) ? '\r\n' : '\n';
  const lines = (indent: string): string =>
    stringify([item], { lineWidth: 0 })
      .trimEnd()
      .split('\n')
      .map((line) => indent + line + eol)
      .join('');
  const ended = (part: string): string => (part === '' || part.endsWith('\n') ? part : part + eol);
  if (list === undefined || list === null)
    return checked(document, list === undefined ? `${ended(text)}${key}:${eol}${lines('  ')}` : undefined);
  if (!isSeq(list) || list.flow === true) return checked(document, undefined);
  const [first, last] = [list.items[0], list.items.at(-1)] as [Node | undefined, Node | undefined];
  if (first?.range == null || last === undefined) return checked(document, undefined);
  const start = lineStart(text, first.range[0]);
  const indent = /^\s*/.exec(text.slice(start))?.[0] ?? '';
  const end = lineEnd(text, last);
  return checked(document, ended(text.slice(0, end)) + lines(indent) + text.slice(end));
}

/**
 * @param document lacks the item already, and the key where nothing is left of the list
 * @param at the item's place in the list of the text
 */
export function withoutItem(text: string, key: string, at: number, document: Document): string {
  const before = parseDocument(text);
  const list = before.get(key);
  if (!isSeq(list) || list.flow === true) return checked(document, undefined);
  const item = (list as YAMLSeq<Node>).items[at];
  if (item?.range == null) return checked(document, undefined);
  const own = isMap(before.contents)
    ? before.contents.items.find((pair) => isScalar(pair.key) && pair.key.value === key)?.key
    : undefined;
  const from = !document.has(key) && isScalar(own) && own.range != null ? own.range[0] : item.range[0];
  return checked(document, text.slice(0, lineStart(text, from)) + text.slice(lineEnd(text, item)));
}
