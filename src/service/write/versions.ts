/** Versions of a memory: files linked by `supersedes` and `superseded_by`. */
import { isoTime } from '../../core/absolute-date.js';
import { ageDays } from '../../core/age.js';
import { mayRead } from '../../core/agent-scope.js';
import type { FileHead } from '../../core/parsed-file.js';
import type { HistoryResult, MemoryVersion } from '../../core/results.js';
import { maskForDisplay } from '../../core/secrets/secrets.js';
import { type Ancestors, ancestorsIn, type VersionedStore, versionResolver } from '../../core/write/version-chain.js';
import { absolutePath, memoryId } from '../paths.js';
import type { StoreHeads } from '../stores/heads.js';
import type { WriteContext } from './context.js';
import { findForWrite, locationOf } from './find-memory.js';

/** Every version of a memory once, the oldest first, also when the links form a cycle. */
export function versionsOf(snapshot: StoreHeads, path: string): readonly FileHead[] {
  const ancestors = ancestorsIn(snapshot);
  const neighbours = (of: string): string[] => [
    ...(ancestors.get(of) ?? []),
    ...[...ancestors].filter(([, older]) => older.has(of)).map(([newer]) => newer),
  ];
  const seen = new Set([path]);
  for (const each of seen) for (const next of neighbours(each)) seen.add(next);
  const versions = [...seen].flatMap((each) => snapshot.files.get(each) ?? []);
  const depths = new Map([...seen].map((each) => [each, depthOf(each, ancestors)]));
  return versions.sort(
    (a, b) =>
      (depths.get(a.source.path) ?? 0) - (depths.get(b.source.path) ?? 0) ||
      a.memory.dateMs - b.memory.dateMs ||
      (a.source.path < b.source.path ? -1 : 1),
  );
}

/** Number of versions before one; a cycle is followed once. */
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

/** The version that replaces an older one when `restored` becomes active again: its successor, if it is an ancestor of `restored`. */
export function successorOf(snapshot: VersionedStore, path: string, restored: string): string | undefined {
  const ancestors = ancestorsIn(snapshot);
  const before = new Set<string>(ancestors.get(restored));
  for (const each of before) for (const older of ancestors.get(each) ?? []) before.add(older);
  if (!before.has(path)) return undefined;
  return (
    [...ancestors].find(([newer, older]) => older.has(path) && (newer === restored || before.has(newer)))?.[0] ??
    restored
  );
}

export async function versionHistory(
  context: WriteContext,
  reference: string,
  reader?: string,
): Promise<HistoryResult> {
  const found = await findForWrite(context, reference, () => true, reader);
  const { info } = found.snapshot;
  const resolve = versionResolver(found.snapshot);
  const now = context.ports.clock.now();
  const idOf = (named: string | undefined): string | null => {
    const path = named === undefined ? undefined : resolve(named);
    const owner = path === undefined ? undefined : found.snapshot.files.get(path)?.memory.agentId;
    return path === undefined || !mayRead(owner, reader) ? null : memoryId(info.key, path);
  };
  const all = versionsOf(found.snapshot, found.file.source.path);
  const versions = all
    .filter(({ memory }) => mayRead(memory.agentId, reader))
    .map(({ source, memory }): MemoryVersion => ({
      id: memoryId(info.key, source.path),
      path: absolutePath(info, source.path),
      name: maskForDisplay(memory.name),
      description: maskForDisplay(memory.description),
      type: memory.type,
      createdAt: isoTime(memory.dateMs),
      ageDays: Math.round(ageDays(memory, now) * 1000) / 1000,
      agentId: memory.agentId ?? null,
      deletedAt: memory.deletedMs === undefined ? null : isoTime(memory.deletedMs),
      supersedes: idOf(memory.supersedes),
      supersededBy: idOf(memory.supersededBy),
    }));
  return { status: 'found', id: locationOf(found).id, versions };
}
