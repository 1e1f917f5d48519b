import type { SourceFile } from '../memory.js';
import type { TextLines } from '../text.js';
import type { Finding, LintStore } from './rule.js';
import { filesOf } from './scope.js';

/** A text an agent may be given, index and logs included. */
export interface StoreText {
  readonly source: SourceFile;
  readonly lines: TextLines;
}

const isText = ({ source }: StoreText): boolean => source.unreadable === undefined && (source.encoding === 'utf8' || source.encoding === 'utf8-invalid');

/**
 * Findings of a check that looks at single texts but, unlike a rule on memories, also at the index and at logs. What it found on a text is
 * kept in `known` as long as the text is the same object.
 */
export function* inEachText(store: LintStore, only: string | undefined, known: WeakMap<SourceFile, readonly Finding[]>, check: (text: StoreText) => Iterable<Finding>): Generator<Finding> {
  const texts: StoreText[] = filesOf(store, only).map(([, file]) => file);
  const { index } = store;
  if (index !== undefined && (only === undefined || only === index.source.path)) texts.unshift(index);
  for (const text of texts) {
    if (!isText(text)) continue;
    let found = known.get(text.source);
    if (found === undefined) known.set(text.source, (found = [...check(text)]));
    for (const finding of found) yield { ...finding, path: text.source.path };
  }
}
