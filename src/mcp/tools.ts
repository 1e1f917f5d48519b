/** The tools over the protocol: who may write is asked here, everything else is the same at every door. */
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js';
import { messageOf } from '../core/errors.js';
import type { Log } from '../core/ports.js';
import { hideSecrets } from '../core/secrets.js';
import { annotationsOf, inputSchema, outputSchema } from '../protocol/tool-schemas.js';
import { isToolName, TOOL_NAMES, TOOLS, type ToolAnswer, type ToolInput, type ToolName } from '../protocol/tools.js';
import { callTool, failed } from '../service/tools.js';
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
    return { name, title, description, inputSchema: inputSchema(name), ...(takesData(server) ? { outputSchema: outputSchema(name) } : {}), annotations: annotationsOf(name) };
  });

export interface ToolCalls {
  readonly server: Server;
  readonly engine: Engine;
  /** Whether the user agreed to all writing when starting the server. */
  readonly allowWrite: boolean;
  readonly log: Log;
}

export async function call(parts: ToolCalls, name: string, input: unknown, signal: AbortSignal, progress: ProgressListener | undefined): Promise<CallToolResult> {
  const { engine, log } = parts;
  const refusal = isToolName(name) && TOOLS[name].writes && !parts.allowWrite ? await ask(parts, name, input, signal) : undefined;
  if (refusal !== undefined) return resultOf(failed(refusal), parts.server);
  try {
    return resultOf(await engine.use((memdir) => callTool(memdir, name, input, { signal, log }), signal, progress), parts.server);
  } catch (error) {
    if (signal.aborted) throw error;
    log.error(`The tool ${name} could not be called`, error);
    return resultOf(failed(`${messageOf(error)} Go on without memory and tell the user.`), parts.server);
  }
}

const resultOf = ({ text, structured, isError }: ToolAnswer, server: Server): CallToolResult => ({
  content: [{ type: 'text', text }],
  ...(structured === undefined || !takesData(server) ? {} : { structuredContent: structured }),
  ...(isError ? { isError } : {}),
});

/** Milliseconds a person has to answer. */
const ANSWER_WITHIN_MS = 600_000;

/** Asks the user whether one call may write, where the client can ask. Answers why not, for the model. */
async function ask({ server, log }: ToolCalls, name: ToolName, input: unknown, signal: AbortSignal): Promise<string | undefined> {
  const declared = TOOLS[name];
  const howTo = 'This server was started without --allow-write, so it writes nothing unasked. Tell the user what you wanted to change: they can add --allow-write to the arguments of “memdir mcp”, or run the “memdir” command themselves.';
  if (!server.getClientCapabilities()?.elicitation || !('confirmation' in declared)) return howTo;
  // What is saved is masked too.
  const { title, message } = declared.confirmation((typeof input === 'object' && input !== null ? input : {}) as ToolInput);
  try {
    const { action } = await server.elicitInput({ message: hideSecrets(`${title}\n\n${message}`), requestedSchema: { type: 'object', properties: {} } }, { signal, timeout: ANSWER_WITHIN_MS });
    return action === 'accept' ? undefined : 'The user did not agree. Nothing was changed. Do not try it again unless they ask for it.';
  } catch (error) {
    if (signal.aborted) throw error;
    log.warn(`The user could not be asked: ${messageOf(error)}`);
    return howTo;
  }
}
