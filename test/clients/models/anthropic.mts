/** The Messages API, as far as Claude Code uses it. */
import { nextStep, offeredName, type Scene, type Step, type Turn } from './script.mjs';
import type { Answer, Dialect } from './server.mjs';

interface Part {
  readonly type: string;
  readonly text?: string;
}
export interface MessagesRequest {
  readonly model: string;
  readonly stream?: boolean;
  readonly system?: readonly Part[] | string;
  readonly messages: readonly { readonly role: string; readonly content: string | readonly Part[] }[];
  readonly tools?: readonly { readonly name: string }[];
}

const partsOf = (content: string | readonly Part[]): readonly Part[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content;

function turnsOf({ messages }: MessagesRequest): Turn[] {
  return messages
    .filter(({ role }) => role === 'user')
    .flatMap(({ content }): Turn[] => {
      const parts = partsOf(content);
      const text = parts.flatMap(({ text: each }) => each ?? []).join('\n');
      return [...parts.filter(({ type }) => type === 'tool_result').map(() => 'result' as const), { prompt: text }];
    });
}

const usage = { input_tokens: 10, output_tokens: 10, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
let serial = 0;

function messageOf(step: Step, { model, tools = [] }: MessagesRequest): Record<string, unknown> {
  const id = `${Date.now().toString(36)}${++serial}`;
  const isTool = 'tool' in step;
  const block = isTool
    ? {
        type: 'tool_use',
        id: `toolu_${id}`,
        name: offeredName(
          step.tool,
          tools.map(({ name }) => name),
        ),
        input: step.input,
      }
    : { type: 'text', text: step.say };
  return {
    id: `msg_${id}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [block],
    stop_reason: isTool ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage,
  };
}

function eventsOf(message: Record<string, unknown>): string {
  const [block] = message['content'] as [Record<string, unknown>];
  const isTool = block['type'] === 'tool_use';
  const events: [string, Record<string, unknown>][] = [
    ['message_start', { message: { ...message, content: [], stop_reason: null } }],
    ['content_block_start', { index: 0, content_block: isTool ? { ...block, input: {} } : { type: 'text', text: '' } }],
    [
      'content_block_delta',
      {
        index: 0,
        delta: isTool
          ? { type: 'input_json_delta', partial_json: JSON.stringify(block['input']) }
          : { type: 'text_delta', text: block['text'] },
      },
    ],
    ['content_block_stop', { index: 0 }],
    ['message_delta', { delta: { stop_reason: message['stop_reason'], stop_sequence: null }, usage }],
    ['message_stop', {}],
  ];
  return events.map(([type, data]) => `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`).join('');
}

export const anthropic: Dialect = {
  answer: (path, body, scenes: readonly Scene[]): Answer | undefined => {
    if (path.endsWith('/count_tokens')) return { json: { input_tokens: 10 } };
    if (!path.endsWith('/v1/messages')) return undefined;
    const request = body as MessagesRequest;
    const message = messageOf(nextStep(turnsOf(request), scenes), request);
    return request.stream === true ? { events: eventsOf(message) } : { json: message };
  },
};
