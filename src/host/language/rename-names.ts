/** Name and file name of a memory after a rename, and the validation of new names. */
import { MemdirError } from '../../core/errors.js';
import { isNamedLikeIndex } from '../../core/file-kinds.js';
import { stemOf } from '../../core/file-stem.js';
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
  if (wanted === '') throw refuse('Type a name: a memory cannot be without one.');
  if (/[\p{Cc}\u2028\u2029]/u.test(wanted))
    throw refuse('A name is one line of text. Leave out line ends and control characters.');
  if (/[\\/]/.test(wanted))
    throw refuse('A name cannot hold a slash. To move a memory to another folder, drag its file in the explorer.');
  if (wanted.length > MOST_NAME) throw refuse(`The name is longer than ${MOST_NAME} characters. Choose a shorter one.`);
  return wanted;
}

/** Rejects file names that any system forbids, because stores are shared between systems. */
function checkStem(stem: string): void {
  if (RESERVED.test(stem)) throw refuse(`Windows keeps the name “${stem}” for itself. Choose another one.`);
  if (/[:*?"<>|]/.test(stem)) throw refuse('A file name cannot hold any of : * ? " < > |. Choose another name.');
  if (/^\.|[. ]$/.test(stem))
    throw refuse('A file name cannot begin with a dot, or end with a dot or a blank. Choose another name.');
  if (/[\][()#]/.test(stem))
    throw refuse('A link cannot name a file with brackets, parentheses or # in it. Choose another name.');
  if (isNamedLikeIndex(`${stem}.md`)) throw refuse('MEMORY.md is the index. Choose another name.');
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
  if (slug === '') throw refuse('No file can be called after this name. Use letters or digits.');
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
          ? `${path} is there already. Choose another name.`
          : `${other} is there already, and many systems do not tell it from ${path}. Choose another name.`,
      );
    if (name !== undefined && memory.named && caseless(memory.name) === caseless(name))
      throw refuse(`${other} is already called “${memory.name}”. Choose another name.`);
  }
}
