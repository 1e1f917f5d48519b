/** Whether the agent will see what was saved: of an index that is too long it reads the beginning alone. */
import { INDEX_NAME, parseIndex } from '../../core/index/index-file.js';
import { namesOf, resolveEntry } from '../../core/links/resolve.js';
import type { StoreInfo } from '../../core/memory.js';
import type { DecisionResult } from '../../core/results.js';
import { loadForWriting } from '../write/target-store.js';
import type { InboxContext } from './context.js';

/** What to add to the result of a memory, by its path inside the store; empty where the agent reads the whole index. */
export async function pastCutWarnings(context: InboxContext, info: StoreInfo): Promise<ReadonlyMap<string, string>> {
  const source = await context.ports.files.read(info.path, INDEX_NAME);
  const index = source === undefined || source.unreadable !== undefined ? undefined : parseIndex(source);
  const cut = index?.budget.cutLine;
  if (index === undefined || cut === undefined) return new Map();
  const names = namesOf((await loadForWriting(context, info)).files);
  const seen = new Set<string>();
  const unseen = new Map<string, string>();
  for (const entry of index.entries) {
    const path = resolveEntry(entry, names).found;
    if (path === undefined || seen.has(path)) continue;
    if (entry.loaded) seen.add(path);
    else
      unseen.set(
        path,
        `${INDEX_NAME} is too long: Claude Code reads it up to line ${cut}, and the entry stands in line ${entry.line + 1}, so it will not know of this memory. Shorten the index or move the entry up.`,
      );
  }
  return unseen;
}

/** A result that says so. */
export function withPastCutWarning<T extends DecisionResult>(
  result: T,
  info: StoreInfo,
  unseen: ReadonlyMap<string, string>,
): T {
  const said =
    result.status === 'saved' || result.status === 'updated'
      ? unseen.get((result.memory ?? '').slice(info.key.length + 1))
      : undefined;
  return said === undefined
    ? result
    : { ...result, reason: [result.reason, said].filter((each) => each !== undefined).join(' ') };
}
