import { distance } from 'fastest-levenshtein';

import { stemOf } from '../file-stem.js';
import { memo } from '../memo.js';
import type { Memory, MemoryLink, SourceFile } from '../memory.js';
import { popCount } from '../search/sign-bits.js';
import { classifyTarget, pathBeside } from './target.js';

/** The part of a memory file that names resolve by. */
export interface NamedFile {
  readonly memory: Pick<Memory, 'name' | 'named' | 'deletedMs'>;
  readonly source?: Pick<SourceFile, 'aliases'>;
}

/** Names of a store, indexed for lookups. */
export interface StoreNames {
  readonly paths: ReadonlySet<string>;
  /** NFC path -> path as on disk. */
  readonly exact: ReadonlyMap<string, string>;
  /** Folded path -> paths. */
  readonly folded: ReadonlyMap<string, readonly string[]>;
  readonly folders: ReadonlySet<string>;
  /** Paths of memories that were forgotten or replaced: a new version has the name of the one before. */
  readonly forgotten: ReadonlySet<string>;
  /** Path -> name of the front matter. */
  readonly nameOf: ReadonlyMap<string, string>;
  readonly byName: ReadonlyMap<string, readonly string[]>;
  readonly byStem: ReadonlyMap<string, readonly string[]>;
  /** Every path with its folded stem and the {@link lettersOf} it. */
  readonly stems: readonly { readonly path: string; readonly stem: string; readonly letters: number }[];
  /** Folded names and stems -> paths. */
  readonly byFold: ReadonlyMap<string, readonly string[]>;
}

export type Resolution =
  /** `how`: `case` when only letter case differs, `extension` when `.md` is missing. */
  | {
      readonly found: string;
      readonly how: 'exact' | 'case' | 'extension' | 'name' | 'stem' | 'folded';
      readonly others: readonly string[];
    }
  | { readonly found: undefined; readonly folder: boolean };

export const UNRESOLVED: Resolution = { found: undefined, folder: false };

const foldCase = (text: string): string => text.normalize('NFC').toLowerCase();
/** The form in which a wiki link compares names: case, `-`, `_` and blanks do not count. */
export const foldName = (text: string): string => foldCase(text).replace(/[\s_-]+/g, '-');

/** The names of an immutable set of files; cached per set. Each kind is collected when it is first asked for: most links resolve by path. */
export const namesOf = memo((files: ReadonlyMap<string, NamedFile>): StoreNames => new LazyNames(files));

class LazyNames implements StoreNames {
  readonly #files: ReadonlyMap<string, NamedFile>;
  readonly #known = new Map<string, unknown>();

  constructor(files: ReadonlyMap<string, NamedFile>) {
    this.#files = files;
  }

  get paths(): ReadonlySet<string> {
    return this.#once('paths', () => new Set(this.#files.keys()));
  }

  get exact(): ReadonlyMap<string, string> {
    return this.#once('exact', () => {
      const exact = new Map<string, string>();
      this.#each((path, spelled) => void exact.set(spelled.normalize('NFC'), path));
      return exact;
    });
  }

  get folded(): ReadonlyMap<string, readonly string[]> {
    return this.#lists('folded', (add) => this.#each((path, spelled) => add(foldCase(spelled), path)));
  }

  get folders(): ReadonlySet<string> {
    return this.#once('folders', () => {
      const folders = new Set<string>();
      for (const path of this.#files.keys())
        for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) folders.add(path.slice(0, at));
      return folders;
    });
  }

  get forgotten(): ReadonlySet<string> {
    return this.#once(
      'forgotten',
      () => new Set([...this.#files].flatMap(([path, { memory }]) => (memory.deletedMs === undefined ? [] : [path]))),
    );
  }

  get nameOf(): ReadonlyMap<string, string> {
    return this.#once(
      'nameOf',
      () => new Map([...this.#files].flatMap(([path, { memory }]) => (memory.named ? [[path, memory.name]] : []))),
    );
  }

  get stems(): StoreNames['stems'] {
    return this.#once('stems', () =>
      [...this.#files.keys()].map((path) => {
        const stem = foldName(stemOf(path));
        return { path, stem, letters: lettersOf(stem) };
      }),
    );
  }

  get byName(): ReadonlyMap<string, readonly string[]> {
    return this.#lists('byName', (add) => {
      for (const [path, { memory }] of this.#files) if (memory.named) add(memory.name.normalize('NFC'), path);
    });
  }

  get byStem(): ReadonlyMap<string, readonly string[]> {
    return this.#lists('byStem', (add) =>
      this.#each((path, spelled) => {
        if (spelled === path || stemOf(spelled) !== stemOf(path)) add(stemOf(spelled).normalize('NFC'), path);
      }),
    );
  }

  get byFold(): ReadonlyMap<string, readonly string[]> {
    return this.#lists('byFold', (add) => {
      for (const [path, { memory, source }] of this.#files) {
        const stem = foldName(stemOf(path));
        add(stem, path);
        if (memory.named && foldName(memory.name) !== stem) add(foldName(memory.name), path);
        for (const alias of source?.aliases ?? [])
          if (foldName(stemOf(alias)) !== stem) add(foldName(stemOf(alias)), path);
      }
    });
  }

  /** A symbolic link is another spelling of its file: it resolves, but is not suggested. */
  #each(work: (path: string, spelled: string) => void): void {
    for (const [path, { source }] of this.#files) {
      work(path, path);
      for (const alias of source?.aliases ?? []) work(path, alias);
    }
  }

  #lists(
    name: string,
    fill: (add: (key: string, path: string) => void) => void,
  ): ReadonlyMap<string, readonly string[]> {
    return this.#once(name, () => {
      const lists = new Map<string, string[]>();
      fill((key, path) => {
        const list = lists.get(key);
        if (list === undefined) lists.set(key, [path]);
        else list.push(path);
      });
      const rank = (path: string): number => Number(this.forgotten.has(path));
      for (const list of lists.values()) if (list.length > 1) list.sort((a, b) => rank(a) - rank(b));
      return lists;
    });
  }

  #once<T>(name: string, make: () => T): T {
    if (!this.#known.has(name)) this.#known.set(name, make());
    return this.#known.get(name) as T;
  }
}

/** Resolves a path inside the store; falls back to one that differs only in case, then to one with `.md` added. */
export function resolvePath(path: string, names: StoreNames): Resolution {
  const exact = names.exact.get(path.normalize('NFC'));
  if (exact !== undefined) return { found: exact, how: 'exact', others: [] };
  const folded = hit(names.folded.get(foldCase(path)), 'case');
  if (folded !== undefined) return folded;
  if (/\.md$/i.test(path)) return UNRESOLVED;
  const longer = `${path}.md`;
  const found = names.exact.get(longer.normalize('NFC'));
  if (found !== undefined) return { found, how: 'extension', others: [] };
  return hit(names.folded.get(foldCase(longer)), 'extension') ?? { found: undefined, folder: names.folders.has(path) };
}

/**
 * Resolves `[[target]]` by exact name, then exact stem (or path), then either with case and `_`, `-`, space folded.
 * Alias (in a table after `\|`) and anchor do not count. `others` are further matches; beside a current memory a forgotten one is none.
 */
export function resolveWiki(target: string, names: StoreNames): Resolution {
  const bare = target
    .replace(/\\?[|#].*$/s, '')
    .replace(/\\$/, '')
    .trim()
    .normalize('NFC');
  if (bare === '' || (/[\\/:~%]/.test(bare) && leavesStore(bare))) {
    return hit(names.byName.get(bare), 'name') ?? UNRESOLVED;
  }
  const stem = bare.replace(/\.md$/i, '');
  const byName = hit(names.byName.get(bare) ?? names.byName.get(stem), 'name');
  const byStem = hit(names.byStem.get(stem), 'stem') ?? exactPath(stem, names);
  if (byName?.found !== undefined) {
    const stems = byStem?.found === undefined ? [] : [byStem.found, ...byStem.others];
    const { forgotten } = names;
    const counts = (path: string): boolean =>
      path !== byName.found && (forgotten.has(byName.found) || !forgotten.has(path));
    return { ...byName, others: [...new Set([...byName.others, ...stems])].filter(counts) };
  }
  return byStem ?? hit(names.byFold.get(foldName(stem)), 'folded') ?? UNRESOLVED;
}

/**
 * The unambiguous wiki name of a file: its stem or its name, preferably the one similar to the text there, else its
 * path.
 */
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

/** Resolves a link of a memory; paths are relative to the memory's folder. */
export function resolveLink(
  { kind, target }: Pick<MemoryLink, 'kind' | 'target'>,
  from: string,
  names: StoreNames,
): Resolution {
  if (kind === 'wiki') return resolveWiki(target, names);
  const path = pathBeside(from, target);
  return path === undefined ? UNRESOLVED : resolvePath(path, names);
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
  /** It is the only candidate and close to the target. */
  readonly obvious: boolean;
}

/** Files with the names nearest to a missing path, nearest first, at most three. */
export function nearestPaths(path: string, names: StoreNames): Suggestion[] {
  const wanted = foldName(stemOf(path));
  // Any two names this short are near; only an equal name in another folder counts.
  const most = wanted.length < 3 ? 0 : Math.max(1, Math.floor(wanted.length / 4));
  const near: { path: string; away: number }[] = [];
  const letters = lettersOf(wanted);
  for (const { path: candidate, stem, letters: theirs } of names.stems) {
    // Lower bound of the distance: each letter that only one of them has is an edit.
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

/** The units of a text as a set of 32 bits; different units may share a bit. */
function lettersOf(text: string): number {
  let letters = 0;
  for (let at = 0; at < text.length; at++) letters |= 1 << (text.charCodeAt(at) & 31);
  return letters;
}

/** `note_12` is no misspelling of `note_13`. */
const digitsDiffer = (a: string, b: string): boolean => a.replace(/\D+/g, ' ').trim() !== b.replace(/\D+/g, ' ').trim();

/** The known words nearest to a misspelt one, nearest first. */
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
