/** Names and files of new memories: readable, safe on every disk, and never those of another memory. */
import { stemOf } from '../parse-memory.js';
import { shortened } from '../text.js';
import { slugWords, withoutDangling } from './slug-words.js';
import type { WritingStyle } from './writing-style.js';

const LONGEST = 60;
/** Names that Windows keeps for devices, and the index. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d|memory|\d{4}-\d\d-\d\d)$/;

/** A text as a slug: letters and digits of any script in lower case, NFC, everything else one dash. Empty when it has neither. */
export function slugOf(text: string): string {
  const plain = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[’']/g, '')
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/^-+|-+$/g, '');
  if (plain.length <= LONGEST) return plain;
  const cut = shortened(plain, LONGEST);
  return cut.slice(0, cut.lastIndexOf('-') > LONGEST / 2 ? cut.lastIndexOf('-') : undefined).replace(/-+$/, '');
}

/** A slug of the first telling words of a sentence: without dates, and never ending in a word that points at one cut off. */
export const slugOfSentence = (sentence: string): string => withoutDangling(wholeSlug(sentence));

const wholeSlug = (sentence: string): string => slugOf(slugWords(sentence).join(' '));

/** A name made of a sentence, with what was left off its end: models find more of what says the same by it. */
export const comparedName = (name: string, sentence: string): string => {
  const slug = slugOfSentence(sentence);
  return slug === '' ? name : name.replace(slug, () => wholeSlug(sentence));
};

export interface NewName {
  /** Path inside the store. */
  readonly path: string;
  readonly name: string;
}

/** What a name is compared by: two memories must differ in more than case, Unicode form and dashes. */
export const foldedName = (name: string): string =>
  name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_-]+/g, '-');

/** Everything a new memory must not be called like: stems and names of all memories of a store, forgotten ones included. */
export function takenNames(memories: Iterable<{ readonly path: string; readonly name: string }>): Set<string> {
  const taken = new Set<string>();
  for (const { path, name } of memories) taken.add(foldedName(stemOf(path))).add(foldedName(name));
  return taken;
}

/** A free name in the style of the store; `-2`, `-3` … where it is taken. */
export function freeName(
  slug: string,
  type: string,
  style: Pick<WritingStyle, 'file' | 'joiner'>,
  taken: ReadonlySet<string>,
): NewName {
  const wanted = slug === '' || RESERVED.test(slug) ? `${slug === '' ? type : slug}-note` : slug;
  const prefix = style.file === 'typed' && !wanted.startsWith(`${type}-`) && wanted !== type ? `${type}-` : '';
  const name = firstFree(prefix + wanted, '-', taken);
  const file = fileOf(name, style.joiner);
  return { name, path: style.file === 'folder' ? `${type}/${file}` : file };
}

/** The name of the next version of a memory, beside it: `deploy-v2`, then `deploy-v3`. */
export function nextVersion(path: string, taken: ReadonlySet<string>): NewName {
  const stem = stemOf(path);
  const name = firstFree(
    (slugOf(stem) || 'note').replace(/-v\d{1,4}$/, ''),
    '-v',
    new Set([...taken, foldedName(stem)]),
  );
  return { name, path: path.slice(0, path.lastIndexOf('/') + 1) + fileOf(name, stem.includes('_') ? '_' : '-') };
}

function firstFree(wanted: string, separator: string, taken: ReadonlySet<string>): string {
  for (let at = 1; ; at++) {
    const name = at === 1 ? wanted : `${wanted}${separator}${at}`;
    if (!taken.has(foldedName(name))) return name;
  }
}

const fileOf = (name: string, joiner: '-' | '_'): string => `${joiner === '_' ? name.replaceAll('-', '_') : name}.md`;
