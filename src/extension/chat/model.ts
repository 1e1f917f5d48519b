/** The chat's own model, with the memory tools in a loop. */
import * as vscode from 'vscode';
import { messageOf } from '../../core/errors.js';
import { EXTENSION_ID } from '../../protocol/ids.js';
import { isToolName, TOOLS, type ToolInput } from '../../protocol/tools.js';
import { oneLine } from '../literal.js';
import { callTool } from '../tools.js';
import type { Turn } from './turn.js';

export { whyNot } from '../model-failure.js';

/** Times the model may call tools before it has to answer. */
const ROUNDS = 6;

/** As package.json declares them. */
function toolsOf(): vscode.LanguageModelChatTool[] {
  const { contributes } = vscode.extensions.getExtension(EXTENSION_ID)?.packageJSON as { readonly contributes: { readonly languageModelTools: readonly { readonly name: string; readonly modelDescription: string; readonly inputSchema: object }[] } };
  return contributes.languageModelTools.map(({ name, modelDescription, inputSchema }) => ({ name, description: modelDescription, inputSchema }));
}

type Messages = readonly vscode.LanguageModelChatMessage[];

/** What came of a conversation so far. */
interface Progress {
  /** Whether the model said or did anything. */
  begun: boolean;
}

/** Streams what the model says to `messages`. Answers all it said; rejects as the model does. */
export async function converse(turn: Turn, messages: Messages): Promise<string> {
  const progress: Progress = { begun: false };
  try {
    return await rounds(turn, messages, toolsOf(), progress);
  } catch (error) {
    if (progress.begun || turn.token.isCancellationRequested || isFinal(error)) throw error;
    // Which models take tools is not told beforehand, and those that do not refuse in words of their own.
    turn.features.log.info(`Asked again without tools: ${messageOf(error)}`);
    return rounds(turn, messages, [], progress);
  }
}

/** Codes of errors that asking again does not change. */
const FINAL = ['NoPermissions', 'Blocked', 'NotFound'];
const isFinal = (error: unknown): boolean => error instanceof vscode.LanguageModelError && FINAL.includes(error.code);

async function rounds(turn: Turn, asked: Messages, tools: vscode.LanguageModelChatTool[], progress: Progress): Promise<string> {
  const { request, stream, token } = turn;
  const messages = [...asked];
  let said = '';
  for (let round = 0; round <= ROUNDS; round++) {
    const response = await request.model.sendRequest(messages, round < ROUNDS && tools.length > 0 ? { tools } : {}, token);
    const { text, calls } = await read(response, (part) => {
      progress.begun ||= part !== '';
      stream.markdown(part);
    });
    said += text;
    if (calls.length === 0 || token.isCancellationRequested) break;
    progress.begun = true;
    const results: vscode.LanguageModelToolResultPart[] = [];
    for (const call of calls) results.push(new vscode.LanguageModelToolResultPart(call.callId, [new vscode.LanguageModelTextPart(await run(turn, call))]));
    messages.push(vscode.LanguageModelChatMessage.Assistant([...(text === '' ? [] : [new vscode.LanguageModelTextPart(text)]), ...calls]), vscode.LanguageModelChatMessage.User(results));
  }
  return said;
}

async function read(response: vscode.LanguageModelChatResponse, show: (text: string) => void): Promise<{ readonly text: string; readonly calls: readonly vscode.LanguageModelToolCallPart[] }> {
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
    const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: request.toolInvocationToken }, token);
    return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
  } catch (error) {
    if (token.isCancellationRequested) throw error;
    features.log.info(`The tool ${name} was not called: ${messageOf(error)}`);
    return 'The user did not agree. Nothing was changed. Do not try it again unless they ask for it.';
  }
}
