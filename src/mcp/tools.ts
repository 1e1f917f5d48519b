/** The tools over the protocol: who may write is asked here, everything else is the same at every door. */
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';

import { messageOf } from '../core/errors.js';
import type { Log } from '../core/ports/log.js';
import { hideSecrets } from '../core/secrets/secrets.js';
import { annotationsOf, inputSchema, outputSchema } from '../protocol/tool-schemas.js';
import { isToolName, TOOL_NAMES, type ToolAnswer, type ToolInput, type ToolName, TOOLS } from '../protocol/tools.js';
import { callTool, failed, previewTool } from '../service/tools.js';
import type { Engine, ProgressListener } from './engine.js';

/**
 * Clients that hand their model the data in place of the text (Claude Code, anthropics/claude-code#79944) or beside it (VS Code): there
 * the data would cost several times what the text does, and come without its fence. They get the text alone.
 */
const TEXT_ALONE = /^(?:claude-code$|Visual Studio Code\b|Code - OSS\b)/;
const takesData = (server: Server): boolean => !TEXT_ALONE.test(server.getClientVersion()?.name ?? '');

export const toolList = (server: Server): Tool[] =>
  TOOL_NAMES.map((name) => {
    const { title, description } = TOOLS[name];
    return {
      name,
      title,
      description,
      inputSchema: inputSchema(name),
      ...(takesData(server) ? { outputSchema: outputSchema(name) } : {}),
      annotations: annotationsOf(name),
    };
  });

export interface ToolCalls {
  readonly server: Server;
  readonly engine: Engine;
  /** Whether the user agreed to all writing when starting the server. */
  readonly allowWrite: boolean;
  readonly log: Log;
}

export async function call(
  parts: ToolCalls,
  name: string,
  input: unknown,
  signal: AbortSignal,
  progress: ProgressListener | undefined,
): Promise<CallToolResult> {
  const { engine, log, server } = parts;
  try {
    const refusal =
      isToolName(name) && TOOLS[name].writes && !parts.allowWrite
        ? await refused(parts, name, input, signal)
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
  ...(structured === undefined || !takesData(server) ? {} : { structuredContent: structured }),
  ...(isError ? { isError } : {}),
});

/** Milliseconds a person has to answer. */
const ANSWER_WITHIN_MS = 600_000;

const HOW_TO =
  'This server was started without --allow-write, so it writes nothing unasked. Tell the user what you wanted to change: they can add --allow-write to the arguments of “memdir mcp”, or run the “memdir” command themselves.';

/** Why one call may not write: it can only fail, nobody can be asked, or the user does not agree. Undefined: it may. */
async function refused(
  { server, engine, log }: ToolCalls,
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
  // What is saved is masked too.
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
