import type { StoreInfo } from '../../src/core/memory.js';
import type { IndexBudget } from '../../src/core/problem.js';
import type { MemorySummary, StoreView } from '../../src/core/results.js';

/** Store views as the host sends them, with defaults for all fields. */
export const memory = (path: string, more: Partial<MemorySummary> = {}): MemorySummary => ({
  id: `s/${path}`,
  path: `/store/${path}`,
  name: path.replace(/\.md$/, ''),
  description: '',
  type: 'project',
  level: 'short-term',
  ageDays: 1,
  ageSource: 'modified',
  createdAt: '2026-01-01T00:00:00.000Z',
  repos: [],
  tags: [],
  agentId: null,
  accessCount: 0,
  survival: 0.9,
  links: [],
  inIndex: true,
  loaded: true,
  store: 's',
  deleted: false,
  symlink: false,
  unreadable: null,
  ...more,
});

export const budget = (more: Partial<IndexBudget> = {}): IndexBudget => ({
  path: 'MEMORY.md',
  lines: 20,
  loadedLines: 20,
  units: 1000,
  loadedUnits: 1000,
  bytes: 1000,
  limitLines: 200,
  limitUnits: 25000,
  entries: 10,
  ...more,
});

const info = (key: string, more: Partial<StoreInfo> = {}): StoreInfo => ({
  key,
  path: '/store',
  kind: 'main',
  scope: 'user',
  label: key,
  why: '',
  exists: true,
  files: 1,
  sharedWith: [],
  readOnly: false,
  ...more,
});

interface ViewOptions extends Partial<Omit<StoreView, 'budget'>> {
  readonly key?: string;
  readonly info?: Partial<StoreInfo>;
  /** Undefined: the store has no index. */
  readonly budget?: IndexBudget | undefined;
}

export const view = (memories: readonly MemorySummary[], options: ViewOptions = {}): StoreView => {
  const {
    key = 's',
    info: storeInfo,
    budget: own,
    ...more
  } = 'budget' in options ? options : { ...options, budget: budget() };
  return {
    store: info(key, storeInfo),
    memories,
    marks: {},
    ...more,
    ...(own === undefined ? {} : { budget: own }),
  };
};
