/** The tools for language models of the editor. What they do is up to the host; here the user is told, and asked before anything is written. */
import * as vscode from 'vscode';
import { messageOf } from '../core/errors.js';
import { fence } from '../core/fence.js';
import { toHost } from '../protocol/methods.js';
import { TOOL_NAMES, TOOLS, type ToolAnswer, type ToolDeclaration, type ToolInput, type ToolName } from '../protocol/tools.js';
import { isCancelled } from './client.js';
import type { Feature, FeatureContext } from './feature.js';
import { literalMarkdown } from './literal.js';

type Parts = Pick<FeatureContext, 'host' | 'views' | 'log'>;

/** Calls a tool. Rejects only when cancelled: every other failure is an answer for the model. */
export async function callTool({ host, log }: Pick<Parts, 'host' | 'log'>, name: ToolName, input: unknown, token: vscode.CancellationToken): Promise<ToolAnswer> {
  try {
    return await host.askWith(toHost.tool, { name, input }, token);
  } catch (error) {
    if (isCancelled(error) || token.isCancellationRequested) throw new vscode.CancellationError();
    log.error(`The tool ${name} could not be called: ${messageOf(error)}`);
    return { text: `${messageOf(error)} Go on without memory and tell the user.`, isError: true };
  }
}

/** UTF-16 units of a new text that are shown before it is written. */
const MOST_SHOWN = 4_000;

/** What will be written, and what is replaced or forgotten, in full as far as a person reads. */
function confirmationOf(declared: Required<Pick<ToolDeclaration, 'confirmation'>>, input: ToolInput, views: Parts['views']): vscode.LanguageModelToolConfirmationMessages {
  const { title, message } = declared.confirmation(input);
  const { id, content } = input;
  const lines = typeof id === 'string' ? [...described(id, views)] : [];
  const others = Object.entries(input).filter(([key]) => !['id', 'content', 'type'].includes(key));
  for (const [key, value] of others) lines.push(literalMarkdown(`${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`));
  if (typeof content === 'string') lines.push(fence(content.slice(0, MOST_SHOWN)), ...(content.length > MOST_SHOWN ? [`And ${content.length - MOST_SHOWN} more characters.`] : []));
  else lines.push(literalMarkdown(message));
  return { title, message: new vscode.MarkdownString(lines.join('\n\n')) };
}

/** The memory an id names, when the stores are known. */
function described(id: string, views: Parts['views']): readonly string[] {
  const memory = views.current?.flatMap(({ memories }) => memories).find((each) => each.id === id);
  return memory === undefined ? [] : [`**${literalMarkdown(memory.name)}**: ${literalMarkdown(memory.description)}`];
}

function toolOf(name: ToolName, parts: Parts): vscode.LanguageModelTool<ToolInput> {
  const { invocation, confirmation }: ToolDeclaration = TOOLS[name];
  return {
    prepareInvocation: ({ input = {} }) => ({
      invocationMessage: new vscode.MarkdownString(literalMarkdown(invocation(input))),
      ...(confirmation === undefined ? {} : { confirmationMessages: confirmationOf({ confirmation }, input, parts.views) }),
    }),
    invoke: async ({ input }, token) => new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart((await callTool(parts, name, input, token)).text)]),
  };
}

export const tools: Feature = {
  name: 'tools for language models',
  activate: (context) => TOOL_NAMES.map((name) => vscode.lm.registerTool(name, toolOf(name, context))),
};
