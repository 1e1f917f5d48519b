/** The memories in scope on an axis of time. */
import { containsMemories, isCurrent, isDailyLog } from '../../core/file-kinds.js';
import { type Fading, shapeOf } from '../../core/memory-types.js';
import { maskForDisplay } from '../../core/secrets/secrets.js';
import { eventsOf } from '../../core/timeline/events.js';
import type { Timeline, TimelineEvent, TimelineMemory } from '../../core/timeline/results.js';
import { ancestorsIn } from '../../core/write/version-chain.js';
import type { ServiceContext } from '../context.js';
import { absolutePath, memoryId } from '../paths.js';
import { idsOf, listedMemories } from '../stores/catalogue.js';
import type { StoreSnapshot } from '../stores/snapshot.js';
import { TimeSlice } from '../time-slice.js';

export async function timeline(context: ServiceContext, signal?: AbortSignal): Promise<Timeline> {
  const { indexSync, ports, snapshots, types: table } = context;
  const pace = new TimeSlice(ports.clock, signal);
  const memories: TimelineMemory[] = [];
  const events: TimelineEvent[] = [];
  const types: Record<string, Fading> = {};
  let usesKnown = false;
  for (const info of await indexSync.findStores()) {
    if (!containsMemories(info)) continue;
    const snapshot = snapshots.recent(info.key) ?? (await snapshots.load(info, signal));
    if (snapshot.listing.status !== 'listed') continue;
    const accesses = await ports.index.accessCounts(idsOf(snapshot));
    const reads = await ports.reviewNotes.agentReads(info, signal);
    usesKnown ||= reads !== undefined;
    const replaced = replacedIn(snapshot);
    for (const { source } of listedMemories(snapshot)) {
      const file = snapshot.files.get(source.path);
      if (file === undefined || source.unreadable !== undefined || isDailyLog(source.path)) continue;
      const { memory } = file;
      const id = memoryId(info.key, source.path);
      const type = maskForDisplay(memory.type);
      const { scaleDays, shape } = shapeOf(memory.type, table);
      types[type] = { scaleDays, shape };
      for (const event of eventsOf(file, {
        replacedMs: replaced.get(source.path),
        readsMs: reads?.get(source.path)?.timesMs,
      }))
        events.push({ ...event, memory: memories.length });
      memories.push({
        id,
        path: absolutePath(info, source.path),
        name: maskForDisplay(memory.name),
        type,
        store: info.key,
        dateMs: memory.dateMs,
        current: isCurrent(file),
        uses: accesses.get(id) ?? 0,
      });
      await pace.yieldIfDue();
    }
  }
  events.sort((a, b) => a.ms - b.ms);
  return { nowMs: ports.clock.now(), memories, events, types, usesKnown };
}

/** Dates of the newer versions, by the path of the older one. */
function replacedIn(snapshot: StoreSnapshot): ReadonlyMap<string, number> {
  const dates = new Map<string, number>();
  for (const [newer, older] of ancestorsIn(snapshot))
    for (const path of older) {
      const dateMs = snapshot.files.get(newer)?.memory.dateMs;
      if (dateMs !== undefined) dates.set(path, Math.min(dateMs, dates.get(path) ?? dateMs));
    }
  return dates;
}
