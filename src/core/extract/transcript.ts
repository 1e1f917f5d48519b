/** Lines of Claude Code's transcripts: what was said and done in a session, one JSON object a line. */
import { toolFailed, toolOutput } from '../capture/tool-output.js';
import { withoutRecalled } from '../inject/block.js';
import { isObject, textOf, type Fields } from '../json.js';

/** One thing of a session. A line may hold several. */
export type TranscriptEntry =
  | { readonly kind: 'user' | 'assistant'; readonly text: string; readonly at: string }
  | { readonly kind: 'call'; readonly id: string; readonly tool: string; readonly input: unknown; readonly at: string }
  | { readonly kind: 'result'; readonly id: string; readonly output: string; readonly failed: boolean | undefined; readonly at: string };

export interface TranscriptLine {
  readonly entries: readonly TranscriptEntry[];
  readonly session?: string;
  /** Absolute. */
  readonly cwd?: string;
}

/** Messages that Claude Code writes itself in the user's name: commands, their output, reminders, interruptions. */
const NOT_SAID = /^\s*(?:<(?:command-|local-command|bash-|system-reminder|user-memory-input|task-notification)|\[Request interrupted|Caveat: The messages below|This session is being continued from a previous conversation)/;
const REMINDER = /<system-reminder>[\s\S]*?<\/system-reminder>/g;

/** What a line (already parsed) says; undefined for lines of another kind: summaries, side conversations of sub-agents, snapshots. */
export function readTranscriptLine(value: unknown): TranscriptLine | undefined {
  if (!isObject(value) || (value['type'] !== 'user' && value['type'] !== 'assistant') || value['isSidechain'] === true || value['isMeta'] === true || !isObject(value['message'])) return undefined;
  const at = textOf(value['timestamp']);
  if (at === undefined || Number.isNaN(Date.parse(at))) return undefined;
  const { content } = value['message'];
  const blocks: readonly unknown[] = typeof content === 'string' ? [{ type: 'text', text: content }] : Array.isArray(content) ? content : [];
  const role = value['type'];
  const entries = blocks.flatMap((block) => (isObject(block) ? entryOf(block, role, at, value['toolUseResult']) : []));
  const [session, cwd] = [textOf(value['sessionId']), textOf(value['cwd'])];
  return { entries, ...(session === undefined ? {} : { session }), ...(cwd === undefined ? {} : { cwd }) };
}

function entryOf(block: Fields, role: 'user' | 'assistant', at: string, answered: unknown): TranscriptEntry[] {
  switch (block['type']) {
    case 'text': {
      const text = said(textOf(block['text']) ?? '', role);
      return text === '' ? [] : [{ kind: role, text, at }];
    }
    case 'tool_use': {
      const [id, tool] = [textOf(block['id']), textOf(block['name'])];
      return id === undefined || tool === undefined ? [] : [{ kind: 'call', id, tool, input: block['input'], at }];
    }
    case 'tool_result': {
      const id = textOf(block['tool_use_id']);
      const failed = typeof block['is_error'] === 'boolean' && block['is_error'] ? true : toolFailed(answered);
      return id === undefined ? [] : [{ kind: 'result', id, output: withoutRecalled(toolOutput('', block['content'])), failed, at }];
    }
    default:
      return [];
  }
}

/** What an agent was given from memory is no news, and what Claude Code says in the user's name is not the user's. */
function said(text: string, role: 'user' | 'assistant'): string {
  if (role === 'user' && NOT_SAID.test(text)) return '';
  return withoutRecalled(text.replace(REMINDER, '')).trim();
}
