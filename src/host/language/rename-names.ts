/** Name and file name of a memory after a rename, and the validation of new names. */
import { MemdirError } from '../../core/errors.js';
import { isNamedLikeIndex } from '../../core/file-kinds.js';
import { stemOf } from '../../core/file-stem.js';
import { t } from '../../core/l10n.js';
import { foldName } from '../../core/links/resolve.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import type { ParsedStore } from '../../core/parsed-store.js';

/** UTF-16 units of a new name; file systems allow 255 bytes. */
const MOST_NAME = 80;
const RESERVED = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i;

export interface NewName {
  /** Value of `name`; undefined when the front matter has none or it stays as it is. */
  readonly name: string | undefined;
  /** Path inside the store. */
  readonly path: string;
}

/** The name that the user edits: the memory's name, or the stem of its file. */
export type RenameBy = 'name' | 'stem';

const refuse = (sentence: string): MemdirError => new MemdirError('bad-input', sentence);

/** Both names of a memory after the user changed one. Throws a sentence for an invalid name. */
export function newNames(file: ParsedFile, by: RenameBy, typed: string, store: ParsedStore): NewName {
  const wanted = checked(typed, by);
  const { memory, source } = file;
  const stem = stemOf(source.path);
  const newStem = by === 'stem' ? wanted : stemFrom(wanted, file);
  checkStem(newStem);
  const path = `${source.path.slice(0, source.path.lastIndexOf('/') + 1)}${newStem}.md`;
  const name = memory.named ? nameAfter(file, by, wanted) : undefined;
  const next = { name: name === memory.name ? undefined : name, path: newStem === stem ? source.path : path };
  checkFree(next, file, store);
  return next;
}

function checked(typed: string, by: RenameBy): string {
  const wanted = typed.trim().replace(by === 'stem' ? /\.md$/i : /^$/, '');
  if (wanted === '') throw refuse(t('Enter a name.'));
  if (/[\p{Cc}\u2028\u2029]/u.test(wanted)) throw refuse(t('A name can’t contain line breaks or control characters.'));
  if (/[\\/]/.test(wanted))
    throw refuse(t('A name can’t contain a slash. To move a memory to another folder, drag its file in the Explorer.'));
  if (wanted.length > MOST_NAME)
    throw refuse(t('The name is longer than {limit} characters. Choose a shorter one.', { limit: MOST_NAME }));
  return wanted;
}

/** Rejects file names that any system forbids, because stores are shared between systems. */
function checkStem(stem: string): void {
  if (RESERVED.test(stem))
    throw refuse(t('“{name}” is a reserved name in Windows. Choose another one.', { name: stem }));
  if (/[:*?"<>|]/.test(stem)) throw refuse(t('A file name can’t contain : * ? " < > |. Choose another name.'));
  if (/^\.|[. ]$/.test(stem))
    throw refuse(t('A file name can’t start with a dot or end with a dot or space. Choose another name.'));
  if (/[\][()#]/.test(stem))
    throw refuse(t('A file name with brackets, parentheses or # can’t be linked. Choose another name.'));
  if (isNamedLikeIndex(`${stem}.md`)) throw refuse(t('MEMORY.md is the index. Choose another name.'));
}

/** `feedback_` in `feedback_short-answers`: the type as a prefix of the file name. */
const typePrefix = (stem: string, type: string): string => {
  const lead = stem.slice(0, type.length);
  return lead.toLowerCase() === type && /^[_-]/.test(stem.slice(type.length)) ? stem.slice(0, type.length + 1) : '';
};

/** A file name derived from a name, in the style of the present one: type prefix, `_` or `-`. */
function stemFrom(name: string, { memory, source }: ParsedFile): string {
  const stem = stemOf(source.path);
  const prefix =
    foldName(memory.name) !== foldName(stem) && !foldName(name).startsWith(`${memory.type}-`)
      ? typePrefix(stem, memory.type)
      : '';
  const joint = stem.includes('_') && !stem.slice(prefix.length).includes('-') ? '_' : '-';
  const slug = name
    .normalize('NFC')
    .replace(/[\s:*?"<>|#%^&()[\]{}'`,;!+=~$@-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '');
  if (slug === '') throw refuse(t('This name can’t be used for a file. Use letters or digits.'));
  const cased = stem === stem.toLowerCase() ? slug.toLowerCase() : slug;
  return prefix + cased.replace(/[-_]+/g, joint);
}

/** `name` after a rename: as typed, or derived from the new file name if it was derived from the old one. */
function nameAfter({ memory, source }: ParsedFile, by: RenameBy, wanted: string): string {
  if (by === 'name') return wanted;
  const stem = stemOf(source.path);
  const prefix = typePrefix(stem, memory.type);
  const rest =
    foldName(memory.name) === foldName(stem)
      ? wanted
      : foldName(memory.name) === foldName(stem.slice(prefix.length)) && prefix !== '' && wanted.startsWith(prefix)
        ? wanted.slice(prefix.length)
        : undefined;
  if (rest === undefined) return memory.name;
  return inStyleOf(memory.name, rest);
}

/** A name derived from a file name in the style of the former name: as words, or with `-` where that had no `_`. */
function inStyleOf(before: string, stem: string): string {
  if (/\s/.test(before)) {
    const words = stem.replace(/[-_]+/g, ' ');
    return /^\p{Lu}/u.test(before) ? words.replace(/^\p{Ll}/u, (first) => first.toUpperCase()) : words;
  }
  return before.includes('-') && !before.includes('_') ? stem.replace(/_+/g, '-') : stem;
}

/** The new `name` of a memory whose file is renamed; undefined when it was not derived from the file name, or the new name is taken. */
export function nameAfterMove(file: ParsedFile, path: string, store: ParsedStore): string | undefined {
  const { memory, source } = file;
  if (!memory.named || stemOf(path) === stemOf(source.path)) return undefined;
  const name = nameAfter(file, 'stem', stemOf(path));
  const taken = [...store.files.values()].some(
    (other) => other !== file && other.memory.named && caseless(other.memory.name) === caseless(name),
  );
  return name === memory.name || taken ? undefined : name;
}

const caseless = (text: string): string => text.normalize('NFC').toLowerCase();

function checkFree({ name, path }: NewName, file: ParsedFile, store: ParsedStore): void {
  for (const [other, { memory }] of store.files) {
    if (other === file.source.path) continue;
    if (path !== file.source.path && caseless(other) === caseless(path))
      throw refuse(
        other === path
          ? t('{path} already exists. Choose another name.', { path })
          : t('{other} already exists, and many systems can’t tell it apart from {path}. Choose another name.', {
              other,
              path,
            }),
      );
    if (name !== undefined && memory.named && caseless(memory.name) === caseless(name))
      throw refuse(t('{other} is already named “{name}”. Choose another name.', { other, name: memory.name }));
  }
}
