/** The replacement graph of memories. */
import { stemOf } from '../file-stem.js';
import type { StoreInfo } from '../memory.js';
import type { FileHead } from '../parsed-file.js';

export interface VersionedStore {
  readonly info: Pick<StoreInfo, 'key'>;
  readonly files: ReadonlyMap<string, FileHead>;
}

/** Paths of the memories that each memory replaces. */
export type Ancestors = ReadonlyMap<string, ReadonlySet<string>>;

/** Resolves `supersedes` and `superseded_by` to a path: by path, id, own id, name or stem, the first that matches. */
export function versionResolver({ info, files }: VersionedStore): (reference: string) => string | undefined {
  const pathByName = new Map<string, string>();
  const kinds: ((file: FileHead) => string | undefined)[] = [
    ({ source }) => source.path,
    ({ source }) => `${info.key}/${source.path}`,
    ({ memory }) => memory.ownId,
    ({ memory }) => memory.name,
    ({ source }) => stemOf(source.path),
  ];
  for (const key of kinds) {
    for (const file of files.values()) {
      const name = key(file)?.normalize('NFC');
      if (name !== undefined && !pathByName.has(name)) pathByName.set(name, file.source.path);
    }
  }
  return (reference) => pathByName.get(reference.replace(/^\.\//, '').normalize('NFC'));
}

export function ancestorsIn(versions: VersionedStore): Ancestors {
  const ancestors = new Map<string, Set<string>>();
  const resolve = versionResolver(versions);
  const add = (newer: string | undefined, older: string | undefined): void => {
    if (newer === undefined || older === undefined || newer === older) return;
    ancestors.set(newer, (ancestors.get(newer) ?? new Set()).add(older));
  };
  for (const { memory } of versions.files.values()) {
    if (memory.supersedes !== undefined) add(memory.path, resolve(memory.supersedes));
    if (memory.supersededBy !== undefined) add(resolve(memory.supersededBy), memory.path);
  }
  return ancestors;
}
