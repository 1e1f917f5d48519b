/** What every view of the panel is about: the memories and the stores they are in. */
import * as z from 'zod/mini';

import { hasReason, REASONS } from '../../core/attention.js';
import { type Level, LEVELS, pathOfId } from '../../core/memory.js';
import { SEVERITIES } from '../../core/problem.js';
import type { StoreView } from '../../core/results.js';
import { count, list } from './message.js';

const days = z.nullable(z.number());

/** A memory that is not forgotten. */
const panelMemory = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  type: z.string(),
  level: z.enum(LEVELS),
  /** Null when the file cannot be read. */
  ageDays: days,
  /** ISO 8601 date and time. */
  createdAt: z.nullable(z.string()),
  uses: count,
  inIndex: z.boolean(),
  loaded: z.boolean(),
  stale: z.boolean(),
  /** Why the file cannot be read. */
  unreadable: z.nullable(z.string()),
  agent: z.nullable(z.string()),
  /** Key of its store. */
  store: z.string(),
  /** Without notes. */
  problems: count,
  severity: z.optional(z.enum(SEVERITIES)),
  /** Ids of the reasons to look at it: `REASONS` in core/attention. */
  reasons: list(z.string()),
});
export type PanelMemory = Readonly<z.infer<typeof panelMemory>>;

const panelStore = z.strictObject({
  key: z.string(),
  label: z.string(),
  /** Absolute. */
  path: z.string(),
  readOnly: z.boolean(),
  budget: z.optional(
    z.strictObject({
      lines: count,
      loadedLines: count,
      limitLines: count,
      units: count,
      loadedUnits: count,
      limitUnits: count,
    }),
  ),
});
export type PanelStore = Readonly<z.infer<typeof panelStore>>;

/** Daily logs are no memories. */
export const panelMemories = z.strictObject({ memories: list(panelMemory), stores: list(panelStore) });
export type PanelMemories = Readonly<z.infer<typeof panelMemories>>;

export type { Level };

const memoriesOf = ({ store, memories, marks }: StoreView): PanelMemory[] =>
  memories
    .filter(({ deleted, kind }) => !deleted && kind === undefined)
    .map((memory) => {
      const mark = marks[pathOfId(memory.id)];
      return {
        id: memory.id,
        name: memory.name,
        description: memory.description,
        type: memory.type,
        level: memory.level,
        ageDays: memory.ageDays,
        createdAt: memory.createdAt,
        uses: memory.accessCount,
        inIndex: memory.inIndex,
        loaded: memory.loaded,
        stale: memory.stale !== undefined,
        unreadable: memory.unreadable,
        agent: memory.agentId ?? store.agent ?? null,
        store: store.key,
        problems: mark?.count ?? 0,
        ...(mark && { severity: mark.severity }),
        reasons: REASONS.filter((reason) => hasReason(reason, memory, mark)).map(({ id }) => id),
      };
    });

const storeOf = ({ store, budget }: StoreView): PanelStore => ({
  key: store.key,
  label: store.label,
  path: store.path,
  readOnly: store.readOnly,
  ...(budget && {
    budget: {
      lines: budget.lines,
      loadedLines: budget.loadedLines,
      limitLines: budget.limitLines,
      units: budget.units,
      loadedUnits: budget.loadedUnits,
      limitUnits: budget.limitUnits,
    },
  }),
});

/** What the panel is told of the stores. */
export const panelMemoriesOf = (views: readonly StoreView[]): PanelMemories => ({
  memories: views.flatMap(memoriesOf),
  stores: views.map(storeOf),
});
