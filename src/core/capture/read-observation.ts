/**
 * Parses lines of the observation queue. Lines may come from any version of Memdir and from any program that can write
 * the file.
 */
import { toldCause } from '../extract/told-cause.js';
import { withoutRecalled } from '../inject/recalled-text.js';
import { isObject, type JsonObject, nonEmptyText } from '../json.js';
import type { Observation, ToolUse } from './observation.js';
import { isOwnTool } from './own-tools.js';
import { toolFailed, toolOutput } from './tool-output.js';

/** An agent ended its turn or its session: the transcript may contain something to remember. */
export interface TurnEnd {
  readonly id: string;
  /** See {@link Observation.at}. */
  readonly at: string;
  readonly session: string;
  /** Absolute path of the transcript. */
  readonly transcript: string;
  readonly cwd?: string;
  /** Whether the session ended, or went on with a summary of what was said. */
  readonly ended: boolean;
}

/**
 * Parses a queue line (already JSON): an observation as it is, or a tool call as a hook wrote it. Undefined for
 * anything else, and for calls of our own tools.
 * @param id of a line without one, as former versions wrote
 */
export function readObservation(value: unknown, id = ''): Observation | undefined {
  if (!isObject(value)) return undefined;
  const read = 'event' in value ? ofHook(value, id) : ofObserver(value, id);
  if (read === undefined || read.id === '' || (read.tool !== undefined && isOwnTool(read.tool.name, read.tool.input)))
    return undefined;
  return read;
}

/** Events after which the transcript is looked at; after all but `Stop` whatever number of turns there is. */
const TURN_ENDS: readonly unknown[] = ['Stop', 'PostCompact', 'SessionEnd'];

/** The end of a turn, or a compaction, as a hook wrote it; undefined for any other line. */
export function readTurnEnd(value: unknown, id = ''): TurnEnd | undefined {
  if (!isObject(value) || !TURN_ENDS.includes(value['event']) || !isObject(value['payload'])) return undefined;
  const { payload, event, at } = value;
  const [session, transcript] = [nonEmptyText(payload['session_id']), nonEmptyText(payload['transcript_path'])];
  if (!isTime(at) || session === undefined || transcript === undefined) return undefined;
  return {
    id: nonEmptyText(value['id']) ?? id,
    at,
    session,
    transcript,
    ...optional('cwd', payload['cwd']),
    ended: event !== 'Stop',
  };
}

/** Whether a line is recognised but not kept: a call of our own tools, or an event that is no tool call. */
export const isKnownLine = (value: unknown): boolean =>
  isObject(value) &&
  (('event' in value && typeof value['event'] === 'string' && isObject(value['payload'])) ||
    (isObject(value['tool']) && isOwnTool(nonEmptyText(value['tool']['name']) ?? '', value['tool']['input'])));

function ofHook(value: JsonObject, fallback: string): Observation | undefined {
  const { event, payload, at } = value;
  if (event === 'SubagentStop') return ofSubagent(value, fallback);
  if ((event !== 'PostToolUse' && event !== 'PostToolUseFailure') || !isObject(payload) || !isTime(at))
    return undefined;
  const name = nonEmptyText(payload['tool_name']);
  if (name === undefined) return undefined;
  const response = event === 'PostToolUse' ? payload['tool_response'] : { error: payload['error'], is_error: true };
  const failed = toolFailed(response);
  const output = withoutRecalled(toolOutput(name, response));
  return {
    ...originOf(value, payload, at, fallback),
    tool: { name, input: payload['tool_input'], output, ...(failed === undefined ? {} : { failed }) },
  };
}

/** Why something failed, as a sub-agent reports it. Its tool calls have hooks of their own; sub-agents of the client itself have no type. */
function ofSubagent(value: JsonObject, fallback: string): Observation | undefined {
  const { payload, at } = value;
  if (!isObject(payload) || !isTime(at) || nonEmptyText(payload['agent_type']) === undefined) return undefined;
  const text = toldCause(withoutRecalled(nonEmptyText(payload['last_assistant_message']) ?? ''));
  return text === '' ? undefined : { ...originOf(value, payload, at, fallback), text };
}

/** When and where a hook observed something. */
const originOf = (
  value: JsonObject,
  payload: JsonObject,
  at: string,
  fallback: string,
): Omit<Observation, 'tool' | 'text'> => ({
  id: nonEmptyText(value['id']) ?? fallback,
  at,
  source: 'hook',
  ...optional('session', payload['session_id']),
  ...optional('cwd', payload['cwd']),
  ...optional('locale', value['locale']),
});

const SOURCES = ['hook', 'command', 'endpoint', 'transcript'] as const;

function ofObserver(value: JsonObject, fallback: string): Observation | undefined {
  const source = SOURCES.find((one) => one === value['source']);
  const [tool, text] = [toolOf(value['tool']), nonEmptyText(value['text'])];
  if (source === undefined || !isTime(value['at']) || (tool === undefined && text === undefined)) return undefined;
  return {
    id: nonEmptyText(value['id']) ?? fallback,
    at: value['at'],
    source,
    ...optional('session', value['session']),
    ...optional('cwd', value['cwd']),
    ...optional('locale', value['locale']),
    ...(tool === undefined ? {} : { tool }),
    ...(text === undefined ? {} : { text: withoutRecalled(text) }),
  };
}

function toolOf(value: unknown): ToolUse | undefined {
  if (!isObject(value)) return undefined;
  const { name, input, output, failed } = value;
  if (typeof name !== 'string' || name === '') return undefined;
  return {
    name,
    input,
    output: withoutRecalled(typeof output === 'string' ? output : ''),
    ...(typeof failed === 'boolean' ? { failed } : {}),
  };
}

const isTime = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d(?:T|$)/.test(value) && !Number.isNaN(Date.parse(value));

function optional<K extends string>(key: K, value: unknown): Partial<Record<K, string>> {
  const text = nonEmptyText(value);
  return text === undefined ? {} : ({ [key]: text } as Record<K, string>);
}
