/** Requests that change memories and walk their history. */
import { MemdirError } from '../core/errors.js';
import type { HostHandlers } from '../protocol/methods.js';
import type { Memdir } from '../service/memdir.js';

export interface LifecycleParts {
  readonly engine: (signal?: AbortSignal) => Promise<Memdir>;
  /** Something was written: the tree is out of date. */
  readonly changed: (memdir: Memdir) => Promise<void>;
}

const TEXTS = ['id', 'content', 'type', 'name', 'description', 'agentId', 'store', 'repo'];
const LISTS = ['repos', 'tags'];

/** The parameters' type holds for our own extension; whatever else comes must fail with a sentence. */
function need<T extends object>(params: T | undefined, ...names: readonly string[]): T {
  const given: Readonly<Record<string, unknown>> = { ...params };
  const wrong = [
    ...names.filter((name) => typeof given[name] !== 'string'),
    ...TEXTS.filter((name) => given[name] !== undefined && typeof given[name] !== 'string'),
    ...LISTS.filter((name) => given[name] !== undefined && !isTexts(given[name])),
  ];
  if (params === undefined || wrong.length > 0)
    throw new MemdirError('bad-input', `The request needs “${wrong[0] ?? names[0] ?? 'parameters'}”.`);
  return params;
}

function needIds(params: { readonly ids: readonly string[] } | undefined): readonly string[] {
  if (params === undefined || !isTexts(params.ids)) throw new MemdirError('bad-input', 'The request needs “ids”.');
  return params.ids;
}

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((item) => typeof item === 'string');

type Lifecycle = Pick<
  HostHandlers,
  'remember' | 'update' | 'forget' | 'restore' | 'history' | 'stale' | 'given' | 'withSecrets'
>;

export function lifecycleHandlers({ engine, changed }: LifecycleParts): Lifecycle {
  const writing = async <R extends { readonly status: string }>(
    signal: AbortSignal,
    done: string,
    work: (memdir: Memdir) => Promise<R>,
  ): Promise<R> => {
    const memdir = await engine(signal);
    const result = await work(memdir);
    if (result.status === done) await changed(memdir);
    return result;
  };
  return {
    remember: async (params, signal) => {
      const request = need(params, 'content');
      return await writing(signal, 'saved', (memdir) => memdir.remember(request, signal));
    },
    update: async (params, signal) => {
      const request = need(params, 'id', 'content');
      return await writing(signal, 'updated', (memdir) => memdir.update(request, signal));
    },
    forget: async (params, signal) => {
      const request = need(params, 'id');
      return await writing(signal, 'forgotten', (memdir) => memdir.forget(request));
    },
    restore: async (params, signal) => {
      const request = need(params, 'id');
      return await writing(signal, 'restored', (memdir) => memdir.restore(request));
    },
    history: async (params, signal) => {
      const { id } = need(params, 'id');
      return (await engine(signal)).history(id);
    },
    stale: async (params, signal) => {
      const filter = need(params);
      return (await engine(signal)).stale(filter);
    },
    given: async (params, signal) => (await engine(signal)).renderForAgent(needIds(params), signal),
    withSecrets: async (params, signal) => (await engine(signal)).withSecrets(needIds(params), signal),
  };
}
