/** Lines of Claude Code's transcripts (JSON Lines). */
import { toolFailed, toolOutput } from '../capture/tool-output.js';
import { withoutRecalled } from '../inject/recalled-text.js';
import { isObject, type JsonObject, nonEmptyText } from '../json.js';
import { messageText, refusalComment } from './user-text.js';

/** One message, tool call or tool result. A line may contain several. */
export type TranscriptEntry =
  | { readonly kind: 'user' | 'assistant'; readonly text: string; readonly at: string }
  | { readonly kind: 'call'; readonly id: string; readonly tool: string; readonly input: unknown; readonly at: string }
  | {
      readonly kind: 'result';
      readonly id: string;
      readonly output: string;
      readonly failed: boolean | undefined;
      readonly at: string;
    };

export interface TranscriptLine {
  readonly entries: readonly TranscriptEntry[];
  /** Ids of the message: its own, and that of the message it was copied from. */
  readonly ids: readonly string[];
  /** Timestamp and beginning of the message: equal in every file it was copied to, where ids differ. */
  readonly mark?: string;
  /** Id of the previous message. */
  readonly parent?: string;
  /** Whether the user sent it: another prompt with the same parent replaces it. */
  readonly prompt: boolean;
  readonly session?: string;
  /** Absolute. */
  readonly cwd?: string;
}

type Role = 'user' | 'assistant';

/**
 * Parses a line (already JSON); undefined for other kinds: summaries, side conversations of sub-agents, snapshots, API
 * errors.
 */
export function readTranscriptLine(value: unknown): TranscriptLine | undefined {
  if (!isObject(value) || value['isSidechain'] === true || value['isMeta'] === true) return undefined;
  const at = nonEmptyText(value['timestamp']);
  const read =
    at === undefined || Number.isNaN(Date.parse(at))
      ? undefined
      : value['type'] === 'attachment'
        ? queuedMessage(value, at)
        : message(value, at);
  if (read === undefined) return undefined;
  const mark = messageMark(value);
  const [parent, session, cwd] = [
    nonEmptyText(value['parentUuid']),
    nonEmptyText(value['sessionId']),
    nonEmptyText(value['cwd']),
  ];
  return {
    ...read,
    ids: messageIds(value),
    ...(mark === undefined ? {} : { mark }),
    ...(parent === undefined ? {} : { parent }),
    ...(session === undefined ? {} : { session }),
    ...(cwd === undefined ? {} : { cwd }),
  };
}

/** A fork of a fork names the message of the first fork, which has another id. */
export function messageIds(value: unknown): readonly string[] {
  if (!isObject(value)) return [];
  const former = isObject(value['forkedFrom']) ? nonEmptyText(value['forkedFrom']['messageUuid']) : undefined;
  return [nonEmptyText(value['uuid']), former].filter((id) => id !== undefined);
}

/** UTF-16 units of a text that distinguish it from another of the same millisecond. */
const MARKED = 200;

/** See {@link TranscriptLine.mark}; undefined without text and tool call id. It may contain words of the user. */
export function messageMark(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const { timestamp, type, message: said, attachment } = value;
  const content = isObject(said) ? said['content'] : isObject(attachment) ? attachment['prompt'] : undefined;
  const [first] = blocksOf(content);
  const begins =
    first === undefined
      ? undefined
      : (nonEmptyText(first['text']) ?? nonEmptyText(first['id']) ?? nonEmptyText(first['tool_use_id']));
  return typeof timestamp !== 'string' || begins === undefined
    ? undefined
    : `${timestamp} ${String(type)} ${begins.slice(0, MARKED)}`;
}

/** `peer` is another session, `task-notification` Claude Code itself. */
const isHuman = (origin: unknown): boolean =>
  !isObject(origin) || origin['kind'] === undefined || origin['kind'] === 'human';

function message(value: JsonObject, at: string): Pick<TranscriptLine, 'entries' | 'prompt'> | undefined {
  const role = value['type'];
  if ((role !== 'user' && role !== 'assistant') || !isObject(value['message'])) return undefined;
  // A compaction summary repeats earlier messages; API errors are no messages.
  if (
    value['isCompactSummary'] === true ||
    value['isVisibleInTranscriptOnly'] === true ||
    value['isApiErrorMessage'] === true
  )
    return undefined;
  if (value['message']['model'] === '<synthetic>' || !isHuman(value['origin'])) return undefined;
  const blocks = blocksOf(value['message']['content']);
  const results = blocks.some((block) => block['type'] === 'tool_result');
  // Text beside a tool result is written by Claude Code, not by the user.
  const entries = blocks.flatMap((block) =>
    results && block['type'] === 'text' ? [] : entryOf(block, role, at, value['toolUseResult']),
  );
  return { entries, prompt: role === 'user' && !results && entries.length > 0 };
}

/** A message that the user queued while the agent was at work. */
function queuedMessage({ attachment }: JsonObject, at: string): Pick<TranscriptLine, 'entries' | 'prompt'> | undefined {
  if (
    !isObject(attachment) ||
    attachment['type'] !== 'queued_command' ||
    attachment['isMeta'] === true ||
    !isHuman(attachment['origin'])
  )
    return undefined;
  if ((attachment['commandMode'] ?? 'prompt') !== 'prompt') return undefined;
  return {
    entries: blocksOf(attachment['prompt']).flatMap((block) =>
      block['type'] === 'text' ? entryOf(block, 'user', at, undefined) : [],
    ),
    prompt: false,
  };
}

const blocksOf = (content: unknown): readonly JsonObject[] =>
  typeof content === 'string'
    ? [{ type: 'text', text: content }]
    : Array.isArray(content)
      ? content
          .map((each: unknown) => (typeof each === 'string' ? { type: 'text', text: each } : each))
          .filter(isObject)
      : [];

function entryOf(block: JsonObject, role: Role, at: string, result: unknown): TranscriptEntry[] {
  switch (block['type']) {
    case 'text': {
      const text = messageText(role, nonEmptyText(block['text']) ?? '');
      return text === '' ? [] : [{ kind: role, text, at }];
    }
    case 'tool_use': {
      const [id, tool] = [nonEmptyText(block['id']), nonEmptyText(block['name'])];
      return id === undefined || tool === undefined ? [] : [{ kind: 'call', id, tool, input: block['input'], at }];
    }
    case 'tool_result': {
      const id = nonEmptyText(block['tool_use_id']);
      if (id === undefined) return [];
      const failed = block['is_error'] === true ? true : toolFailed(result);
      const output = withoutRecalled(toolOutput('', block['content']));
      const said = refusalComment(output);
      return [
        { kind: 'result', id, output, failed, at },
        ...(said === '' ? [] : [{ kind: 'user' as const, text: said, at }]),
      ];
    }
    default:
      return [];
  }
}
