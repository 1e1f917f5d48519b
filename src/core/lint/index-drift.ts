import { listsMemories } from '../file-kinds.js';
import { stemOf } from '../file-stem.js';
import { descriptionText } from '../index/append-entry.js';
import { descriptionRange, foldPunctuation } from '../index/entry-description.js';
import type { IndexEntry, IndexFile } from '../index/index-file.js';
import { pointerLines } from '../index/pointer.js';
import { resolvedEntries } from '../index/resolved-entries.js';
import { t } from '../l10n.js';
import { nameWords } from '../markdown/plain-text.js';
import { memo } from '../memo.js';
import type { ParsedFile } from '../parsed-file.js';
import type { ParsedStore } from '../parsed-store.js';
import type { Fix } from '../problem.js';
import { queryTerms } from '../search/terms.js';
import { type Range, range } from '../text.js';
import { replace } from '../text-edits.js';
import { vagueness } from './description-vague.js';
import { fix } from './merge-fixes.js';
import type { Finding, IndexRule } from './rule.js';

/**
 * An entry that describes something else than its file. Descriptions are rephrased often; reported is only what cannot
 * be a rephrasing: another type, the description of another memory, different numbers, or no common word.
 */
export const indexDrift: IndexRule = {
  code: 'index-drift',
  severity: 'info',
  on: 'index',
  *check(index, store) {
    if (!listsMemories(store.info)) return;
    const owners = descriptions(store.files);
    for (const { entry, at } of resolvedEntries(store)) {
      const file = at.found === undefined ? undefined : store.files.get(at.found);
      if (file === undefined || entry.mention || entry.form === 'code' || !file.memory.searchable) continue;
      const found = typeDrift(entry, index, file, store) ?? hookDrift(entry, index, file, owners);
      if (found !== undefined) yield found;
    }
  },
};

/** Memories by description; undefined where two share one. */
const descriptions = memo((files: ParsedStore['files']): ReadonlyMap<string, string | undefined> => {
  const owners = new Map<string, string | undefined>();
  for (const [path, file] of files) {
    const text = plainDescription(file);
    if (text !== '') owners.set(text, owners.has(text) ? undefined : path);
  }
  return owners;
});

const plainDescription = memo(({ memory }: ParsedFile): string => foldPunctuation(memory.description.slice(0, 500)));

/** `[a](a.md) (project)` for a memory of another type. */
function typeDrift(
  entry: IndexEntry,
  { lines, source }: IndexFile,
  { memory }: ParsedFile,
  { types }: ParsedStore,
): Finding | undefined {
  const { line, character } = entry.linkRange.end;
  const match = /^([*_]{0,3}\s?\()(\w{1,40})\)/.exec(lines.line(line).slice(character, character + 60));
  const written = match?.[2]?.toLowerCase();
  if (match?.[1] === undefined || match[2] === undefined || written === undefined || written === memory.type)
    return undefined;
  if (!Object.hasOwn(types, written) || !Object.hasOwn(types, memory.type)) return undefined;
  const start = character + match[1].length;
  const at = range(line, start, line, start + match[2].length);
  return {
    range: at,
    message: t(
      'Types differ: {written} here, {type} in {path}. Claude Code reads the index first and may misjudge the memory. Make them match.',
      { written, type: memory.type, path: memory.path },
    ),
    fixes: [
      fix(t('Change the type in the index to {type}', { type: memory.type }), source.path, [replace(at, memory.type)], {
        preferred: true,
      }),
    ],
  };
}

function hookDrift(
  entry: IndexEntry,
  index: IndexFile,
  file: ParsedFile,
  owners: ReadonlyMap<string, string | undefined>,
): Finding | undefined {
  const at = descriptionRange(entry, index);
  const why = at === undefined ? undefined : reason(entry, file, owners);
  if (at === undefined || why === undefined) return undefined;
  return {
    range: at,
    message: t('{fault} Claude Code uses it to decide whether to open {path}. Describe what the memory contains now.', {
      fault: why,
      path: file.memory.path,
    }),
    related:
      file.memory.description === ''
        ? undefined
        : [{ path: file.source.path, range: memoryDescriptionRange(file), message: t('Its description') }],
    fixes: hookFix(entry, at, index, file),
  };
}

function reason(
  { hook, title }: IndexEntry,
  file: ParsedFile,
  owners: ReadonlyMap<string, string | undefined>,
): string | undefined {
  const { memory } = file;
  const text = foldPunctuation(hook.slice(0, 500));
  const description = plainDescription(file);
  if (text === description) return undefined;
  const owner = owners.get(text);
  if (owner !== undefined && owner !== memory.path && wordsOf(text).length >= 3)
    return t('Wrong description: this one belongs to {owner}.', { owner });
  if (onlyNumbersDiffer(text, description, /(?:…|\.\.\.)\s*$/.test(hook)))
    return t('Numbers differ from the memory’s description.');
  return isForeign(`${hook} ${title}`, hook, file)
    ? t('Description has no word in common with the memory.')
    : undefined;
}

const wordsOf = (plain: string): string[] => (plain === '' ? [] : plain.split(' '));

/**
 * The same three or more words in the same order with different numbers: one of the two was updated. A truncated
 * description counts as far as it goes.
 */
function onlyNumbersDiffer(hook: string, description: string, cut: boolean): boolean {
  const a = wordsOf(hook);
  const b = wordsOf(description).slice(0, cut ? a.length : undefined);
  if (a.length !== b.length) return false;
  const differ = a.filter((word, at) => word !== b[at]);
  const numbers = a.every(
    (word, at) => word === b[at] || (/\d/.test(word) && word.replace(/\d+/g, '0') === b[at]?.replace(/\d+/g, '0')),
  );
  return numbers && differ.length > 0 && a.length - differ.length >= 3;
}

/** Content words that must be missing for a finding. */
const FEWEST_WORDS = 3;
/** UTF-16 units of a memory that are searched. */
const SEARCHED = 50_000;
const ENGLISH = /\b(?:the|and|of|to|is|are|not|for|with|in|on|when|from|by|it|use|never|always)\b/i;

/** The folded text of a memory, cached. */
const foldedText = memo(({ memory, source }: ParsedFile): string => {
  const said = [
    nameWords(memory.name),
    memory.name,
    nameWords(stemOf(source.path)),
    memory.description,
    ...memory.tags,
    memory.body.slice(0, SEARCHED),
  ];
  return said
    .join(' ')
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase();
});

/**
 * Whether no word of a description appears in the memory, where both are in the same language as far as scripts show.
 */
function isForeign(entry: string, hook: string, file: ParsedFile): boolean {
  const terms = queryTerms(hook.slice(0, 500)).filter((term) => term.length > 1 && /[\p{L}\p{N}]/u.test(term));
  if (terms.length < FEWEST_WORDS || (file.memory.description === '' && file.memory.body.trim().length < 40))
    return false;
  const text = foldedText(file);
  if (terms.some((term) => text.includes(stem(term)))) return false;
  return (
    scriptOf(entry) === scriptOf(text.slice(0, 2_000)) && ENGLISH.test(hook) === ENGLISH.test(text.slice(0, 2_000))
  );
}

/** The stemmer writes y as i and removes endings: a word is found again by its beginning. */
const stem = (term: string): string =>
  /^[a-z]{6,}$/.test(term) ? term.slice(0, -1) : term.replace(/(?<=^[a-z]{2,})i$/, '');

function scriptOf(text: string): string {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const scripts = {
    latin: count(/\p{Script=Latin}/gu),
    cyrillic: count(/\p{Script=Cyrillic}/gu),
    han: 3 * count(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu),
    hangul: 3 * count(/\p{Script=Hangul}/gu),
  };
  return Object.entries(scripts).sort((a, b) => b[1] - a[1])[0]?.[0] ?? '';
}

function memoryDescriptionRange({ frontMatter, lines }: ParsedFile): Range {
  return (
    frontMatter.fields.find(({ path }) => path === 'description')?.valueRange ?? range(0, 0, 0, lines.line(0).length)
  );
}

function hookFix(entry: IndexEntry, at: Range, index: IndexFile, file: ParsedFile): Fix[] {
  const { description } = file.memory;
  const lines = pointerLines(entry, index, file);
  if (description === '' || vagueness(description, file) !== undefined || lines?.last !== entry.line) return [];
  return [
    fix(
      t('Use the memory’s description'),
      index.source.path,
      [replace(at, descriptionText(description, at.start.character))],
      { preferred: true },
    ),
  ];
}
