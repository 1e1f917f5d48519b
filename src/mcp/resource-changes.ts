/** Notifications about resources that changed. */
import { setTimeout as sleep } from 'node:timers/promises';

import type { Server } from '@modelcontextprotocol/sdk/server/index.js';

import { messageOf } from '../core/errors.js';
import { INDEX_NAME } from '../core/index/index-file.js';
import type { Memdir, StoreContents } from '../core/memdir.js';
import { memo } from '../core/memo.js';
import type { MemoryId } from '../core/memory.js';
import type { Log } from '../core/ports/log.js';
import { memoryId } from '../service/paths.js';
import { uriOf } from './uri.js';

/** Milliseconds in which further changes are gathered: each comparison looks at all memories. */
const GATHER_MS = 300;

/** State of the resources by id: `label` is what a list shows of one, `hash` is that of its bytes. */
type ResourceState = ReadonlyMap<MemoryId, { readonly label: string; readonly hash: string }>;

interface StateDifference {
  /** Ids whose content changed or is gone. */
  readonly changed: readonly MemoryId[];
  /** Whether the list of resources changed. */
  readonly list: boolean;
}

/** The same for all clients of one engine, and may be large. */
const stateOf = memo((stores: readonly StoreContents[]): ResourceState => {
  const state = new Map<MemoryId, { label: string; hash: string }>();
  for (const { info, indexHash, memories } of stores) {
    if (indexHash !== undefined) state.set(memoryId(info.key, INDEX_NAME), { label: info.label, hash: indexHash });
    for (const { id, hash, name, description, deletedMs } of memories)
      state.set(id, { label: deletedMs === undefined ? `${name}\n${description}` : '', hash });
  }
  return state;
});

/** What changed since another state, by that one. */
const differencesOf = memo((after: ResourceState) => memo((before: ResourceState) => compared(before, after)));

function compared(before: ResourceState, after: ResourceState): StateDifference {
  const changed: MemoryId[] = [];
  let list = false;
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const [was, is] = [before.get(id), after.get(id)];
    if (was?.hash !== is?.hash) changed.push(id);
    list ||= (was?.label ?? '') !== (is?.label ?? '');
  }
  return { changed, list };
}

/** Notifies the client of changed resources; one comparison runs at a time. */
export class ResourceChanges {
  /** URIs that the client subscribed to, by id. */
  readonly subscribed = new Map<string, string>();
  readonly #server: Server;
  readonly #log: Log;
  /** Undefined before the first comparison, which has nothing to announce. */
  #state: ResourceState | undefined;
  #work: Promise<void> = Promise.resolve();
  /** Whether a comparison waits for the one that runs: it will see what changed until then. */
  #waits = false;

  constructor(server: Server, log: Log) {
    this.#server = server;
    this.#log = log;
  }

  compare(memdir: Memdir): void {
    if (this.#waits) return;
    this.#waits = true;
    this.#work = this.#work
      .then(() => (this.#state === undefined ? undefined : sleep(GATHER_MS, undefined, { ref: false })))
      .then(() => {
        this.#waits = false;
        return this.#compare(memdir);
      })
      .catch((error: unknown) => {
        // Without a transport the client has gone and the engine closes.
        if (this.#server.transport) this.#log.warn(`Changes could not be announced: ${messageOf(error)}`);
      });
  }

  async #compare(memdir: Memdir): Promise<void> {
    const after = stateOf(await memdir.contents());
    const before = this.#state;
    this.#state = after;
    if (before === undefined) return;
    if (before === after) return;
    const { changed, list } = differencesOf(after)(before);
    if (list) await this.#server.sendResourceListChanged();
    for (const id of changed) {
      const uri = this.subscribed.get(id);
      if (uri !== undefined) await this.#server.sendResourceUpdated({ uri: uri || uriOf(id) });
    }
  }
}
