/** Messages between the explorer panel and the extension, declared once for both sides. */
import { type Level, LEVELS, pathOfId } from '../core/memory.js';
import type { Hit, MemorySummary, StoreView } from '../core/results.js';

export { budgetWords } from '../core/index/budget.js';
export { type Level, LEVELS };

/** A memory as the panel shows it: what the tree knows, plus the store's label. */
export type ExplorerRow = Pick<
  MemorySummary,
  | 'id'
  | 'path'
  | 'name'
  | 'description'
  | 'type'
  | 'level'
  | 'ageDays'
  | 'accessCount'
  | 'inIndex'
  | 'loaded'
  | 'unreadable'
> & { readonly store: string; readonly problems: number; readonly stale: boolean };

export interface ExplorerBudget {
  readonly store: string;
  readonly lines: number;
  readonly limitLines: number;
  readonly units: number;
  readonly limitUnits: number;
}

/** A hit of a search as the panel lists it. */
export type ExplorerHit = Hit;

export type ToExplorer =
  | { readonly kind: 'rows'; readonly rows: readonly ExplorerRow[]; readonly budgets: readonly ExplorerBudget[] }
  | { readonly kind: 'hits'; readonly query: string; readonly hits: readonly Hit[]; readonly notice?: string }
  | { readonly kind: 'failed'; readonly message: string };

export type FromExplorer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'search'; readonly query: string; readonly type?: string; readonly level?: Level }
  | { readonly kind: 'open'; readonly path: string; readonly line: number };

/** Rows and budgets of the panel from what the host answers. */
export function explorerRows(views: readonly StoreView[]): Extract<ToExplorer, { kind: 'rows' }> {
  const rows = views.flatMap(({ store, memories, marks }) =>
    memories
      .filter((memory) => !memory.deleted)
      .map((memory) => ({
        id: memory.id,
        path: memory.path,
        name: memory.name,
        description: memory.description,
        type: memory.type,
        level: memory.level,
        ageDays: memory.ageDays,
        stale: memory.stale !== undefined,
        accessCount: memory.accessCount,
        inIndex: memory.inIndex,
        loaded: memory.loaded,
        unreadable: memory.unreadable,
        store: store.label,
        problems: marks[pathOfId(memory.id)]?.count ?? 0,
      })),
  );
  const budgets = views.flatMap(({ store, budget }) =>
    budget
      ? [
          {
            store: store.label,
            lines: budget.lines,
            limitLines: budget.limitLines,
            units: budget.units,
            limitUnits: budget.limitUnits,
          },
        ]
      : [],
  );
  return { kind: 'rows', rows, budgets };
}

const isShort = (text: unknown): boolean => typeof text === 'string' && text.length <= 1000;

/** Type guard for a message of the panel: webviews are not trusted. */
export function isFromExplorer(message: unknown): message is FromExplorer {
  if (typeof message !== 'object' || message === null || !('kind' in message)) return false;
  const fields = message as Record<string, unknown>;
  if (fields.kind === 'ready') return true;
  const { query, type, level } = fields;
  if (fields.kind === 'search')
    return (
      isShort(query) &&
      (type === undefined || isShort(type)) &&
      (level === undefined || LEVELS.some((known) => known === level))
    );
  return fields.kind === 'open' && typeof fields.path === 'string' && Number.isInteger(fields.line);
}
