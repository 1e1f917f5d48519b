/** Tool calls over MCP. This front end asks for consent to write; the work is that of `service/tools`. */
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';

import { messageOf } from '../core/errors.js';
import type { Log } from '../core/ports/log.js';
import { hideSecrets } from '../core/secrets/secrets.js';
import { annotationsOf, inputSchema, outputSchema } from '../protocol/tool-schemas.js';
import { isToolName, TOOL_NAMES, type ToolAnswer, type ToolInput, type ToolName, TOOLS } from '../protocol/tools.js';
import { callTool, failed, previewTool } from '../service/tools/call-tool.js';
import type { McpEngine, ProgressListener } from './engine.js';

/**
 * Clients that give their model the structured content in place of the text (Claude Code, anthropics/claude-code#79944) or beside it (VS
 * Code). It would cost several times the tokens of the text, without the text's fence, so they get text only.
 */
const TEXT_ONLY_CLIENTS = /^(?:claude-code$|Visual Studio Code\b|Code - OSS\b)/;
const takesStructured = (server: Server): boolean => !TEXT_ONLY_CLIENTS.test(server.getClientVersion()?.name ?? '');

export const toolList = (server: Server): Tool[] =>
  TOOL_NAMES.map((name) => {
    const { title, description } = TOOLS[name];
    return {
      name,
      title,
      description,
      inputSchema: inputSchema(name),
      ...(takesStructured(server) ? { outputSchema: outputSchema(name) } : {}),
      annotations: annotationsOf(name),
    };
  });

export interface ToolCallContext {
  readonly server: Server;
  readonly engine: McpEngine;
  /** Whether the user agreed to all writing when starting the server. */
  readonly allowWrite: boolean;
  readonly log: Log;
}

export async function call(
  context: ToolCallContext,
  name: string,
  input: unknown,
  signal: AbortSignal,
  progress: ProgressListener | undefined,
): Promise<CallToolResult> {
  const { engine, log, server } = context;
  try {
    const refusal =
      isToolName(name) && TOOLS[name].writes && !context.allowWrite
        ? await refuse(context, name, input, signal)
        : undefined;
    return resultOf(
      refusal ?? (await engine.use((memdir) => callTool(memdir, name, input, { signal, log }), signal, progress)),
      server,
    );
  } catch (error) {
    if (signal.aborted) throw error;
    log.error(`The tool ${name} could not be called`, error);
    return resultOf(failed(`${messageOf(error)} Go on without memory and tell the user.`), server);
  }
}

const resultOf = ({ text, structured, isError }: ToolAnswer, server: Server): CallToolResult => ({
  content: [{ type: 'text', text }],
  ...(structured === undefined || !takesStructured(server) ? {} : { structuredContent: structured }),
  ...(isError ? { isError } : {}),
});

/** Milliseconds a person has to answer. */
const ANSWER_WITHIN_MS = 600_000;

const HOW_TO =
  'This server was started without --allow-write, so it writes nothing unasked. Tell the user what you wanted to change: they can add --allow-write to the arguments of “memdir mcp”, or run the “memdir” command themselves.';

/** The refusal of a call that may not write: it can only fail, the client cannot ask the user, or the user declines. Undefined: it may. */
async function refuse(
  { server, engine, log }: ToolCallContext,
  name: ToolName,
  input: unknown,
  signal: AbortSignal,
): Promise<ToolAnswer | undefined> {
  const declared = TOOLS[name];
  if (!server.getClientCapabilities()?.elicitation || !('confirmation' in declared)) return failed(HOW_TO);
  const { refusal, ...preview } = await engine.use(
    (memdir) => previewTool(memdir, name, input, { signal, log }),
    signal,
  );
  if (refusal !== undefined) return refusal;
  // Secrets are masked here as they are in what is saved.
  const { title, message } = declared.confirmation(input as ToolInput, preview);
  try {
    const { action } = await server.elicitInput(
      { message: hideSecrets(`${title}\n\n${message}`.trim()), requestedSchema: { type: 'object', properties: {} } },
      { signal, timeout: ANSWER_WITHIN_MS },
    );
    return action === 'accept'
      ? undefined
      : failed('The user did not agree. Nothing was changed. Do not try it again unless they ask for it.');
  } catch (error) {
    if (signal.aborted) throw error;
    log.warn(`The user could not be asked: ${messageOf(error)}`);
    return failed(HOW_TO);
  }
}
