/** The Model Context Protocol over Memdir. Nothing is opened, read or started before the client has initialized. */
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
import { inLanguage, type LanguageBundle, t } from '../core/l10n.js';
import type { Memdir } from '../core/memdir.js';
import { maskForDisplay } from '../core/secrets/secrets.js';
import { truncate } from '../core/text.js';
import { McpEngine, type OpenForFolders, type ProgressListener } from './engine.js';
import { clientFolders } from './folders.js';
import { clientLog } from './log.js';
import { complete, getPrompt, prompts } from './prompts.js';
import { ResourceChanges } from './resource-changes.js';
import { isThere, listResources, notFound, readResource } from './resources.js';
import { call, type ToolCallContext, toolList } from './tools.js';
import { idOf, URI_TEMPLATE } from './uri.js';

export interface McpOptions {
  readonly version: string;
  readonly open: OpenForFolders;
  /** Absolute; used when the client does not say where it works. */
  readonly folder: string;
  /** Whether where the client works decides which memories it gets; false when the stores were named. */
  readonly followClient: boolean;
  readonly allowWrite: boolean;
  /** Whether results come as data too. */
  readonly structured: boolean;
  /** Language of the person behind the client; absent: that of this process. */
  readonly language?: LanguageBundle | undefined;
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

/** A validator of elicited content that is created at the first use: creating it takes longer than answering `initialize`. */
function lazyValidator(): jsonSchemaValidator {
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
      jsonSchemaValidator: lazyValidator(),
    },
  );
  const log = clientLog(server, options.stderr);
  // Some errors quote the message that caused them.
  server.onerror = (error) => options.stderr(truncate(maskForDisplay(error.message), LONGEST_LINE));
  const changes = new ResourceChanges(server, log);
  const findFolders = async (): Promise<readonly string[]> => {
    const named = options.followClient ? await clientFolders(server, log) : [];
    return named.length > 0 ? named : [options.folder];
  };
  let named: Promise<readonly string[]> | undefined;
  const folders = (): Promise<readonly string[]> => (named ??= findFolders());
  const engine = new McpEngine({ open: options.open, folders, changed: (memdir) => changes.compare(memdir), log });
  const { allowWrite, structured, language } = options;
  register({ server, engine, folders, changes, log, allowWrite, structured, language });
  // The first question of a conversation then meets an index that is up to date and a model that runs.
  server.oninitialized = () => {
    engine
      .use((memdir) => memdir.search(FIRST_SEARCH))
      .catch((error: unknown) => {
        if (server.transport) log.info(`The first question will have to wait: ${messageOf(error)}`);
      });
  };
  if (options.followClient)
    server.setNotificationHandler(RootsListChangedNotificationSchema, () => {
      named = undefined;
      engine.foldersChanged();
    });
  return { server, close: () => engine.close() };
}

/** Starts what a search needs. */
const FIRST_SEARCH = { query: 'memory', limit: 1, idsOnly: true } as const;

interface HandlerContext extends ToolCallContext {
  readonly changes: ResourceChanges;
}

function register(context: HandlerContext): void {
  const { server, engine, changes, language } = context;
  const use = <T>({ signal }: Extra, work: (memdir: Memdir) => Promise<T>): Promise<T> =>
    asProtocol(engine.use(work, signal));
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: toolList(context) }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) =>
    call(context, params.name, params.arguments, extra.signal, progressOf(extra, language)),
  );
  server.setRequestHandler(ListResourcesRequestSchema, ({ params }, extra) =>
    use(extra, (memdir) => listResources(memdir, params?.cursor, { language, signal: extra.signal })),
  );
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: [
      {
        uriTemplate: URI_TEMPLATE,
        name: 'memory',
        title: inLanguage(language, () => t('Memory')),
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
  server.setRequestHandler(ListPromptsRequestSchema, () => ({
    prompts: inLanguage(language, () => [...prompts()]),
  }));
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

/** Milliseconds between two progress notifications. */
const PROGRESS_EVERY_MS = 100;

/** Passes progress on to a client that asked for it. Undefined for one that did not. */
function progressOf(
  { _meta, sendNotification, signal }: Extra,
  language: LanguageBundle | undefined,
): ProgressListener | undefined {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return undefined;
  let [lastMs, highest] = [0, 0];
  return ({ phase, done, total }) => {
    if (signal.aborted || done <= highest || (done < total && Date.now() - lastMs < PROGRESS_EVERY_MS)) return;
    [lastMs, highest] = [Date.now(), done];
    const message = inLanguage(language, () =>
      phase === 'reading'
        ? t('Reading memories: {done} of {total}', { done, total })
        : t('Preparing semantic search: {done} of {total}', { done, total }),
    );
    // A client that cannot be notified gets its answer nevertheless.
    sendNotification({
      method: 'notifications/progress',
      params: { progressToken, progress: done, total, message },
    }).catch(() => undefined);
  };
}
