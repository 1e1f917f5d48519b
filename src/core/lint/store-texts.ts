import { filesOf } from '../file-kinds.js';
import type { IndexEntry } from '../index/index-file.js';
import { memo } from '../memo.js';
import type { Memory, SourceFile } from '../memory.js';
import type { ParsedStore } from '../parsed-store.js';
import type { TextLines } from '../text.js';
import type { Finding, StoreRule } from './rule.js';

/** A text an agent may be given, index and logs included. */
export interface StoreText {
  readonly source: SourceFile;
  readonly lines: TextLines;
  /** Set for an index. */
  readonly entries?: readonly IndexEntry[];
  /** Set for a memory. */
  readonly memory?: Pick<Memory, 'links'>;
}

const isText = ({ source }: StoreText): boolean =>
  source.unreadable === undefined && (source.encoding === 'utf8' || source.encoding === 'utf8-invalid');

/** Index and memories of a store, or only the given one. */
export function textsOf(store: Pick<ParsedStore, 'index' | 'files'>, only?: string): readonly StoreText[] {
  const texts: StoreText[] = filesOf(store, only).map(([, file]) => file);
  const { index } = store;
  return index !== undefined && (only === undefined || only === index.source.path) ? [index, ...texts] : texts;
}

/**
 * Creates a check of single texts that, unlike a memory rule, includes the index and logs. Findings are cached per text
 * object.
 */
export function inEachText(check: (text: StoreText) => Iterable<Finding>): StoreRule['check'] {
  const findingsIn = memo((text: StoreText): readonly Finding[] =>
    [...check(text)].map((finding) => ({ ...finding, path: text.source.path })),
  );
  return function* (store, only) {
    for (const text of textsOf(store, only)) if (isText(text)) yield* findingsIn(text);
  };
}
