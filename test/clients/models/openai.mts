/** Chat completions and responses, as far as Codex, opencode, Qwen Code and Copilot CLI use them. */
import { nextStep, offeredName, type Scene, type Step, type Turn } from './script.mjs';
import type { Answer, Dialect } from './server.mjs';

type Content = string | readonly { readonly text?: string }[] | null | undefined;
const textOf = (content: Content): string =>
  typeof content === 'string' ? content : (content ?? []).map(({ text = '' }) => text).join('\n');

interface ChatRequest {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages: readonly { readonly role: string; readonly content: Content }[];
  readonly tools?: readonly { readonly function?: { readonly name: string } }[];
}

interface ResponsesRequest {
  readonly model: string;
  readonly stream?: boolean;
  readonly input: string | readonly { readonly type?: string; readonly role?: string; readonly content?: Content }[];
  readonly tools?: readonly ResponsesTool[];
}
interface ResponsesTool {
  readonly type?: string;
  readonly name?: string;
  /** Of a group of tools. */
  readonly tools?: readonly { readonly name: string }[];
}

let serial = 0;
const newId = (prefix: string): string => `${prefix}_${Date.now().toString(36)}${++serial}`;
const created = (): number => Math.floor(Date.now() / 1000);

function chat(request: ChatRequest, scenes: readonly Scene[]): Answer {
  const turns = request.messages.flatMap(({ role, content }): Turn[] =>
    role === 'tool' ? ['result'] : role === 'user' ? [{ prompt: textOf(content) }] : [],
  );
  const step = nextStep(turns, scenes);
  const offered = (request.tools ?? []).flatMap((tool) => tool.function?.name ?? []);
  const calls =
    'tool' in step
      ? [
          {
            id: newId('call'),
            type: 'function',
            function: { name: offeredName(step.tool, offered), arguments: JSON.stringify(step.input) },
          },
        ]
      : undefined;
  const message = { role: 'assistant', content: 'say' in step ? step.say : null, ...(calls && { tool_calls: calls }) };
  const finish = calls ? 'tool_calls' : 'stop';
  const base = { id: newId('chatcmpl'), created: created(), model: request.model };
  const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 };
  if (request.stream !== true)
    return {
      json: { ...base, object: 'chat.completion', choices: [{ index: 0, message, finish_reason: finish }], usage },
    };
  const event = (delta: unknown, reason: string | null, more: object = {}): string =>
    `data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason: reason }], ...more })}\n\n`;
  const delta = calls ? { tool_calls: calls.map((call, index) => ({ index, ...call })) } : { content: message.content };
  return {
    events: `${event({ role: 'assistant', content: '' }, null)}${event(delta, null)}${event({}, finish, { usage })}data: [DONE]\n\n`,
  };
}

/** The tool of that name, and the group in which the client offers it. */
function offeredTool(tool: string, tools: readonly ResponsesTool[]): { name: string; namespace?: string } {
  const all = tools.flatMap(({ name = '', tools: inner }) =>
    inner === undefined ? [{ name }] : inner.map((each) => ({ name: each.name, namespace: name })),
  );
  return all.find(({ name }) => name.endsWith(tool)) ?? { name: tool };
}

function itemOf(step: Step, tools: readonly ResponsesTool[]): Record<string, unknown> {
  return 'tool' in step
    ? {
        type: 'function_call',
        id: newId('fc'),
        call_id: newId('call'),
        ...offeredTool(step.tool, tools),
        arguments: JSON.stringify(step.input),
        status: 'completed',
      }
    : {
        type: 'message',
        id: newId('msg'),
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: step.say, annotations: [] }],
      };
}

function responses(request: ResponsesRequest, scenes: readonly Scene[]): Answer {
  const turns =
    typeof request.input === 'string'
      ? [{ prompt: request.input }]
      : request.input.flatMap(({ type = '', role, content }): Turn[] =>
          type.endsWith('call_output') ? ['result'] : role === 'user' ? [{ prompt: textOf(content) }] : [],
        );
  const item = itemOf(nextStep(turns, scenes), request.tools ?? []);
  const usage = {
    input_tokens: 10,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 10,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 20,
  };
  const response = {
    id: newId('resp'),
    object: 'response',
    created_at: created(),
    model: request.model,
    status: 'completed',
    output: [item],
    usage,
  };
  if (request.stream !== true) return { json: response };
  const events: Record<string, unknown>[] = [
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress' } },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response },
  ];
  return {
    events: events
      .map(
        (event, at) =>
          `event: ${String(event['type'])}\ndata: ${JSON.stringify({ ...event, sequence_number: at })}\n\n`,
      )
      .join(''),
  };
}

export const openai: Dialect = {
  answer: (path, body, scenes) => {
    if (path.endsWith('/chat/completions')) return chat(body as ChatRequest, scenes);
    if (path.endsWith('/responses')) return responses(body as ResponsesRequest, scenes);
    return path.endsWith('/models')
      ? { json: { object: 'list', data: [{ id: 'stub', object: 'model', owned_by: 'stub' }], models: [] } }
      : undefined;
  },
};
