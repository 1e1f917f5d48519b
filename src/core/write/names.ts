/** Names and file names of new memories: readable, portable and unique. */
import { stemOf } from '../file-stem.js';
import { memo } from '../memo.js';
import { withoutInvisible } from '../safety/invisible-runs.js';
import { isAscii, truncate } from '../text.js';
import { MASK, slugWords, withoutDangling, withoutLastPhrase } from './slug-words.js';
import type { WritingStyle } from './writing-style.js';

const LONGEST = 60;
/** Device names of Windows, and the name of the index. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d|memory|\d{4}-\d\d-\d\d)$/;

/**
 * Slug of a text: letters and digits of any script in lower case, NFC, with dashes between, without masks and what is invisible. Empty when it has neither.
 */
export function slugOf(text: string): string {
  const plain = withoutInvisible(text.replace(MASK, ' ').normalize('NFC'))
    .toLowerCase()
    .replace(/[’']/g, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  if (plain.length <= LONGEST) return plain;
  const cut = truncate(plain, LONGEST);
  return cut.slice(0, cut.lastIndexOf('-') > LONGEST / 2 ? cut.lastIndexOf('-') : undefined).replace(/-+$/, '');
}

/** Slug of the first content words of a sentence: without dates, and never ending in a dangling word. */
export function slugOfSentence(sentence: string): string {
  const words = slugWords(sentence);
  let kept = words;
  // One long word is cut.
  while (kept.join(' ').length > LONGEST && kept.slice(0, -1).join(' ').length >= LONGEST / 2) kept = kept.slice(0, -1);
  return withoutDangling(slugOf((kept.length < words.length ? withoutLastPhrase(kept) : kept).join(' ')));
}

export interface NewName {
  /** Path inside the store. */
  readonly path: string;
  readonly name: string;
}

/** The form in which names are compared: memories must differ in more than case, Unicode form and dashes. */
export const foldedName = (name: string): string =>
  (isAscii(name) ? name : name.normalize('NFC')).toLowerCase().replace(/[\s_-]+/g, '-');

/** Cached, because folding the names of thousands of memories takes longer than all else that a new one needs. */
const foldedNames = memo(({ path, name }: { readonly path: string; readonly name: string }): readonly string[] => [
  foldedName(stemOf(path)),
  foldedName(name),
]);

/** Names that a new memory must not have: stems and names of all memories of a store, forgotten ones included. */
export function takenNames(memories: Iterable<{ readonly path: string; readonly name: string }>): Set<string> {
  const taken = new Set<string>();
  for (const memory of memories) for (const name of foldedNames(memory)) taken.add(name);
  return taken;
}

/**
 * A free name in the style of the store, with `-2`, `-3` … when it is taken.
 * @param given a name that a writer chose, and names that it must not have: the file is named in the style of the store, the memory to the letter
 */
export function freeName(
  slug: string,
  type: string,
  style: Pick<WritingStyle, 'file' | 'joiner'>,
  taken: ReadonlySet<string>,
  given?: { readonly name: string; readonly taken: ReadonlySet<string> },
): NewName {
  const wanted = slug === '' || RESERVED.test(slug) ? `${slug === '' ? type : slug}-note` : slug;
  const prefix = style.file === 'typed' && !wanted.startsWith(`${type}-`) && wanted !== type ? `${type}-` : '';
  const stem = firstFree(prefix + wanted, '-', taken);
  const file = fileOf(stem, style.joiner);
  // The type is in the front matter and in the name of the file: the name says what the memory is about.
  const own = stem.slice(prefix.length);
  const name = taken.has(foldedName(own)) ? stem : own;
  return {
    name: given === undefined ? name : firstFree(given.name, given.name.includes(' ') ? ' ' : '-', given.taken),
    path: style.file === 'folder' ? `${type}/${file}` : file,
  };
}

/** The file of the next version of a memory, in the same folder: `deploy-v2.md`, then `deploy-v3.md`. */
export function nextVersion(path: string, taken: ReadonlySet<string>): string {
  const stem = stemOf(path);
  const next = firstFree(
    (slugOf(stem) || 'note').replace(/-v\d{1,4}$/, ''),
    '-v',
    new Set([...taken, foldedName(stem)]),
  );
  return path.slice(0, path.lastIndexOf('/') + 1) + fileOf(next, stem.includes('_') ? '_' : '-');
}

function firstFree(wanted: string, separator: string, taken: ReadonlySet<string>): string {
  for (let at = 1; ; at++) {
    const name = at === 1 ? wanted : `${wanted}${separator}${at}`;
    if (!taken.has(foldedName(name))) return name;
  }
}

const fileOf = (name: string, joiner: '-' | '_'): string => `${joiner === '_' ? name.replaceAll('-', '_') : name}.md`;
