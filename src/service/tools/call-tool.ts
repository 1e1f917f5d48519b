/** The tools of agents: one implementation for all front ends, so that texts, limits, warnings and refusals are the same in each. */
import { MemdirError, messageOf } from '../../core/errors.js';
import { forAgents } from '../../core/l10n.js';
import type { Memdir } from '../../core/memdir.js';
import type { Log } from '../../core/ports/log.js';
import { maskFieldsForDisplay, maskForDisplay } from '../../core/secrets/secrets.js';
import { checkInput, type InputOf } from '../../protocol/tool-schemas.js';
import { isToolName, TOOL_NAMES, type ToolAnswer, type ToolName, type ToolPreview } from '../../protocol/tools.js';
import { forgetMemory, rememberMemory, updateMemory } from './change-memory.js';
import { getMemories, getMemory } from './get-memory.js';
import { listRecent, listStale } from './list-memories.js';
import { notFoundAdvice, quoteInput } from './not-found.js';
import { searchMemory } from './search-memory.js';
import type { ToolContext, ToolOutcome } from './tool-context.js';

type Tools = { readonly [N in ToolName]: (input: InputOf<N>, context: ToolContext) => Promise<ToolOutcome<N>> };

const RUN: Tools = {
  search_memory: searchMemory,
  get_memory: getMemory,
  get_memories: getMemories,
  list_recent: listRecent,
  list_stale: listStale,
  remember: rememberMemory,
  update_memory: updateMemory,
  forget: forgetMemory,
};

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** For failures without a {@link MemdirError}. */
  readonly log?: Pick<Log, 'error'> | undefined;
}

/**
 * Calls a tool with the input of a model. Rejects only when cancelled: every other failure is an answer that says what to try next. The
 * front end asks for consent before it calls a tool that writes.
 */
export const callTool = (
  memdir: Memdir,
  name: string,
  input: unknown,
  options: CallOptions = {},
): Promise<ToolAnswer> => forAgents(() => call(memdir, name, input, options));

async function call(memdir: Memdir, name: string, input: unknown, options: CallOptions): Promise<ToolAnswer> {
  if (!isToolName(name))
    return failed(`There is no tool “${quoteInput(name)}”. The tools are ${TOOL_NAMES.join(', ')}.`);
  try {
    const off = await memdir.memoryOff();
    if (off !== undefined) return failed(off);
    return await run(name, input, { memdir, signal: options.signal });
  } catch (error) {
    return failure(memdir, name, input, { error, ...options });
  }
}

/**
 * What a tool that writes is about, before the user is asked whether it may: they are not asked about what can only fail. Nothing is
 * written. Rejects only when cancelled.
 */
export const previewTool = (
  memdir: Memdir,
  name: ToolName,
  input: unknown,
  options: CallOptions = {},
): Promise<ToolPreview> => forAgents(() => preview(memdir, name, input, options));

async function preview(memdir: Memdir, name: ToolName, input: unknown, options: CallOptions): Promise<ToolPreview> {
  try {
    const off = await memdir.memoryOff();
    if (off !== undefined) return { refusal: failed(off) };
    const checked = checkInput(name, input);
    if (!checked.ok) return { refusal: failed(checked.message) };
    if (!('id' in checked.input)) {
      const { label, path } = await memdir.targetStore({});
      return { store: { label, path } };
    }
    const { id, agent_id: agentId } = checked.input;
    const memory = await memdir.resolve({ id, agentId, reader: agentId });
    return memory.refused === undefined
      ? { memory: { id: memory.id, name: memory.name, description: memory.description }, store: memory.store }
      : { refusal: failed(`Nothing was changed: ${memory.refused}`) };
  } catch (error) {
    return { refusal: await failure(memdir, name, input, { error, ...options }) };
  }
}

/** A call that failed as an answer. Rejects when it was cancelled. */
async function failure(
  memdir: Memdir,
  name: ToolName,
  input: unknown,
  { error, signal, log }: CallOptions & { readonly error: unknown },
): Promise<ToolAnswer> {
  if (signal?.aborted || (error instanceof MemdirError && error.code === 'cancelled')) throw error;
  if (!(error instanceof MemdirError) || error.code === 'internal')
    log?.error(`The tool ${name} failed unexpectedly`, error);
  return failed(await advice(memdir, error, input));
}

async function run<N extends ToolName>(name: N, input: unknown, context: ToolContext): Promise<ToolAnswer> {
  const checked = checkInput(name, input);
  if (!checked.ok) return failed(checked.message);
  const { text, structured, refused = false } = await RUN[name](checked.input, context);
  return {
    text: maskForDisplay(text),
    structured: maskFieldsForDisplay(structured) as Record<string, unknown>,
    isError: refused,
  };
}

export const failed = (message: string): ToolAnswer => ({ text: maskForDisplay(message), isError: true });

/** An error as the model needs it: what happened and what to try next. */
async function advice(memdir: Memdir, error: unknown, input: unknown): Promise<string> {
  if (!(error instanceof MemdirError))
    return `It failed unexpectedly: ${quoteInput(messageOf(error))} Try once more; if it fails again, tell the user to run “memdir doctor”.`;
  switch (error.code) {
    case 'not-found': {
      const id = textField(input, 'id');
      return id === undefined ? error.message : notFoundAdvice(memdir, id, textField(input, 'agent_id'));
    }
    case 'unavailable':
      return `${error.message} Go on without memory and tell the user.`;
    case 'read-only':
      return `${error.message} Do not try it again.`;
    case 'changed-on-disk':
      return `${error.message} Read the memory again with get_memory, then decide anew.`;
    default:
      return error.message.length > 1_000 ? `${error.message.slice(0, 1_000)}…` : error.message;
  }
}

function textField(input: unknown, key: string): string | undefined {
  const value: unknown = typeof input === 'object' && input !== null ? Reflect.get(input, key) : undefined;
  return typeof value === 'string' ? value : undefined;
}
