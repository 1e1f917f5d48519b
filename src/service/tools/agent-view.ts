/** The product as agents see it, beside people who see more. */
import { MemdirError } from '../../core/errors.js';
import type { Memdir, StoreContents } from '../../core/memdir.js';
import type {
  ForgetRequest,
  ForgetResult,
  RelatedMemory,
  StaleMemory,
  UpdateRequest,
  UpdateResult,
} from '../../core/results.js';
import { agentFormOf, isAgentKind } from '../../core/stores/agent-forms.js';
import { isForAgents } from '../inject/readable-by-agents.js';

/** Contents that are asked for again while nothing changed are the same object, and may be large. */
const visible = new WeakMap<readonly StoreContents[], Promise<readonly StoreContents[]>>();

function visibleContents(memdir: Memdir, stores: readonly StoreContents[]): Promise<readonly StoreContents[]> {
  const known = visible.get(stores);
  if (known !== undefined) return known;
  const shown = Promise.all(
    stores
      .filter(({ info }) => isForAgents(info))
      .map(async (store) => {
        const readable = await memdir.readableByAgents(store.memories.map(({ id }) => id));
        return { ...store, memories: store.memories.filter(({ id }) => readable.has(id)) };
      }),
  );
  shown.catch(() => visible.delete(stores));
  visible.set(stores, shown);
  return shown;
}

/** Memdir without the memories that agents may not be given, see {@link Memdir.readableByAgents}. */
export function agentView(memdir: Memdir): Memdir {
  const only = async <T extends { readonly id: string }>(memories: readonly T[]): Promise<T[]> => {
    const readable = await memdir.readableByAgents(memories.map(({ id }) => id));
    return memories.filter(({ id }) => readable.has(id));
  };
  const named = async <T extends { readonly id: string }>(memory: T, reference: string): Promise<T> => {
    if ((await only([memory])).length > 0) return memory;
    throw new MemdirError('not-found', `There is no memory “${reference}” for agents.`);
  };
  const resolve: Memdir['resolve'] = async (request) => {
    const memory = await named(await memdir.resolve(request), request.id);
    const store = (await memdir.roots()).find(({ path }) => path === memory.store.path);
    if (store !== undefined && isAgentKind(store.kind))
      throw new MemdirError(
        'read-only',
        `This memory belongs to ${agentFormOf(store).name}. Agents read it here and never change it; a person can.`,
      );
    return memory;
  };
  const related = async <T extends { readonly related?: readonly RelatedMemory[] }>(result: T): Promise<T> =>
    result.related === undefined ? result : { ...result, related: await only(result.related) };
  const undenied = async ({ contradictedBy = [], ...memory }: StaleMemory): Promise<StaleMemory> => {
    const readable = await only(contradictedBy);
    return readable.length === 0 ? memory : { ...memory, contradictedBy: readable };
  };
  const resolved =
    <A extends ForgetRequest, R>(change: (request: A, signal?: AbortSignal) => Promise<R>) =>
    async (request: A, signal?: AbortSignal): Promise<R> => {
      await resolve(request);
      return await change(request, signal);
    };
  const update = resolved<UpdateRequest, UpdateResult>((request, signal) => memdir.update(request, signal));
  return {
    ...memdir,
    search: async (request, signal) => {
      const result = await memdir.search(request, signal);
      return { ...result, hits: await only(result.hits) };
    },
    list: async (filter) => await only(await memdir.list(filter)),
    stale: async (filter) =>
      await Promise.all((await only(await memdir.stale(filter))).map(async (memory) => await undenied(memory))),
    read: async (reference, reader) => await named(await memdir.read(reference, reader), reference),
    contents: async (signal) => await visibleContents(memdir, await memdir.contents(signal)),
    resolve,
    remember: async (request, signal) => await related(await memdir.remember(request, signal)),
    update: async (request, signal) => await related(await update(request, signal)),
    forget: resolved<ForgetRequest, ForgetResult>((request) => memdir.forget(request)),
  };
}
