/** Runs the chat's model with the memory tools, round by round. */
import * as vscode from 'vscode';

import { messageOf } from '../../core/errors.js';
import { EXTENSION_ID } from '../../protocol/contributions.js';
import { isToolName, type ToolInput, TOOLS } from '../../protocol/tools.js';
import { oneLine } from '../escape.js';
import { isCancelled } from '../host/host-client.js';
import { modelErrorKind } from '../models/model-error.js';
import { callTool } from './language-model-tools.js';
import type { Turn } from './turn.js';

/** Rounds of tool calls before the model must answer. */
const MAX_ROUNDS = 6;

/** The tools as package.json declares them. */
function toolsOf(): vscode.LanguageModelChatTool[] {
  const { contributes } = vscode.extensions.getExtension(EXTENSION_ID)?.packageJSON as {
    readonly contributes: {
      readonly languageModelTools: readonly {
        readonly name: string;
        readonly modelDescription: string;
        readonly inputSchema: object;
      }[];
    };
  };
  return contributes.languageModelTools.map(({ name, modelDescription, inputSchema }) => ({
    name,
    description: modelDescription,
    inputSchema,
  }));
}

type Messages = readonly vscode.LanguageModelChatMessage[];

export interface ModelReply {
  /** All text of the model. */
  text: string;
  /** Whether the model sent text or called a tool. */
  started: boolean;
  /** The error that ended the reply early. */
  failure?: unknown;
}

/** Streams the model's reply to `messages`. Rejects only when it is cancelled. */
export async function converse(turn: Turn, messages: Messages): Promise<Readonly<ModelReply>> {
  const progress: ModelReply = { text: '', started: false };
  for (const tools of [toolsOf(), []]) {
    try {
      await runRounds(turn, messages, tools, progress);
      return progress;
    } catch (error) {
      if (turn.token.isCancellationRequested || isCancelled(error)) throw error;
      // VS Code does not tell which models take tools; those that do not reject with an error of their own.
      if (progress.started || tools.length === 0 || modelErrorKind(error) !== 'failed')
        return { ...progress, failure: error };
      turn.features.log.info(`Asked again without tools: ${messageOf(error)}`);
    }
  }
  return progress;
}

async function runRounds(
  turn: Turn,
  asked: Messages,
  tools: vscode.LanguageModelChatTool[],
  progress: ModelReply,
): Promise<void> {
  const { request, stream, token } = turn;
  const messages = [...asked];
  for (let round = 0; round <= MAX_ROUNDS; round++) {
    const response = await request.model.sendRequest(
      messages,
      round < MAX_ROUNDS && tools.length > 0 ? { tools } : {},
      token,
    );
    const { text, calls } = await readReply(response, (part) => {
      progress.started ||= part !== '';
      progress.text += part;
      stream.markdown(part);
    });
    if (calls.length === 0 || token.isCancellationRequested) break;
    progress.started = true;
    const results: vscode.LanguageModelToolResultPart[] = [];
    for (const call of calls)
      results.push(
        new vscode.LanguageModelToolResultPart(call.callId, [
          new vscode.LanguageModelTextPart(await callChatTool(turn, call)),
        ]),
      );
    messages.push(
      vscode.LanguageModelChatMessage.Assistant([
        ...(text === '' ? [] : [new vscode.LanguageModelTextPart(text)]),
        ...calls,
      ]),
      vscode.LanguageModelChatMessage.User(results),
    );
  }
}

async function readReply(
  response: vscode.LanguageModelChatResponse,
  show: (text: string) => void,
): Promise<{ readonly text: string; readonly calls: readonly vscode.LanguageModelToolCallPart[] }> {
  const calls: vscode.LanguageModelToolCallPart[] = [];
  let text = '';
  let pending = '';
  for await (const part of response.stream) {
    if (part instanceof vscode.LanguageModelToolCallPart) calls.push(part);
    if (!(part instanceof vscode.LanguageModelTextPart)) continue;
    text += part.value;
    // Images are escaped: a memory may make the model request an address that reveals the question.
    const shown = pending + part.value;
    pending = shown.endsWith('!') ? '!' : '';
    show(shown.slice(0, shown.length - pending.length).replaceAll('![', '\\!['));
  }
  if (pending !== '') show(pending);
  return { text, calls };
}

/** The result of a tool for the model. Tools that write are invoked through the editor, which asks the user. */
async function callChatTool(turn: Turn, { name, input }: vscode.LanguageModelToolCallPart): Promise<string> {
  const { features, stream, token, request } = turn;
  if (!isToolName(name)) return `There is no tool “${oneLine(name).slice(0, 100)}”.`;
  if (!TOOLS[name].writes) {
    stream.progress(oneLine(TOOLS[name].invocation((input ?? {}) as ToolInput)));
    return (await callTool(features, name, input, token)).text;
  }
  try {
    const { content } = await vscode.lm.invokeTool(
      name,
      { input, toolInvocationToken: request.toolInvocationToken },
      token,
    );
    return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
  } catch (error) {
    if (token.isCancellationRequested) throw error;
    features.log.info(`The tool ${name} was not called: ${messageOf(error)}`);
    return 'The user did not agree. Nothing was changed. Do not try it again unless they ask for it.';
  }
}
