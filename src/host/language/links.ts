/** Links of a store with their ranges and resolved targets. */
import { type IndexEntry, type IndexFile, LINE_CAP } from '../../core/index/index-file.js';
import { resolvedEntries, storeNames } from '../../core/index/resolved-entries.js';
import { type Resolution, resolveLink } from '../../core/links/resolve.js';
import { decoded, foldPath } from '../../core/links/target.js';
import type { StoreText } from '../../core/lint/store-texts.js';
import { scanLinks } from '../../core/markdown/link-scanner.js';
import type { ParsedStore } from '../../core/parsed-store.js';
import { type Position, type Range, range } from '../../core/text.js';

export interface StoreLink {
  /** Path of the file that contains it. */
  readonly from: string;
  readonly form: IndexEntry['form'];
  /** The written target without anchor and alias. */
  readonly target: string;
  /** Range of the target alone. */
  readonly range: Range;
  readonly at: Resolution;
  /** Set for an entry of the index. */
  readonly entry?: IndexEntry;
}

/** Index or memory at a path. */
export const textAt = ({ index, files }: ParsedStore, path: string): StoreText | undefined =>
  index?.source.path === path ? index : files.get(path);

/** Links to memories in a file, resolved or not. */
export function linksOf(store: ParsedStore, path: string): StoreLink[] {
  if (store.index?.source.path === path)
    return resolvedEntries(store).map(({ entry, at }) => entryLink(entry, at, path));
  const names = storeNames(store);
  return (store.files.get(path)?.memory.links ?? []).map((link) => ({
    from: path,
    form: link.kind,
    target: link.target,
    range: link.range,
    at: resolveLink(link, path, names),
  }));
}

function entryLink(entry: IndexEntry, at: Resolution, from: string): StoreLink {
  const { start } = entry.targetRange;
  const target = (entry.target.split('#', 1)[0] ?? '').trimEnd();
  return {
    from,
    form: entry.form,
    target,
    range: range(start.line, start.character, start.line, start.character + target.length),
    at,
    entry,
  };
}

/**
 * Links of a file that leave the store by a relative path, among `links` and among the links that the index parser sets apart; `file` is
 * absolute with forward slashes, as {@link foldPath} gives it. Does not access the disk.
 */
export function externalLinksOf(
  store: ParsedStore,
  path: string,
  links: readonly StoreLink[],
): { readonly link: StoreLink; readonly file: string }[] {
  const known = links.filter(({ at, form }) => at.found === undefined && form !== 'wiki');
  const outside =
    store.index?.source.path === path
      ? store.index.outside.filter(({ kind }) => kind === 'outside').map((link) => outsideLink(link, path))
      : [];
  return [...known, ...outside].flatMap((link) => {
    const target = decoded(link.target);
    if (/^[a-z][a-z\d+.-]*:/i.test(target) || /^[\\/~]/.test(target) || !/\.md$/i.test(target)) return [];
    const file = foldPath(`${store.info.path}/${path.slice(0, path.lastIndexOf('/') + 1)}${target}`);
    return file === undefined ? [] : [{ link, file }];
  });
}

function outsideLink({ target, targetRange: { start } }: IndexFile['outside'][number], from: string): StoreLink {
  const bare = target.split('#', 1)[0] ?? '';
  return {
    from,
    form: 'markdown',
    target: bare,
    range: range(start.line, start.character, start.line, start.character + bare.length),
    at: { found: undefined, folder: false },
  };
}

export const contains = ({ start, end }: Range, { line, character }: Position): boolean =>
  (start.line < line || (start.line === line && start.character <= character)) &&
  (line < end.line || (line === end.line && character <= end.character));

/** The link at a position, and its range with text and brackets. */
export function linkAt(
  store: ParsedStore,
  path: string,
  position: Position,
): { readonly link: StoreLink; readonly whole: Range } | undefined {
  const here = linksOf(store, path).filter((link) => link.range.start.line === position.line);
  if (here.length === 0) return undefined;
  const spans = scanLinks((textAt(store, path)?.lines.line(position.line) ?? '').slice(0, LINE_CAP));
  for (const link of here) {
    const at = link.range.start.character;
    const span = spans.find(({ start, end, form }) => form !== 'image' && start <= at && at <= end);
    const whole =
      link.entry?.linkRange ?? (span ? range(position.line, span.start, position.line, span.end) : link.range);
    if (contains(whole, position)) return { link, whole };
  }
  return undefined;
}
