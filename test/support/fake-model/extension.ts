/**
 * A language model that does what the last message says, and an agent that lets it call every tool of memory:
 * `call TOOL {json}` calls a tool and repeats its answer, `fail` is refused, `stop midway` is refused after some words, `break off` ends in
 * an error after some words, `be off topic` and `be filtered` are declined, `run out` is out of quota, `stay silent` says nothing, `wait`
 * never ends, `picture` answers with an image and a link; anything else is answered, a question for JSON in JSON. What it is sent goes to
 * the file that FAKE_MODEL_LOG names, one JSON a line. Commands make it one that knows no tools, take it away, and bring it back.
 * The file that FAKE_MODEL_MOOD names holds one of these words for every question to come: for those that nobody types. With FAKE_MODEL_GUARDED
 * it may be asked only by whom the user allows it.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

import * as vscode from 'vscode';

/** Parts of the proposed API. */
type Information = vscode.LanguageModelChatInformation & {
  readonly isDefault: boolean;
  readonly isUserSelectable: boolean;
  readonly requiresAuthorization?: true;
};
type State = 'whole' | 'plain' | 'gone';
let state: State = 'whole';
const models = (): Information[] =>
  state === 'gone'
    ? []
    : [
        {
          id: 'fake-model',
          name: 'Fake model',
          family: 'fake-model',
          version: '1',
          maxInputTokens: 100_000,
          maxOutputTokens: 10_000,
          capabilities: { toolCalling: state === 'whole', imageInput: false },
          isDefault: true,
          isUserSelectable: true,
          ...(process.env['FAKE_MODEL_GUARDED'] ? { requiresAuthorization: true } : {}),
        },
      ];

type Message = vscode.LanguageModelChatRequestMessage;

const wordsOf = (part: unknown): string => {
  if (part instanceof vscode.LanguageModelTextPart) return part.value;
  if (part instanceof vscode.LanguageModelToolResultPart) return part.content.map(wordsOf).join('');
  return '';
};
const textOf = ({ content }: Message): string => content.map(wordsOf).join('');
const isResult = ({ content }: Message): boolean =>
  content.some((part) => part instanceof vscode.LanguageModelToolResultPart);

function note(entry: object): void {
  const file = process.env['FAKE_MODEL_LOG'];
  if (file) appendFileSync(file, `${JSON.stringify(entry)}\n`);
}

/** What is wished of the questions to come. */
function mood(): string {
  const file = process.env['FAKE_MODEL_MOOD'];
  return file && existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** As services name what they refuse: few use the codes that VS Code has. */
function named(name: string, message: string): Error {
  const error = new Error(message);
  error.name = name;
  return error;
}

const REFUSALS: Readonly<Record<string, () => Error>> = {
  'please fail': () => vscode.LanguageModelError.Blocked('No more requests today.'),
  'run out': () => named('ChatQuotaExceeded', 'You have exceeded your premium request allowance.'),
  'be off topic': () => new Error('off_topic'),
  'be filtered': () => new Error('Response got filtered.'),
};
const AFTER_SOME_WORDS: Readonly<Record<string, () => Error>> = {
  'stop midway': () => vscode.LanguageModelError.Blocked('No more requests today.'),
  'break off': () => new Error('socket hang up'),
  'turn off topic': () => new Error('off_topic'),
};
const said = (asked: string, moods: Readonly<Record<string, () => Error>>): (() => Error) | undefined =>
  Object.entries(moods).find(([words]) => asked.includes(words))?.[1];

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
/** The first fact of a question for JSON, as a model distils it. */
const inJson = (asked: string): string =>
  JSON.stringify({
    facts: [
      { text: /Saturn [^\n]*?\./.exec(asked)?.[0] ?? 'The stand-in service listens on port 4711.', type: 'reference' },
    ],
  });

async function respond(
  messages: readonly Message[],
  tools: readonly vscode.LanguageModelChatTool[],
  say: (part: vscode.LanguageModelResponsePart) => void,
  token: vscode.CancellationToken,
): Promise<void> {
  const last = messages.at(-1);
  const words = last ? textOf(last) : '';
  const asked = `${words.slice(-2_000)} ${mood()}`;
  const speak = (text: string): void => say(new vscode.LanguageModelTextPart(text));
  note({ messages: messages.map(textOf), tools: tools.map(({ name }) => name) });
  if (state === 'plain' && tools.length > 0) throw new Error('400: this model does not support tools');
  if (last && isResult(last)) return speak(`FAKE READ: ${words}`);
  const refused = said(asked, REFUSALS);
  if (refused) throw refused();
  const broken = said(asked, AFTER_SOME_WORDS);
  if (broken) {
    speak('FAKE BEGINS ');
    // What is said right before a failure never arrives.
    await pause(500);
    throw broken();
  }
  if (asked.includes('stay silent')) return;
  if (asked.includes('excuse yourself')) return speak('You have exceeded your quota. Please try again later.');
  if (asked.includes('please wait')) return new Promise((resolve) => token.onCancellationRequested(() => resolve()));
  if (asked.includes('picture')) {
    for (const part of [
      'FAKE PICTURE !',
      '[pixel](https://example.invalid/pixel.png) [run](command:workbench.action.toggleZenMode)',
    ])
      speak(part);
    return;
  }
  if (words.includes('Answer with JSON alone')) return speak(inJson(words));
  const [, wanted, input = '{}'] = /call (\S+) (\{.*\})/s.exec(asked) ?? [];
  const tool = tools.find(({ name }) => name === wanted);
  if (tool)
    say(new vscode.LanguageModelToolCallPart(`call-${messages.length}`, tool.name, JSON.parse(input) as object));
  else speak('FAKE ANSWER');
}

/** Tools that are switched on in the chat; of the proposed API. */
type RequestWithTools = vscode.ChatRequest & {
  readonly tools: ReadonlyMap<vscode.LanguageModelToolInformation, boolean>;
};

/** What a tool answers; that the user refused it is an answer too. */
async function called(
  name: string,
  input: object,
  { toolInvocationToken }: vscode.ChatRequest,
  token: vscode.CancellationToken,
): Promise<vscode.LanguageModelToolResultPart['content']> {
  try {
    return (await vscode.lm.invokeTool(name, { input, toolInvocationToken }, token)).content;
  } catch (error) {
    return [new vscode.LanguageModelTextPart(`not called: ${error instanceof Error ? error.message : String(error)}`)];
  }
}

/** The agent of the window: asks the model with the tools of memory until it calls none any more. */
async function agent(
  request: RequestWithTools,
  stream: vscode.ChatResponseStream,
  token: vscode.CancellationToken,
): Promise<void> {
  const offered = [...request.tools].filter(([, enabled]) => enabled).map(([tool]) => tool);
  const tools = offered
    .filter(({ tags, name }) => tags.includes('memdir') || name.startsWith('mcp_'))
    .map(({ name, description, inputSchema }) => ({ name, description, inputSchema: inputSchema ?? {} }));
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
      messages.push(
        vscode.LanguageModelChatMessage.User([
          new vscode.LanguageModelToolResultPart(callId, await called(name, input, request, token)),
        ]),
      );
    }
  }
}

export function activate({ subscriptions }: vscode.ExtensionContext): void {
  const participant = vscode.chat.createChatParticipant('fake-model.agent', (request, _context, stream, token) =>
    agent(request as RequestWithTools, stream, token),
  );
  const changed = new vscode.EventEmitter<void>();
  const become = (name: string, next: State): vscode.Disposable =>
    vscode.commands.registerCommand(`fake-model.${name}`, () => {
      state = next;
      changed.fire();
    });
  const provider = vscode.lm.registerLanguageModelChatProvider('fake-model', {
    onDidChangeLanguageModelChatInformation: changed.event,
    provideLanguageModelChatInformation: models,
    provideLanguageModelChatResponse: (_model, messages, options, progress, token) =>
      respond(messages, options.tools ?? [], (part) => progress.report(part), token),
    provideTokenCount: async (_model, text) => Math.ceil((typeof text === 'string' ? text : textOf(text)).length / 4),
  });
  subscriptions.push(
    participant,
    provider,
    changed,
    become('whole', 'whole'),
    become('plain', 'plain'),
    become('gone', 'gone'),
  );
}
