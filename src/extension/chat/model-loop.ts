/** The chat's own model, with the memory tools in a loop. */
import * as vscode from 'vscode';

import { messageOf } from '../../core/errors.js';
import { EXTENSION_ID } from '../../protocol/ids.js';
import { isToolName, type ToolInput, TOOLS } from '../../protocol/tools.js';
import { oneLine } from '../escape.js';
import { isCancelled } from '../host/host-client.js';
import { modelErrorKind } from '../models/model-error.js';
import { callTool } from './language-model-tools.js';
import type { Turn } from './turn.js';

/** Times the model may call tools before it has to answer. */
const ROUNDS = 6;

/** As package.json declares them. */
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

/** What came of a conversation. */
export interface ModelReply {
  /** All that the model said. */
  said: string;
  /** Whether it said or did anything. */
  begun: boolean;
  /** What ended it before it was done. */
  failure?: unknown;
}

/** Streams what the model says to `messages`. Rejects only when it is cancelled. */
export async function converse(turn: Turn, messages: Messages): Promise<Readonly<ModelReply>> {
  const progress: ModelReply = { said: '', begun: false };
  for (const tools of [toolsOf(), []]) {
    try {
      await rounds(turn, messages, tools, progress);
      return progress;
    } catch (error) {
      if (turn.token.isCancellationRequested || isCancelled(error)) throw error;
      // Which models take tools is not told beforehand, and those that do not refuse in words of their own.
      if (progress.begun || tools.length === 0 || modelErrorKind(error) !== 'failed')
        return { ...progress, failure: error };
      turn.features.log.info(`Asked again without tools: ${messageOf(error)}`);
    }
  }
  return progress;
}

async function rounds(
  turn: Turn,
  asked: Messages,
  tools: vscode.LanguageModelChatTool[],
  progress: ModelReply,
): Promise<void> {
  const { request, stream, token } = turn;
  const messages = [...asked];
  for (let round = 0; round <= ROUNDS; round++) {
    const response = await request.model.sendRequest(
      messages,
      round < ROUNDS && tools.length > 0 ? { tools } : {},
      token,
    );
    const { text, calls } = await read(response, (part) => {
      progress.begun ||= part !== '';
      progress.said += part;
      stream.markdown(part);
    });
    if (calls.length === 0 || token.isCancellationRequested) break;
    progress.begun = true;
    const results: vscode.LanguageModelToolResultPart[] = [];
    for (const call of calls)
      results.push(
        new vscode.LanguageModelToolResultPart(call.callId, [new vscode.LanguageModelTextPart(await run(turn, call))]),
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

async function read(
  response: vscode.LanguageModelChatResponse,
  show: (text: string) => void,
): Promise<{ readonly text: string; readonly calls: readonly vscode.LanguageModelToolCallPart[] }> {
  const calls: vscode.LanguageModelToolCallPart[] = [];
  let text = '';
  let held = '';
  for await (const part of response.stream) {
    if (part instanceof vscode.LanguageModelToolCallPart) calls.push(part);
    if (!(part instanceof vscode.LanguageModelTextPart)) continue;
    text += part.value;
    // A note may talk the model into a picture, whose address tells others what was asked.
    const shown = held + part.value;
    held = shown.endsWith('!') ? '!' : '';
    show(shown.slice(0, shown.length - held.length).replaceAll('![', '\\!['));
  }
  if (held !== '') show(held);
  return { text, calls };
}

/** What a tool answers the model. One that writes goes through the editor, which asks the user. */
async function run(turn: Turn, { name, input }: vscode.LanguageModelToolCallPart): Promise<string> {
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
