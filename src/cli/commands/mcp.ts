import type { Duplex } from 'node:stream';

import { Command } from 'commander';

import { t } from '../../core/l10n.js';
import type { RootScope } from '../../core/ports/roots.js';
import type { SessionRequest } from '../../mcp/session.js';
import { languageOf } from '../../node/language.js';
import { addFlagsOfServers, type Cli, type CommonFlags, dataDirOf, scopeOf } from '../cli.js';
import { sayWithheld } from '../trust.js';

interface McpFlags extends CommonFlags {
  readonly allowWrite?: boolean;
  readonly structured?: boolean;
}

/** The indexes of the memory, from files alone; empty where there is no memory. `most`: UTF-16 units. */
export type MemorySection = (request: {
  readonly scope: RootScope;
  readonly dataDir?: string;
  readonly env: NodeJS.ProcessEnv;
  readonly home?: string;
  readonly most: number;
}) => Promise<{ readonly off?: string; readonly text: string }>;

/** Opens a session of the background process; undefined where there is none to be had. */
export type OpenSession = (request: {
  readonly session: Omit<SessionRequest, 'variables'>;
  readonly dataDir?: string;
  readonly env: NodeJS.ProcessEnv;
}) => Promise<Duplex | undefined>;

export interface McpParts {
  /** Absent: the instructions of the server say nothing about the memories. */
  readonly section?: MemorySection;
  /** Absent: the process serves by itself. */
  readonly openSession?: OpenSession;
}

export const mcpCommand = (cli: Cli, { section, openSession }: McpParts = {}): Command =>
  addFlagsOfServers(
    new Command('mcp').description(
      t('serve memories to an agent: a Model Context Protocol server on standard input and output'),
    ),
  )
    .option(
      '--allow-write',
      t(
        'let the agent save, update and forget without asking (default: it asks if its client can, otherwise it only reads)',
      ),
    )
    .option('--structured', t('also return results as data, for programs (for agents, the text is enough)'))
    .action(async (flags: McpFlags) => {
      const { env } = cli.terminal;
      const scope = scopeOf(flags, cli.terminal);
      const place = dataDirOf(flags, cli.terminal);
      const named = {
        folder: cli.cwd,
        followClient: flags.dir.length === 0 && !flags.all,
        allowWrite: flags.allowWrite ?? false,
        structured: flags.structured ?? false,
      };
      if (openSession) {
        const language = languageOf(env);
        const session = {
          ...named,
          scope: sessionScope(scope),
          quiet: flags.quiet ?? false,
          ...(language === undefined ? {} : { language }),
        };
        const { serveThrough } = await import('../../mcp/serve-through.js');
        if (await serveThrough(() => openSession({ session, ...place, env }), cli.signal)) return;
      }
      // The protocol's package takes a good part of the start, which no other command needs.
      const { serveStdio } = await import('../../mcp/serve.js');
      await serveStdio(
        {
          version: cli.version,
          ...named,
          open: async (folders, tell) => {
            const opened = await cli.open({
              scope: { ...scope, folders },
              tell,
              follow: true,
              forAgents: true,
              ...place,
            });
            if (!flags.quiet) sayWithheld(cli, await opened.memdir.trust.withheld());
            return opened;
          },
          // With --all no store belongs to the client.
          ...(section && !flags.all && { section: (most) => section({ scope, ...place, env, most }) }),
        },
        cli.signal,
      );
    });

/** What JSON knows of a scope; commands trust no folder by themselves. */
const sessionScope = ({ folders, directories = [], all = false, trusted }: RootScope): SessionRequest['scope'] => ({
  folders: [...folders],
  directories: [...directories],
  all,
  ...(trusted === false ? { trusted } : {}),
});
