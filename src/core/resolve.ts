import { distance } from 'fastest-levenshtein';

import { classifyTarget, pathBeside } from './index/target.js';
import type { IndexEntry } from './index-file.js';
import { memo } from './memo.js';
import type { Memory, MemoryLink, SourceFile } from './memory.js';
import { stemOf } from './parse.js';
import { popCount } from './search/sign-bits.js';

/** What resolving needs of a memory file. */
export interface Named {
  readonly memory: Pick<Memory, 'name' | 'named'>;
  readonly source?: Pick<SourceFile, 'aliases'>;
}

/** The names of a store, ready to be asked. */
export interface StoreNames {
  readonly paths: ReadonlySet<string>;
  /** NFC path -> path as on disk. */
  readonly exact: ReadonlyMap<string, string>;
  /** Folded path -> paths. */
  readonly folded: ReadonlyMap<string, readonly string[]>;
  readonly folders: ReadonlySet<string>;
  /** Path -> name of the front matter, when it has one. */
  readonly nameOf: ReadonlyMap<string, string>;
  readonly byName: ReadonlyMap<string, readonly string[]>;
  readonly byStem: ReadonlyMap<string, readonly string[]>;
  /** Every path with its folded stem and the {@link lettersOf} it. */
  readonly stems: readonly { readonly path: string; readonly stem: string; readonly letters: number }[];
  /** Folded names and stems -> paths. */
  readonly byFold: ReadonlyMap<string, readonly string[]>;
}

export type Resolution =
  /** `how`: `case` when only upper and lower case differ, `extension` when `.md` is missing. */
  | {
      readonly found: string;
      readonly how: 'exact' | 'case' | 'extension' | 'name' | 'stem' | 'folded';
      readonly others: readonly string[];
    }
  | { readonly found: undefined; readonly folder: boolean };

const NOTHING: Resolution = { found: undefined, folder: false };

const foldCase = (text: string): string => text.normalize('NFC').toLowerCase();
/** What names have in common that a wiki link takes for the same: case, `-`, `_` and blanks do not count. */
export const foldName = (text: string): string => foldCase(text).replace(/[\s_-]+/g, '-');

/** The names of a set of files that does not change any more: asked again, the answer is the same object. */
export const namesOf = memo((files: ReadonlyMap<string, Named>): StoreNames => {
  const exact = new Map<string, string>();
  const stems: { path: string; stem: string; letters: number }[] = [];
  const nameOf = new Map<string, string>();
  const folders = new Set<string>();
  const [folded, byName, byStem, byFold] = [
    new Map<string, string[]>(),
    new Map<string, string[]>(),
    new Map<string, string[]>(),
    new Map<string, string[]>(),
  ];
  for (const [path, { memory, source }] of files) {
    exact.set(path.normalize('NFC'), path);
    add(folded, foldCase(path), path);
    for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) folders.add(path.slice(0, at));
    if (memory.named) {
      nameOf.set(path, memory.name);
      add(byName, memory.name.normalize('NFC'), path);
    }
    const own = stemOf(path);
    const stem = foldName(own);
    stems.push({ path, stem, letters: lettersOf(stem) });
    add(byStem, own.normalize('NFC'), path);
    add(byFold, stem, path);
    if (memory.named && foldName(memory.name) !== stem) add(byFold, foldName(memory.name), path);
    // A link to the file is another name for it. It is found by that, not offered as one.
    for (const alias of source?.aliases ?? []) {
      exact.set(alias.normalize('NFC'), path);
      add(folded, foldCase(alias), path);
      if (stemOf(alias) !== own) add(byStem, stemOf(alias).normalize('NFC'), path);
      if (foldName(stemOf(alias)) !== stem) add(byFold, foldName(stemOf(alias)), path);
    }
  }
  return { paths: new Set(files.keys()), exact, folded, folders, nameOf, stems, byName, byStem, byFold };
});

function add(map: Map<string, string[]>, key: string, path: string): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [path]);
  else list.push(path);
}

/** The file an entry of the index names. A wiki link goes by names, everything else by its path. */
export function resolveEntry(entry: Pick<IndexEntry, 'form' | 'target' | 'path'>, names: StoreNames): Resolution {
  if (entry.form === 'wiki') return resolveWiki(entry.target, names);
  return entry.path === undefined ? NOTHING : resolvePath(entry.path, names);
}

/** A file by its path inside the store; failing that by one that differs only in case, then with `.md` added. */
export function resolvePath(path: string, names: StoreNames): Resolution {
  const exact = names.exact.get(path.normalize('NFC'));
  if (exact !== undefined) return { found: exact, how: 'exact', others: [] };
  const folded = hit(names.folded.get(foldCase(path)), 'case');
  if (folded !== undefined) return folded;
  if (/\.md$/i.test(path)) return NOTHING;
  const longer = `${path}.md`;
  const found = names.exact.get(longer.normalize('NFC'));
  if (found !== undefined) return { found, how: 'extension', others: [] };
  return hit(names.folded.get(foldCase(longer)), 'extension') ?? { found: undefined, folder: names.folders.has(path) };
}

/**
 * `[[target]]` by exact name, then exact file stem (or path), then either with case and `_`, `-`, space folded. Alias (in a table after `\|`) and anchor do not count.
 * `others` are the files it could mean as well.
 */
export function resolveWiki(target: string, names: StoreNames): Resolution {
  const bare = target
    .replace(/\\?[|#].*$/s, '')
    .replace(/\\$/, '')
    .trim()
    .normalize('NFC');
  if (bare === '' || (/[\\/:~%]/.test(bare) && leavesStore(bare))) {
    return hit(names.byName.get(bare), 'name') ?? NOTHING;
  }
  const stem = bare.replace(/\.md$/i, '');
  const byName = hit(names.byName.get(bare) ?? names.byName.get(stem), 'name');
  const byStem = hit(names.byStem.get(stem), 'stem') ?? exactPath(stem, names);
  if (byName?.found !== undefined) {
    const stems = byStem?.found === undefined ? [] : [byStem.found, ...byStem.others];
    return { ...byName, others: [...new Set([...byName.others, ...stems])].filter((path) => path !== byName.found) };
  }
  return byStem ?? hit(names.byFold.get(foldName(stem)), 'folded') ?? NOTHING;
}

/** How a wiki link names a file and no other: by its stem or its name, those first that are like what stands there, else by its path. */
export function wikiNameOf(path: string, names: StoreNames, written = ''): string | undefined {
  const like = foldName(
    written
      .replace(/\\?[|#].*$/s, '')
      .trim()
      .replace(/\.md$/i, ''),
  );
  const [stem, name, whole] = [stemOf(path), names.nameOf.get(path), path.replace(/\.md$/i, '')];
  const spellings = [stem, name, whole].filter(
    (spelling): spelling is string =>
      spelling !== undefined && spelling.trim() === spelling && !/[\][|#\r\n]/.test(spelling),
  );
  return [...spellings.filter((spelling) => foldName(spelling) === like), ...spellings].find((spelling) => {
    const at = resolveWiki(spelling, names);
    return at.found === path && at.others.length === 0;
  });
}

/** The file a link of a memory names: a path is told from the memory's own folder. */
export function resolveLink(
  { kind, target }: Pick<MemoryLink, 'kind' | 'target'>,
  from: string,
  names: StoreNames,
): Resolution {
  if (kind === 'wiki') return resolveWiki(target, names);
  const path = pathBeside(from, target);
  return path === undefined ? NOTHING : resolvePath(path, names);
}

function leavesStore(target: string): boolean {
  const { kind } = classifyTarget(target);
  return kind === 'outside' || kind === 'scheme';
}

type Found = Extract<Resolution, { found: string }>;

const exactPath = (stem: string, names: StoreNames): Found | undefined => {
  const found = names.exact.get(`${stem}.md`);
  return found === undefined ? undefined : { found, how: 'stem', others: [] };
};

function hit(paths: readonly string[] | undefined, how: Found['how']): Found | undefined {
  const [found, ...others] = paths ?? [];
  return found === undefined ? undefined : { found, how, others };
}

export interface Suggestion {
  readonly path: string;
  /** The only candidate, and close enough to be meant. */
  readonly obvious: boolean;
}

/** Files whose names are nearest to a path that does not exist, nearest first, at most three. */
export function nearestPaths(path: string, names: StoreNames): Suggestion[] {
  const wanted = foldName(stemOf(path));
  // Of names this short any two are near; only the same name in another folder says something.
  const most = wanted.length < 3 ? 0 : Math.max(1, Math.floor(wanted.length / 4));
  const near: { path: string; away: number }[] = [];
  const letters = lettersOf(wanted);
  for (const { path: candidate, stem, letters: theirs } of names.stems) {
    // Each letter that only one of them has is a change.
    if (
      Math.abs(stem.length - wanted.length) > most ||
      popCount(letters & ~theirs) > most ||
      popCount(theirs & ~letters) > most
    )
      continue;
    const away = distance(stem, wanted);
    if (away <= most) near.push({ path: candidate, away });
  }
  near.sort((a, b) => a.away - b.away || (a.path < b.path ? -1 : 1));
  return near.slice(0, 3).map(({ path: candidate, away }) => ({
    path: candidate,
    obvious: near.length === 1 && away <= 2 && !digitsDiffer(stemOf(path), stemOf(candidate)),
  }));
}

/** The units of a text as a set of 32: two that differ may be one in it. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at++) letters |= 1 << (text.charCodeAt(at) & 31);
  return letters;
}

/** `note_12` is not a misspelt `note_13`. */
const digitsDiffer = (a: string, b: string): boolean => a.replace(/\D+/g, ' ').trim() !== b.replace(/\D+/g, ' ').trim();

/** The nearest of a few words to a misspelt one, nearest first. */
export function nearestWords(word: string, words: readonly string[]): string[] {
  const wanted = word.toLowerCase();
  return words
    .map((candidate) => ({ candidate, away: distance(candidate, wanted) }))
    .filter(
      ({ candidate, away }) =>
        away <= Math.max(1, Math.floor(candidate.length / 3)) || (wanted.length > 2 && candidate.startsWith(wanted)),
    )
    .sort((a, b) => a.away - b.away)
    .map(({ candidate }) => candidate);
}
