/** The memory section of a system prompt, from the stores in scope. */
import { MemdirError } from '../core/errors.js';
import { bytesOf } from '../core/inject/limits.js';
import type { StoreInfo } from '../core/memory.js';
import { sectionOf, type PromptStore } from '../core/prompt/section.js';
import type { PromptRequest, PromptSection } from '../core/results.js';
import { pathInside } from './places.js';
import type { Snapshots } from './snapshot.js';
import type { Upkeep } from './upkeep.js';

export interface PromptParts {
  readonly upkeep: Upkeep;
  readonly snapshots: Snapshots;
}

/** Rejects with `not-found` when no store is in scope that an agent writes to. */
export async function promptSection({ upkeep, snapshots }: PromptParts, { withIndex = true, home }: PromptRequest, signal?: AbortSignal): Promise<PromptSection> {
  const stores = await upkeep.findStores();
  const own = stores.find(({ kind }) => kind === 'main' || kind === 'custom') ?? stores.find(({ kind }) => kind !== 'team' && kind !== 'session' && kind !== 'agent') ?? stores.find(({ kind }) => kind !== 'session');
  if (own === undefined) throw new MemdirError('not-found', 'There is no memory directory to describe. Name one with --dir.');
  const team = own.kind === 'team' ? undefined : stores.find(({ kind, exists }) => kind === 'team' && exists);
  const load = async (info: StoreInfo): Promise<PromptStore & { readonly paths: readonly string[] }> => {
    const snapshot = info.exists ? await snapshots.load(info, signal) : undefined;
    return { path: shown(info.path, home), index: snapshot?.index, paths: [...(snapshot?.files.keys() ?? [])] };
  };
  const [mine, theirs] = [await load(own), team && (await load(team))];
  const text = sectionOf({ own: mine, ...(theirs ? { team: theirs } : {}), logs: keptAsLogs(own, mine.paths), withIndex });
  return { text, bytes: bytesOf(text), index: mine.index?.budget ?? null };
}

/** A store in which more is written by day than by subject. */
const DAY = /(?:^|\/)logs\/(?:\d{4}\/\d{2}\/)?\d{4}-\d{2}-\d{2}\.md$/;

function keptAsLogs({ kind }: StoreInfo, paths: readonly string[]): boolean {
  const days = paths.filter((path) => DAY.test(path)).length;
  return kind === 'logs' || (days > 0 && days * 2 > paths.length);
}

/** `~` for the home folder: the section may stand in a file that others get. */
function shown(path: string, home: string | undefined): string {
  const inside = home === undefined ? undefined : pathInside(home, path);
  return inside === undefined || inside === '' ? path : `~/${inside}`;
}
