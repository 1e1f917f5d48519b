import { Command } from 'commander';
import { serveStdio } from '../../mcp/serve.js';
import { addFlagsOfServers, scopeOf, type Cli, type CommonFlags } from '../cli.js';

interface McpFlags extends CommonFlags {
  readonly allowWrite?: boolean;
}

export const mcpCommand = (cli: Cli): Command =>
  addFlagsOfServers(new Command('mcp').description('serve memories to an agent: a Model Context Protocol server on standard input and output'))
    .option('--allow-write', 'let the agent remember, update and forget unasked (default: it asks where its client can ask, else it may only read)')
    .action(async (flags: McpFlags) => {
      const scope = scopeOf(flags, cli.cwd);
      await serveStdio(
        {
          version: cli.version,
          folder: cli.cwd,
          followClient: flags.dir.length === 0 && !flags.all,
          allowWrite: flags.allowWrite ?? false,
          open: (folders) => cli.open({ scope: { ...scope, folders }, follow: true, ...(flags.dataDir === undefined ? {} : { dataDir: flags.dataDir }) }),
        },
        cli.signal,
      );
    });
