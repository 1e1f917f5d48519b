/** Ports of the service that a test does not speak of. */
import { MemdirError } from '../../src/core/errors.js';
import { NEW_SESSION } from '../../src/core/inject/session.js';
import { realPathOf } from '../../src/node/paths.js';
import type { SearchPorts, ServicePorts } from '../../src/service/ports.js';
import { syncRules } from './distill-rules.js';

type StubbedPorts = Omit<ServicePorts, keyof Omit<SearchPorts, 'reranker'>>;

/** A port each call of which rejects with `unavailable`. */
const unavailable = <T extends object>(port: string, members: Partial<NoInfer<T>> = {}): T =>
  new Proxy(members as T, {
    get: (target, member) =>
      member in target
        ? target[member as keyof T]
        : () => Promise.reject(new MemdirError('unavailable', `This test has no ${port}: ${String(member)}.`)),
  });

const NO_BUDGET = { day: '2026-01-01', entries: 0, mostEntries: 0, tokens: 0, mostTokens: 0 };

/** Stubs for all ports but those of search. Sessions are always new and no project is known; everything else rejects. */
export const stubPorts = (home = '/nowhere'): StubbedPorts => ({
  home,
  realPath: realPathOf,
  checks: () => Promise.resolve([]),
  sessions: {
    read: () => Promise.resolve(NEW_SESSION),
    update: (_, change) => Promise.resolve(NEW_SESSION).then((session) => change(session).result),
  },
  workspace: unavailable('workspace', { projectOf: () => Promise.resolve(undefined) }),
  moves: unavailable('moves'),
  instructions: unavailable('instructions'),
  trust: unavailable('trust'),
  writeConsent: unavailable('writeConsent'),
  models: unavailable('models'),
  connections: unavailable('connections'),
  reranker: unavailable('reranker'),
  consolidation: unavailable('consolidation'),
  repairs: unavailable('repairs'),
  reviewNotes: unavailable('reviewNotes', {
    read: (_, nowMs) => Promise.resolve({ knownSinceMs: nowMs, notes: {} }),
  }),
  queue: unavailable('queue', {
    state: () => Promise.resolve({ folder: home, waiting: 0, dead: 0, bytes: 0, failures: 0, budget: NO_BUDGET }),
  }),
  team: unavailable('team', {
    server: () => Promise.resolve(undefined),
    state: () => Promise.resolve(undefined),
    close: () => Promise.resolve(),
  }),
  transcripts: unavailable('transcripts'),
  drafts: unavailable('drafts', { folder: home }),
  rules: syncRules,
});
