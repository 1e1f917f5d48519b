/** Applies changes of a consolidation in memory. Each change can be applied without the others. */
import { INDEX_NAME, type IndexFile, parseIndex } from '../index/index-file.js';
import { entryRemoval } from '../index/remove-entry.js';
import { resolveEntry } from '../index/resolved-entries.js';
import { isIndexCloudOnly, mayBeUnreachable } from '../index/unreachable-files.js';
import { t } from '../l10n.js';
import { namesOf, type StoreNames } from '../links/resolve.js';
import type { SourceFile } from '../memory.js';
import { parseMemory } from '../parse-memory.js';
import type { ParsedFile } from '../parsed-file.js';
import type { ParsedStore } from '../parsed-store.js';
import type { DreamKind } from '../results.js';
import { applyEdits } from '../text.js';
import { withEntry, withEntryReplaced, withoutEntry } from '../write/index-entries.js';
import { type EntryTrace, writeTrace } from '../write/index-trace.js';
import { addMarks } from '../write/marks.js';

/** A store as consolidation sees it. */
export type DreamStore = ParsedStore;

export type DreamChange =
  /** Replaces the text of a file, or creates a file when `before` is undefined. */
  | { readonly do: 'text'; readonly path: string; readonly before: string | undefined; readonly after: string }
  /**
   * Marks a memory as forgotten, or as replaced by another; its index entry is removed, or becomes that of the other.
   */
  | { readonly do: 'retire'; readonly path: string; readonly by?: string }
  /** Adds index entries for memories. */
  | { readonly do: 'list'; readonly paths: readonly string[] }
  /** Removes index entries with these targets (as written) that resolve to no file. */
  | { readonly do: 'unlist'; readonly targets: readonly string[] };

/** A change that becomes a proposal when it passes the checks. */
export interface DreamCandidate {
  readonly kind: DreamKind;
  readonly by: 'rules' | 'model';
  readonly title: string;
  readonly reason: string;
  readonly sources: readonly string[];
  /** Paths of the files that the model was given. */
  readonly given?: readonly string[];
  readonly changes: readonly DreamChange[];
}

export interface ChangedText {
  readonly before: string | undefined;
  readonly after: string;
}

export interface ChangedStore {
  readonly store: DreamStore;
  /** Names of its files. */
  readonly names: StoreNames;
  /** By path, changed files only. */
  readonly texts: ReadonlyMap<string, ChangedText>;
}

/** The store after the changes, or the reason why they cannot be applied. */
export function applyChanges(
  store: DreamStore,
  changes: readonly DreamChange[],
): ChangedStore | { readonly fault: string } {
  const work = new ChangeRun(store);
  for (const change of changes) {
    const fault = work.make(change);
    if (fault !== undefined) return { fault };
  }
  return work.result();
}

export const textIn = ({ index, files }: Pick<ParsedStore, 'index' | 'files'>, path: string): string | undefined =>
  (path === INDEX_NAME ? index?.source : files.get(path)?.source)?.text;

class ChangeRun {
  readonly #texts = new Map<string, string>();
  #files: ReadonlyMap<string, ParsedFile>;
  #index: IndexFile | undefined;
  /** Recomputed only when a file is added or renamed: for a thousand files this costs more than everything else. */
  #names: StoreNames;

  constructor(readonly before: DreamStore) {
    this.#files = before.files;
    this.#index = before.index;
    this.#names = namesOf(before.files);
  }

  make(change: DreamChange): string | undefined {
    switch (change.do) {
      case 'text':
        return this.#text(change);
      case 'retire':
        return this.#retire(change);
      case 'list':
        return this.#list(change.paths);
      case 'unlist':
        return this.#unlist(new Set(change.targets));
    }
  }

  result(): ChangedStore {
    const texts = [...this.#texts].map(
      ([path, after]) => [path, { before: textIn(this.before, path), after }] as const,
    );
    return {
      store: { ...this.before, files: this.#files, index: this.#index },
      names: this.#names,
      texts: new Map(texts.filter(([, { before, after }]) => before !== after)),
    };
  }

  #text({ path, before, after }: Extract<DreamChange, { do: 'text' }>): string | undefined {
    if (textIn({ index: this.#index, files: this.#files }, path) !== before)
      return t('{path} changed after the proposal was made.', { path });
    this.#set(path, after);
    return undefined;
  }

  #retire({ path, by }: Extract<DreamChange, { do: 'retire' }>): string | undefined {
    const file = this.#files.get(path);
    if (file === undefined) return t('{path} doesn’t exist.', { path });
    const { deletedMs, supersededBy } = file.memory;
    const trace = this.#unlisted(path, by);
    if (deletedMs !== undefined || supersededBy !== undefined) return undefined;
    const text = addMarks(file.source.text, {
      deleted_at: new Date(this.before.now).toISOString(),
      ...(trace.length === 0 ? {} : { index_lines: writeTrace(trace) }),
      ...(by === undefined ? {} : { superseded_by: by }),
    });
    if (text === undefined)
      return t('The front matter of {path} can’t take more keys. Fix it first; “memdir lint” shows what is wrong.', {
        path,
      });
    this.#set(path, text);
    return undefined;
  }

  /** Removes the entry of a memory, or turns it into that of its replacement; returns where it was. */
  #unlisted(path: string, by: string | undefined): EntryTrace {
    if (this.#index === undefined) return [];
    const names = this.#names;
    const heir = by === undefined ? undefined : this.#files.get(by);
    const listed = this.#index.entries.some((entry) => !entry.mention && resolveEntry(entry, names).found === by);
    const { text, trace } =
      heir === undefined || listed
        ? withoutEntry(this.#index, path, this.#files)
        : withEntryReplaced(this.#index, path, heir.source.path, heir.memory, this.#files);
    this.#set(INDEX_NAME, text);
    return trace;
  }

  #list(paths: readonly string[]): string | undefined {
    if (this.#index === undefined && isIndexCloudOnly(this.before))
      return t('{file} is only in iCloud. Download it first.', { file: INDEX_NAME });
    for (const path of paths) {
      const file = this.#files.get(path);
      if (file === undefined) return t('{path} doesn’t exist.', { path });
      this.#set(
        INDEX_NAME,
        withEntry(this.#index ?? parseIndex(emptySource(this.before.now)), path, file.memory, this.#files),
      );
    }
    return undefined;
  }

  #unlist(targets: ReadonlySet<string>): string | undefined {
    const names = this.#names;
    for (;;) {
      const index = this.#index;
      const entry = index?.entries.find(
        (each) =>
          !each.mention &&
          targets.has(each.target) &&
          resolveEntry(each, names).found === undefined &&
          !mayBeUnreachable(each, this.before),
      );
      if (index === undefined || entry === undefined) return undefined;
      this.#set(INDEX_NAME, applyEdits(index.source.text, [entryRemoval(entry, index).edit]));
    }
  }

  #set(path: string, text: string): void {
    this.#texts.set(path, text);
    if (path === INDEX_NAME) {
      this.#index = parseIndex({ ...(this.#index?.source ?? emptySource(this.before.now)), text });
      return;
    }
    const former = this.#files.get(path);
    const { types, info } = this.before;
    const file = parseMemory(
      { ...(former?.source ?? { ...emptySource(this.before.now), path }), text },
      { types, storeKind: info.kind },
    );
    this.#files = new Map(this.#files).set(path, file);
    if (former?.memory.name !== file.memory.name || former.memory.named !== file.memory.named)
      this.#names = namesOf(this.#files);
  }
}

const emptySource = (now: number): SourceFile => ({
  path: INDEX_NAME,
  text: '',
  encoding: 'utf8',
  stamp: { modifiedMs: now, size: 0, hash: '' },
});
