/** The Model Context Protocol over Memdir. Nothing is opened, read or started before something is asked for. */
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
  CallToolRequestSchema,
  CompleteRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
  RootsListChangedNotificationSchema,
  type ServerNotification,
  type ServerRequest,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';

import { messageOf } from '../core/errors.js';
import type { Log } from '../core/ports/log.js';
import { hideSecrets } from '../core/secrets/secrets.js';
import { truncate } from '../core/text.js';
import type { Memdir } from '../service/memdir.js';
import { changesBetween, NOTHING_SEEN, seenOf } from './changes.js';
import { Engine, type OpenForFolders, type ProgressListener } from './engine.js';
import { clientFolders } from './folders.js';
import { instructions } from './instructions.js';
import { clientLog } from './log.js';
import { complete, getPrompt, PROMPTS } from './prompts.js';
import { isThere, listResources, notFound, readResource } from './resources.js';
import { call, toolList } from './tools.js';
import { idOf, URI_TEMPLATE, uriOf } from './uri.js';

export interface McpOptions {
  readonly version: string;
  readonly open: OpenForFolders;
  /** Absolute; used when the client does not say where it works. */
  readonly folder: string;
  /** Whether where the client works decides which memories it gets; false when the stores were named. */
  readonly followClient: boolean;
  readonly allowWrite: boolean;
  /** The memory section of a system prompt, part of the server's instructions; empty for none. */
  readonly promptSection: string;
  /** Log lines that no client takes. */
  readonly stderr: (line: string) => void;
}

export interface McpServer {
  readonly server: Server;
  /** Ends Memdir; the transport is the caller's. */
  readonly close: () => Promise<void>;
}

/** UTF-16 units of a line on standard error. */
const LONGEST_LINE = 500;

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

/** The SDK's validator of what a client fills in takes longer to make than `initialize` to answer, and nobody may ever ask for it. */
function whenNeeded(): jsonSchemaValidator {
  let validator: AjvJsonSchemaValidator | undefined;
  return { getValidator: (schema) => (validator ??= new AjvJsonSchemaValidator()).getValidator(schema) };
}

export function createMcpServer(options: McpOptions): McpServer {
  const server = new Server(
    { name: 'memdir', title: 'Memdir', version: options.version },
    {
      capabilities: {
        tools: {},
        resources: { subscribe: true, listChanged: true },
        prompts: {},
        completions: {},
        logging: {},
      },
      instructions: instructions(options.allowWrite, options.promptSection),
      jsonSchemaValidator: whenNeeded(),
    },
  );
  const log = clientLog(server, options.stderr);
  // Some of them quote the message they are about.
  server.onerror = (error) => options.stderr(truncate(hideSecrets(error.message), LONGEST_LINE));
  const changes = new Changes(server, log);
  const engine = new Engine({
    open: options.open,
    folders: async () => {
      const named = options.followClient ? await clientFolders(server, log) : [];
      return named.length > 0 ? named : [options.folder];
    },
    changed: (memdir) => changes.look(memdir),
    log,
  });
  register({ server, engine, changes, log, allowWrite: options.allowWrite });
  if (options.followClient)
    server.setNotificationHandler(RootsListChangedNotificationSchema, () => engine.foldersChanged());
  return { server, close: () => engine.close() };
}

interface Parts {
  readonly server: Server;
  readonly engine: Engine;
  readonly changes: Changes;
  readonly log: Log;
  readonly allowWrite: boolean;
}

function register(parts: Parts): void {
  const { server, engine, changes } = parts;
  const use = <T>({ signal }: Extra, work: (memdir: Memdir) => Promise<T>): Promise<T> =>
    asProtocol(engine.use(work, signal));
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: toolList(server) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) =>
    call(parts, params.name, params.arguments, extra.signal, progressOf(extra)),
  );
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }, extra) =>
    use(extra, (memdir) => listResources(memdir, params?.cursor, extra.signal)),
  );
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [
      {
        uriTemplate: URI_TEMPLATE,
        name: 'memory',
        title: 'Memory',
        description: 'A memory or MEMORY.md by the key of its store and its path in it.',
        mimeType: 'text/markdown',
      },
    ],
  }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params }, extra) =>
    use(extra, (memdir) => readResource(memdir, params.uri, extra.signal)),
  );
  server.setRequestHandler(SubscribeRequestSchema, ({ params }, extra) =>
    use(extra, async (memdir) => {
      const id = idOf(params.uri);
      if (id === undefined || !(await isThere(memdir, id, extra.signal))) throw notFound(params.uri);
      changes.subscribed.set(id, params.uri);
      return {};
    }),
  );
  server.setRequestHandler(UnsubscribeRequestSchema, ({ params }) => {
    changes.subscribed.delete(idOf(params.uri) ?? '');
    return {};
  });
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [...PROMPTS] }));
  server.setRequestHandler(GetPromptRequestSchema, ({ params }, extra) =>
    use(extra, (memdir) => getPrompt(params.name, params.arguments ?? {}, { memdir, signal: extra.signal })),
  );
  server.setRequestHandler(CompleteRequestSchema, ({ params }, extra) =>
    use(extra, (memdir) => complete(params, { memdir, signal: extra.signal })),
  );
}

/** Errors as the protocol knows them. */
async function asProtocol<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof McpError ? error : new McpError(ErrorCode.InternalError, messageOf(error));
  }
}

/** Milliseconds between two notes of progress. */
const PROGRESS_EVERY_MS = 100;

/** Passes progress on to a client that asked for it. Undefined for one that did not. */
function progressOf({ _meta, sendNotification, signal }: Extra): ProgressListener | undefined {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let [lastMs, highest] = [0, 0];
  return ({ phase, done, total }) => {
    if (signal.aborted || done <= highest || (done < total && Date.now() - lastMs < PROGRESS_EVERY_MS)) return;
    [lastMs, highest] = [Date.now(), done];
    const message = `${phase === 'reading' ? 'Reading memories' : 'Preparing search by meaning'}: ${done} of ${total}`;
    // A client that takes no notes gets its answer all the same.
    sendNotification({
      method: 'notifications/progress',
      params: { progressToken, progress: done, total, message },
    }).catch(() => undefined);
  };
}

/** Compares what resources look like with what they looked like before, one comparison at a time. */
class Changes {
  /** Addresses the client watches, by id. */
  readonly subscribed = new Map<string, string>();
  #seen = NOTHING_SEEN;
  /** The engine whose resources `#seen` are of. */
  #of: Memdir | undefined;
  #work: Promise<void> = Promise.resolve();

  constructor(
    private readonly server: Server,
    private readonly log: Log,
  ) {}

  look(memdir: Memdir): void {
    this.#work = this.#work
      .then(() => this.#compare(memdir))
      .catch((error: unknown) => {
        // Once the client has gone the engine closes too, and there is nobody to be told.
        if (this.server.transport) this.log.warn(`Changes could not be announced: ${messageOf(error)}`);
      });
  }

  async #compare(memdir: Memdir): Promise<void> {
    const after = seenOf(await memdir.contents());
    const first = this.#of === undefined;
    const { changed, list } = changesBetween(this.#seen, after);
    this.#seen = after;
    this.#of = memdir;
    if (first) return;
    if (list) await this.server.sendResourceListChanged();
    for (const id of changed) {
      const uri = this.subscribed.get(id);
      if (uri !== undefined) await this.server.sendResourceUpdated({ uri: uri || uriOf(id) });
    }
  }
}
