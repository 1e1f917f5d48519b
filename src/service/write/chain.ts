/** Memories that replaced one another. */
import { ageDays } from '../../core/age.js';
import type { ParsedFile } from '../../core/lint/rule.js';
import { stemOf } from '../../core/parse.js';
import type { HistoryResult, MemoryVersion } from '../../core/results.js';
import { hideSecrets } from '../../core/secrets.js';
import { absolutePath, memoryId } from '../places.js';
import type { StoreSnapshot } from '../snapshot.js';
import { find, placeOf } from './find.js';
import type { WriteParts } from './parts.js';

/** Paths of the memories that each memory replaces. */
type Ancestors = ReadonlyMap<string, ReadonlySet<string>>;

/** What `supersedes` and `superseded_by` name: a path, id, own id, name or stem, the first that fits. */
function resolver({ info, files }: StoreSnapshot): (reference: string) => string | undefined {
  const known = new Map<string, string>();
  const kinds: ((file: ParsedFile) => string | undefined)[] = [
    ({ source }) => source.path, ({ source }) => memoryId(info.key, source.path), ({ memory }) => memory.ownId, ({ memory }) => memory.name, ({ source }) => stemOf(source.path),
  ];
  for (const key of kinds) {
    for (const file of files.values()) {
      const name = key(file)?.normalize('NFC');
      if (name !== undefined && !known.has(name)) known.set(name, file.source.path);
    }
  }
  return (reference) => known.get(reference.replace(/^\.\//, '').normalize('NFC'));
}

function ancestorsIn(snapshot: StoreSnapshot): Ancestors {
  const ancestors = new Map<string, Set<string>>();
  const resolve = resolver(snapshot);
  const add = (newer: string | undefined, older: string | undefined): void => {
    if (newer === undefined || older === undefined || newer === older) return;
    ancestors.set(newer, (ancestors.get(newer) ?? new Set()).add(older));
  };
  for (const { memory } of snapshot.files.values()) {
    if (memory.supersedes !== undefined) add(memory.path, resolve(memory.supersedes));
    if (memory.supersededBy !== undefined) add(resolve(memory.supersededBy), memory.path);
  }
  return ancestors;
}

/** Every version of a memory, the oldest first; however the marks run, each once. */
export function chainOf(snapshot: StoreSnapshot, file: ParsedFile): readonly ParsedFile[] {
  const ancestors = ancestorsIn(snapshot);
  const neighbours = (path: string): string[] => [...(ancestors.get(path) ?? []), ...[...ancestors].filter(([, older]) => older.has(path)).map(([newer]) => newer)];
  const seen = new Set([file.source.path]);
  for (const path of seen) for (const next of neighbours(path)) seen.add(next);
  const versions = [...seen].flatMap((path) => snapshot.files.get(path) ?? []);
  const depths = new Map([...seen].map((path) => [path, depthOf(path, ancestors)]));
  return versions.sort((a, b) => (depths.get(a.source.path) ?? 0) - (depths.get(b.source.path) ?? 0) || a.memory.dateMs - b.memory.dateMs || (a.source.path < b.source.path ? -1 : 1));
}

/** How many versions lie before one; marks that run in a circle are followed once. */
function depthOf(path: string, ancestors: Ancestors): number {
  const seen = new Set<string>();
  let row: readonly string[] = [path];
  let depth = 0;
  for (;;) {
    row = [...new Set(row.flatMap((each) => [...(ancestors.get(each) ?? [])]))].filter((each) => !seen.has(each));
    if (row.length === 0) return depth;
    for (const each of row) seen.add(each);
    depth++;
  }
}

/** What takes the place of an older version when `restored` holds again: the version after it, when it lies before that one. */
export function successorOf(snapshot: StoreSnapshot, path: string, restored: ParsedFile): string | undefined {
  const ancestors = ancestorsIn(snapshot);
  const before = new Set<string>(ancestors.get(restored.source.path));
  for (const each of before) for (const older of ancestors.get(each) ?? []) before.add(older);
  if (!before.has(path)) return undefined;
  return [...ancestors].find(([newer, older]) => older.has(path) && (newer === restored.source.path || before.has(newer)))?.[0] ?? restored.source.path;
}

export async function history(parts: WriteParts, reference: string): Promise<HistoryResult> {
  const found = await find(parts, reference, () => true);
  const { info } = found.snapshot;
  const resolve = resolver(found.snapshot);
  const now = parts.ports.clock.now();
  const idOf = (named: string | undefined): string | null => {
    const path = named === undefined ? undefined : resolve(named);
    return path === undefined ? null : memoryId(info.key, path);
  };
  const versions = chainOf(found.snapshot, found.file).map(({ source, memory }): MemoryVersion => ({
    id: memoryId(info.key, source.path), path: absolutePath(info, source.path), name: hideSecrets(memory.name), description: hideSecrets(memory.description), type: memory.type,
    createdAt: isoDate(memory.dateMs), ageDays: Math.round(ageDays(memory, now) * 1000) / 1000, agentId: memory.agentId ?? null,
    deletedAt: memory.deletedMs === undefined ? null : isoDate(memory.deletedMs), supersedes: idOf(memory.supersedes), supersededBy: idOf(memory.supersededBy),
  }));
  return { status: 'found', id: placeOf(found).id, versions };
}

/** A date out of the range of dates is shown as the epoch. */
export const isoDate = (ms: number): string => new Date(Math.abs(ms) <= 8.64e15 ? ms : 0).toISOString();
