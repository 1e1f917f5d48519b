import { Argument, Command, Option } from 'commander';

import { CONNECT_AGENTS } from '../../core/connect/agents.js';
import { unifiedDiff } from '../../core/diff.js';
import { MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { AgentState, ConnectAgent, ConnectPlan, ConnectScope, PrintedConnection } from '../../core/results.js';
import { maskForDisplay } from '../../core/secrets/secrets.js';
import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../cli.js';
import { confirm, isInteractive } from '../confirm.js';
import { sanitize, sanitizeLines } from '../format.js';

interface ConnectFlags extends CommonFlags {
  readonly scope: ConnectScope;
  readonly remove?: boolean;
  readonly print?: boolean;
  readonly yes?: boolean;
  readonly list?: boolean;
}

export const connectCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('connect').description(
      t('connect an agent to Memdir (MCP server, and hooks that recall memories); shows the changes and asks first'),
    ),
  )
    .addArgument(
      new Argument('[agent]', t('the agent; “agents” is the file AGENTS.md, which many of them read')).choices([
        ...CONNECT_AGENTS,
      ]),
    )
    .addOption(
      new Option('--scope <scope>', t('all your projects, only you in this folder, or everyone in this project'))
        .choices(['user', 'local', 'project'])
        .default('user'),
    )
    .option('--list', t('show which agents are installed and connected, without changing anything'))
    .option('--remove', t('remove the connection'))
    .option('--print', t('show the changes without writing them'))
    .option('--yes', t('don’t ask for confirmation'))
    .action(async (agent: ConnectAgent | undefined, { scope, remove, print, yes, list, ...flags }: ConnectFlags) => {
      if ((agent === undefined) !== (list ?? false))
        throw new MemdirError('bad-input', t('Specify an agent, or use --list to see them.'));
      await withMemdir(cli, flags, async ({ connections }) => {
        if (agent === undefined) return showAgents(cli, await connections.list(cli.cwd), flags.json ?? false);
        const plan = await connections.plan({ agent, folder: cli.cwd, scope, ...(remove ? { remove } : {}) });
        const planned: PrintedConnection = {
          status: plan.changes.length === 0 ? 'unchanged' : 'planned',
          files: plan.changes.map(({ path }) => path),
        };
        if (!flags.json) show(cli, plan);
        if (print || plan.changes.length === 0) return flags.json ? cli.out.json(planned) : undefined;
        if (!yes && !(await requireConfirmation(cli, remove ? t('Remove this?') : t('Write these changes?'))))
          return flags.json ? cli.out.json(planned) : cli.out.note(t('Nothing was written.'));
        const { status, files, backup } = await connections.apply(plan);
        if (flags.json)
          return cli.out.json({
            status,
            files,
            ...(backup === undefined ? {} : { backup }),
          } satisfies PrintedConnection);
        cli.out.line(remove ? t('Removed.') : t('Connected. It takes effect in the agent’s next session.'));
        if (backup !== undefined)
          cli.out.note(t('The previous files are kept in {folder}.', { folder: cli.out.shortPath(backup) }));
      });
    });

function showAgents({ out }: Cli, agents: readonly AgentState[], json: boolean): void {
  if (json) return out.json(agents);
  const width = Math.max(...agents.map(({ agent }) => agent.length));
  for (const { agent, title, installed, connected } of agents) {
    const state =
      connected.length > 0 ? t('connected ({scopes})', { scopes: connected.join(', ') }) : t('not connected');
    const found = installed === false ? t('not found') : state;
    out.line(`${agent.padEnd(width)}  ${title}: ${connected.length > 0 ? state : found}`);
  }
}

function show({ out }: Cli, { changes, notes, files, remove }: ConnectPlan): void {
  const gone = notes.length > 0 ? t('Nothing was removed.') : t('Memdir isn’t in these settings.');
  if (changes.length === 0)
    out.line(
      remove ? gone : t('Already connected ({files}).', { files: files.map((file) => out.shortPath(file)).join(', ') }),
    );
  // Secrets are masked: these files also contain settings and keys of the user.
  for (const { path, before, after } of changes)
    out.line(
      sanitizeLines(
        unifiedDiff(
          out.shortPath(path),
          before === undefined ? undefined : maskForDisplay(before),
          maskForDisplay(after),
        ),
      ),
    );
  for (const note of notes) out.note(sanitize(note));
}

async function requireConfirmation(cli: Cli, question: string): Promise<boolean> {
  if (!isInteractive(cli))
    throw new MemdirError(
      'bad-input',
      t(
        'Nothing was written: confirmation needs a terminal. Repeat with --yes, or with --print to see the changes first.',
      ),
    );
  return await confirm(cli, question);
}
