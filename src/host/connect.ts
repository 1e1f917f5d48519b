/** Requests that connect agents. */
import { MemdirError } from '../core/errors.js';
import type { Memdir } from '../core/memdir.js';
import type { ConnectRequest } from '../core/results.js';
import type { HostHandlers } from '../protocol/methods.js';

const AGENTS: readonly unknown[] = ['claude', 'copilot', 'agents'];
const SCOPES: readonly unknown[] = ['user', 'local', 'project'];

/** The parameters' type holds for our own extension; whatever else comes must fail with a sentence. */
function requestOf(params: ConnectRequest | undefined): ConnectRequest {
  if (params?.agent !== undefined && !AGENTS.includes(params.agent))
    throw new MemdirError('bad-input', 'Name an agent: claude, copilot or agents.');
  if (typeof params?.folder !== 'string' || params.folder === '' || !SCOPES.includes(params.scope))
    throw new MemdirError('bad-input', 'Name a folder, and a scope: user, local or project.');
  return {
    ...(params.agent === undefined ? {} : { agent: params.agent }),
    folder: params.folder,
    scope: params.scope,
    ...(params.remove === true ? { remove: true } : {}),
  };
}

export const connectHandlers = (
  engine: (signal?: AbortSignal) => Promise<Memdir>,
): Pick<HostHandlers, 'connectPlan' | 'connectApply'> => ({
  connectPlan: async (params, signal) => {
    const request = requestOf(params);
    return (await engine(signal)).connections.plan(request);
  },
  connectApply: async (params, signal) => {
    const request = requestOf(params);
    if (typeof params.digest !== 'string') throw new MemdirError('bad-input', 'Name the plan to apply by its digest.');
    return (await engine(signal)).connections.apply({ ...request, digest: params.digest });
  },
});
