/** New memory files, in the style of their store. */
import { cloudOnlyPaths } from '../../core/file-kinds.js';
import { stemOf } from '../../core/file-stem.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import { composeMemory } from '../../core/write/compose.js';
import { foldedName, type NewName, takenNames } from '../../core/write/names.js';
import type { WritingStyle } from '../../core/write/writing-style.js';
import type { ListedStore } from '../stores/catalogue.js';
import type { Content } from './content.js';
import { type IndexedStore, isChangedOnDisk, othersIn, parseAs, type WriteContext } from './context.js';

type NamedStore = Pick<IndexedStore, 'files' | 'listing'>;

/**
 * Names of the memories of a store, those in the cloud only included.
 * @param before a store whose names are known: only what came since counts
 */
export function takenNamesIn(store: NamedStore, before?: NamedStore): Set<string> {
  const files = store.files === before?.files ? [] : store.files;
  const memories = [...files].flatMap(([path, { memory }]) =>
    before?.files.get(path)?.memory.name === memory.name ? [] : [memory],
  );
  const inCloud = cloudOnlyPaths(othersIn(store)).map((path) => ({ path, name: stemOf(path) }));
  return takenNames([...memories, ...inCloud]);
}

export function composeText(
  content: Content,
  name: string,
  style: WritingStyle,
  more: { readonly exact: boolean; readonly dateMs: number; readonly supersedes?: string },
): string {
  return composeMemory(
    {
      ...content,
      name,
      dateMs: more.dateMs,
      ...(more.supersedes === undefined ? {} : { supersedes: more.supersedes }),
    },
    style,
    more,
  );
}

export interface NewFile {
  /** Picks a name that is not in `taken`. */
  readonly pick: () => NewName;
  readonly text: (name: NewName) => string;
  readonly taken: Set<string>;
}

/** Writes a file under the first free name; a name that another process takes in the same moment counts as taken. */
export async function createMemoryFile(
  context: WriteContext,
  { info }: Pick<ListedStore, 'info'>,
  { pick, text, taken }: NewFile,
): Promise<ParsedFile> {
  for (;;) {
    const name = pick();
    const written = text(name);
    try {
      await context.ports.files.write(info.path, name.path, written, undefined);
      return parseAs(context, info, name.path, written);
    } catch (error) {
      if (!isChangedOnDisk(error)) throw error;
      taken.add(foldedName(name.name)).add(foldedName(stemOf(name.path)));
    }
  }
}
