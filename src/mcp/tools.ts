/** Tool calls over MCP. This front end asks for consent to write; the work is that of `service/tools`. */
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';

import { messageOf } from '../core/errors.js';
import { inLanguage } from '../core/l10n.js';
import { annotationsOf, inputSchema, outputSchema } from '../protocol/tool-schemas.js';
import { isToolName, TOOL_NAMES, type ToolAnswer, TOOLS } from '../protocol/tools.js';
import { callTool, failed } from '../service/tools/call-tool.js';
import { type ConsentContext, refusalOf } from './consent.js';
import type { ProgressListener } from './engine.js';

/** Titles are for people, in their language. */
export const toolList = ({ structured, language }: Pick<ToolCallContext, 'structured' | 'language'>): Tool[] =>
  TOOL_NAMES.map((name) => {
    const { title, description } = TOOLS[name];
    return {
      name,
      title: inLanguage(language, title),
      description,
      inputSchema: inputSchema(name),
      ...(structured ? { outputSchema: outputSchema(name) } : {}),
      annotations: inLanguage(language, () => annotationsOf(name)),
    };
  });

export interface ToolCallContext extends ConsentContext {
  /** Whether the user agreed to all writing when starting the server. */
  readonly allowWrite: boolean;
  /**
   * Whether results come as data too. Clients give their model the data in place of the text, or beside it: that costs several times the
   * tokens of the text, and in place of it the fence around memories is lost.
   */
  readonly structured: boolean;
}

export async function call(
  context: ToolCallContext,
  name: string,
  input: unknown,
  signal: AbortSignal,
  progress: ProgressListener | undefined,
): Promise<CallToolResult> {
  const { engine, log, structured } = context;
  try {
    const refusal =
      isToolName(name) && TOOLS[name].writes && !context.allowWrite
        ? await refusalOf(context, name, input, signal)
        : undefined;
    return resultOf(
      refusal ?? (await engine.use((memdir) => callTool(memdir, name, input, { signal, log }), signal, progress)),
      structured,
    );
  } catch (error) {
    if (signal.aborted) throw error;
    log.error(`The tool ${name} could not be called`, error);
    return resultOf(failed(`${messageOf(error)} Go on without memory and tell the user.`), structured);
  }
}

const resultOf = ({ text, structured, isError }: ToolAnswer, withData: boolean): CallToolResult => ({
  content: [{ type: 'text', text }],
  ...(structured === undefined || !withData ? {} : { structuredContent: structured }),
  ...(isError ? { isError } : {}),
});
