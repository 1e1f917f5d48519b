/** Tools for the editor's language models: the host runs them; here the user sees the call and confirms one that writes. */
import * as vscode from 'vscode';

import { messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { maskForDisplay, maskSecrets } from '../../core/secrets/secrets.js';
import {
  TOOL_NAMES,
  type ToolAnswer,
  type ToolDeclaration,
  type ToolInput,
  type ToolName,
  type ToolPreview,
  TOOLS,
  whereWords,
} from '../../protocol/tools.js';
import { escapeMarkdown, quoteMarkdown } from '../escape.js';
import type { Feature, FeatureContext } from '../feature.js';
import { isCancelled } from '../host/host-client.js';
import { withoutMemory } from './model-prompt.js';

type ToolContext = Pick<FeatureContext, 'host' | 'log'>;

/** Rejects only when cancelled: every other failure becomes an answer for the model. */
export async function callTool(
  { host, log }: ToolContext,
  name: ToolName,
  input: unknown,
  token: vscode.CancellationToken,
): Promise<ToolAnswer> {
  try {
    return await host.request('tool', { name, input }, token);
  } catch (error) {
    if (isCancelled(error) || token.isCancellationRequested) throw new vscode.CancellationError();
    log.error(`The tool ${name} could not be called: ${messageOf(error)}`);
    return { text: withoutMemory(messageOf(error)), isError: true };
  }
}

/** UTF-16 units of a new text that the confirmation shows. */
const MAX_SHOWN = 4_000;

/** Shows the text that will be written, the memory that is replaced or forgotten, and the store. Secrets are masked as they will be in the file. */
function confirmationOf(
  declared: Required<Pick<ToolDeclaration, 'confirmation'>>,
  input: ToolInput,
  preview: ToolPreview,
): vscode.LanguageModelToolConfirmationMessages {
  const { title, message } = declared.confirmation(input, preview);
  const { content } = input;
  if (typeof content !== 'string')
    return {
      title: maskForDisplay(title),
      message: markdown(message.split('\n\n').map((part) => escapeMarkdown(maskForDisplay(part)))),
    };
  const { memory, store } = preview;
  const lines =
    memory === undefined ? [] : [`**${escapeMarkdown(memory.name)}**: ${escapeMarkdown(memory.description)}`];
  const others = Object.entries(input).filter(([key]) => !['id', 'content', 'type', 'name'].includes(key));
  for (const [key, value] of others)
    lines.push(escapeMarkdown(maskForDisplay(`${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)));
  const text = maskSecrets(content);
  lines.push(
    quoteMarkdown(text.slice(0, MAX_SHOWN)),
    ...(text.length > MAX_SHOWN ? [t('And {n} more characters.', { n: text.length - MAX_SHOWN })] : []),
    escapeMarkdown(whereWords(store)),
  );
  return { title: maskForDisplay(title), message: markdown(lines) };
}

const markdown = (paragraphs: readonly string[]): vscode.MarkdownString =>
  new vscode.MarkdownString(paragraphs.filter((each) => each !== '').join('\n\n'));

/** Refusals from preparing a call, by call: the user is not asked to confirm such a call, and it returns the refusal even if it could succeed by then. */
type Refusals = Map<string, ToolAnswer>;
const keyOf = (name: ToolName, input: unknown): string => `${name} ${JSON.stringify(input)}`;

async function prepare(
  name: ToolName,
  input: ToolInput,
  {
    context,
    refusals,
    token,
  }: { readonly context: ToolContext; readonly refusals: Refusals; readonly token: vscode.CancellationToken },
): Promise<vscode.PreparedToolInvocation> {
  const { invocation, confirmation }: ToolDeclaration = TOOLS[name];
  const invocationMessage = new vscode.MarkdownString(escapeMarkdown(invocation(input)));
  if (confirmation === undefined) return { invocationMessage };
  const { refusal, ...known } = await preview(name, input, context, token);
  if (refusal === undefined) refusals.delete(keyOf(name, input));
  else refusals.set(keyOf(name, input), refusal);
  return {
    invocationMessage,
    ...(refusal === undefined ? { confirmationMessages: confirmationOf({ confirmation }, input, known) } : {}),
  };
}

async function preview(
  name: ToolName,
  input: unknown,
  { host, log }: ToolContext,
  token: vscode.CancellationToken,
): Promise<ToolPreview> {
  try {
    return await host.request('toolPreview', { name, input }, token);
  } catch (error) {
    if (isCancelled(error) || token.isCancellationRequested) throw new vscode.CancellationError();
    log.error(`The tool ${name} could not be prepared: ${messageOf(error)}`);
    return { refusal: { text: withoutMemory(messageOf(error)), isError: true } };
  }
}

function toolOf(name: ToolName, context: ToolContext, refusals: Refusals): vscode.LanguageModelTool<ToolInput> {
  return {
    prepareInvocation: ({ input = {} }, token) => prepare(name, input, { context, refusals, token }),
    invoke: async ({ input }, token) => {
      const key = keyOf(name, input ?? {});
      const answer = refusals.get(key) ?? (await callTool(context, name, input, token));
      refusals.delete(key);
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(answer.text)]);
    },
  };
}

export const tools: Feature = {
  name: 'tools for language models',
  activate: (context) => {
    const refusals: Refusals = new Map();
    return TOOL_NAMES.map((name) => vscode.lm.registerTool(name, toolOf(name, context, refusals)));
  },
};
