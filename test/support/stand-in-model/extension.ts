/**
 * A language model that does what the last message says, and an agent that lets it call every tool of memory:
 * `call TOOL {json}` calls a tool and repeats its answer, `fail` is refused, `stop midway` is refused after some words, `stay silent`
 * says nothing, `wait` never ends, `picture` answers with an image and a link; anything else is answered. What it is sent goes to the
 * file that STAND_IN_LOG names, one JSON a line. Commands make it one that knows no tools, take it away, and bring it back.
 */
import { appendFileSync } from 'node:fs';
import * as vscode from 'vscode';

type Information = vscode.LanguageModelChatInformation & { readonly isDefault: boolean; readonly isUserSelectable: boolean };
type State = 'whole' | 'plain' | 'gone';
let state: State = 'whole';
const models = (): Information[] =>
  state === 'gone' ? [] : [{
    id: 'stand-in', name: 'Stand-in', family: 'stand-in', version: '1', maxInputTokens: 100_000, maxOutputTokens: 10_000,
    capabilities: { toolCalling: state === 'whole', imageInput: false }, isDefault: true, isUserSelectable: true,
  }];

type Message = vscode.LanguageModelChatRequestMessage;

const wordsOf = (part: unknown): string => {
  if (part instanceof vscode.LanguageModelTextPart) return part.value;
  if (part instanceof vscode.LanguageModelToolResultPart) return part.content.map(wordsOf).join('');
  return '';
};
const textOf = ({ content }: Message): string => content.map(wordsOf).join('');
const isResult = ({ content }: Message): boolean => content.some((part) => part instanceof vscode.LanguageModelToolResultPart);

function note(entry: object): void {
  const file = process.env['STAND_IN_LOG'];
  if (file) appendFileSync(file, `${JSON.stringify(entry)}\n`);
}

async function respond(messages: readonly Message[], tools: readonly vscode.LanguageModelChatTool[], say: (part: vscode.LanguageModelResponsePart) => void, token: vscode.CancellationToken): Promise<void> {
  const last = messages.at(-1);
  const asked = last ? textOf(last) : '';
  note({ messages: messages.map(textOf), tools: tools.map(({ name }) => name) });
  if (state === 'plain' && tools.length > 0) throw new Error('400: this model does not support tools');
  if (last && isResult(last)) return say(new vscode.LanguageModelTextPart(`STAND-IN READ: ${asked}`));
  if (asked.includes('stay silent')) return;
  if (asked.includes('stop midway')) {
    say(new vscode.LanguageModelTextPart('STAND-IN BEGINS '));
    // What is said right before a failure never arrives.
    await new Promise((resolve) => setTimeout(resolve, 500));
    throw vscode.LanguageModelError.Blocked('No more requests today.');
  }
  if (asked.includes('please fail')) throw vscode.LanguageModelError.Blocked('No more requests today.');
  if (asked.includes('please wait')) return new Promise((resolve) => token.onCancellationRequested(() => resolve()));
  if (asked.includes('picture')) {
    for (const part of ['STAND-IN PICTURE !', '[pixel](https://example.invalid/pixel.png) [run](command:workbench.action.toggleZenMode)']) say(new vscode.LanguageModelTextPart(part));
    return;
  }
  const [, wanted, input = '{}'] = /call (\S+) (\{.*\})/s.exec(asked) ?? [];
  const tool = tools.find(({ name }) => name === wanted);
  say(tool ? new vscode.LanguageModelToolCallPart(`call-${messages.length}`, tool.name, JSON.parse(input) as object) : new vscode.LanguageModelTextPart('STAND-IN ANSWER'));
}

/** Tools that are switched on in the chat; of the proposed API. */
type RequestWithTools = vscode.ChatRequest & { readonly tools: ReadonlyMap<vscode.LanguageModelToolInformation, boolean> };

/** The agent of the window: asks the model with the tools of memory until it calls none any more. */
async function agent(request: RequestWithTools, stream: vscode.ChatResponseStream, token: vscode.CancellationToken): Promise<void> {
  const offered = [...request.tools].filter(([, enabled]) => enabled).map(([tool]) => tool);
  const tools = offered.filter(({ tags, name }) => tags.includes('memdir') || name.startsWith('mcp_')).map(({ name, description, inputSchema }) => ({ name, description, inputSchema: inputSchema ?? {} }));
  const messages = [vscode.LanguageModelChatMessage.User(request.prompt)];
  for (let round = 0; round < 4; round++) {
    const response = await request.model.sendRequest(messages, { tools }, token);
    const calls: vscode.LanguageModelToolCallPart[] = [];
    for await (const part of response.stream) {
      if (part instanceof vscode.LanguageModelTextPart) stream.markdown(part.value.replaceAll('\n', '  \n'));
      if (part instanceof vscode.LanguageModelToolCallPart) calls.push(part);
    }
    if (calls.length === 0) return;
    messages.push(vscode.LanguageModelChatMessage.Assistant(calls));
    for (const { callId, name, input } of calls) {
      const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: request.toolInvocationToken }, token);
      messages.push(vscode.LanguageModelChatMessage.User([new vscode.LanguageModelToolResultPart(callId, content)]));
    }
  }
}

export function activate({ subscriptions }: vscode.ExtensionContext): void {
  const participant = vscode.chat.createChatParticipant('stand-in.agent', (request, _context, stream, token) => agent(request as RequestWithTools, stream, token));
  const changed = new vscode.EventEmitter<void>();
  const become = (name: string, next: State): vscode.Disposable =>
    vscode.commands.registerCommand(`stand-in.${name}`, () => {
      state = next;
      changed.fire();
    });
  const provider = vscode.lm.registerLanguageModelChatProvider('stand-in', {
    onDidChangeLanguageModelChatInformation: changed.event,
    provideLanguageModelChatInformation: models,
    provideLanguageModelChatResponse: (_model, messages, options, progress, token) => respond(messages, options.tools ?? [], (part) => progress.report(part), token),
    provideTokenCount: async (_model, text) => Math.ceil((typeof text === 'string' ? text : textOf(text)).length / 4),
  });
  subscriptions.push(participant, provider, changed, become('whole', 'whole'), become('plain', 'plain'), become('gone', 'gone'));
}
