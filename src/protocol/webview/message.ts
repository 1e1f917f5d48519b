/** How the messages of the explorer panel are declared: each once, with schemas by which either side refuses what has another shape. */
import * as z from 'zod/mini';

/** A question of the panel, and the answer of the extension. */
export interface PanelRequest<Params extends z.ZodMiniType, Result extends z.ZodMiniType> {
  readonly params: Params;
  readonly result: Result;
}

export const panelRequest = <Params extends z.ZodMiniType, Result extends z.ZodMiniType>(
  params: Params,
  result: Result,
): PanelRequest<Params, Result> => ({ params, result });

/** UTF-16 units of a text that a person types. */
const MOST_TYPED = 1_000;
/** Memories that one message names. */
const MOST_IDS = 100_000;

export const list = <Item extends z.ZodMiniType>(item: Item): z.ZodMiniReadonly<z.ZodMiniArray<Item>> =>
  z.readonly(z.array(item));

export const NOTHING = z.strictObject({});
/** The answer of a request that only does something. */
export const DONE = z.null();
export const typed = z.string().check(z.maxLength(MOST_TYPED));
/** At least one: a command without memories would be about the active editor. */
export const memoryIds = z.readonly(z.array(z.string()).check(z.minLength(1), z.maxLength(MOST_IDS)));
/** Line of a file, from 1. */
export const lineNumber = z.int().check(z.positive());
export const count = z.int().check(z.nonnegative());
