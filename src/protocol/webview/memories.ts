/** What every view of the panel is about: the memories and the stores they are in. */
import * as z from 'zod/mini';

import { hasReason, REASONS } from '../../core/attention.js';
import { type Level, LEVELS, pathOfId } from '../../core/memory.js';
import { SEVERITIES } from '../../core/problem.js';
import type { StoreView } from '../../core/results.js';
import { count, list } from './message.js';

/** Memories that are not forgotten, a list for each field that the panel shows: in rows they would be twice the text, and take twice the time. */
const columns = z
  .strictObject({
    id: list(z.string()),
    name: list(z.string()),
    description: list(z.string()),
    type: list(z.string()),
    level: list(z.enum(LEVELS)),
    /** Null when the file cannot be read. */
    ageDays: list(z.nullable(z.number())),
    uses: list(count),
    inIndex: list(z.boolean()),
    loaded: list(z.boolean()),
    readable: list(z.boolean()),
    agent: list(z.nullable(z.string())),
    /** Key of its store. */
    store: list(z.string()),
    /** Without notes. */
    problems: list(count),
    severity: list(z.nullable(z.enum(SEVERITIES))),
    /** Ids of the reasons to look at it: `REASONS` in core/attention. */
    reasons: list(list(z.string())),
  })
  .check(z.refine((lists) => Object.values(lists).every(({ length }) => length === lists.id.length)));
type Columns = z.infer<typeof columns>;

export type PanelMemory = { readonly [Field in keyof Columns]: Columns[Field][number] };

const panelStore = z.strictObject({ key: z.string(), label: z.string(), hasIndex: z.boolean() });
export type PanelStore = Readonly<z.infer<typeof panelStore>>;

/** Daily logs are no memories. */
export const toldMemories = z.strictObject({ memories: columns, stores: list(panelStore) });
export type ToldMemories = Readonly<z.infer<typeof toldMemories>>;

export interface PanelMemories {
  readonly memories: readonly PanelMemory[];
  readonly stores: readonly PanelStore[];
}

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
        uses: memory.accessCount,
        inIndex: memory.inIndex,
        loaded: memory.loaded,
        readable: memory.unreadable === null,
        agent: memory.agentId ?? store.agent ?? null,
        store: store.key,
        problems: mark?.count ?? 0,
        severity: mark?.severity ?? null,
        reasons: REASONS.filter((reason) => hasReason(reason, memory, mark)).map(({ id }) => id),
      };
    });

const storeOf = ({ store: { key, label }, budget }: StoreView): PanelStore => ({
  key,
  label,
  hasIndex: budget !== undefined,
});

const FIELDS = Object.keys(columns.shape) as (keyof PanelMemory)[];

/** What the panel is told of the stores. */
export const toldMemoriesOf = (views: readonly StoreView[]): ToldMemories => {
  const memories = views.flatMap(memoriesOf);
  return {
    memories: Object.fromEntries(
      FIELDS.map((field) => [field, memories.map((memory) => memory[field])]),
    ) as unknown as Columns,
    stores: views.map(storeOf),
  };
};

/** The memories row by row again. */
export const panelMemoriesOf = ({ memories, stores }: ToldMemories): PanelMemories => ({
  memories: memories.id.map((_, at) => {
    const memory: Partial<Record<keyof PanelMemory, unknown>> = {};
    for (const field of FIELDS) memory[field] = memories[field][at];
    return memory as PanelMemory;
  }),
  stores,
});
