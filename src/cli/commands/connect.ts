import { Argument, Command, Option } from 'commander';

import { CONNECT_AGENTS } from '../../core/connect/agents.js';
import { unifiedDiff } from '../../core/diff.js';
import { MemdirError } from '../../core/errors.js';
import type { AgentState, ConnectAgent, ConnectPlan, ConnectScope, PrintedConnection } from '../../core/results.js';
import { hideSecrets } from '../../core/secrets/secrets.js';
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
      'have an agent use Memdir: its MCP server, and hooks that recall memories; shows the change and asks first',
    ),
  )
    .addArgument(
      new Argument('[agent]', 'the agent; “agents” is the file AGENTS.md, which many of them read').choices([
        ...CONNECT_AGENTS,
      ]),
    )
    .addOption(
      new Option('--scope <scope>', 'all your projects, this folder for you alone, or this project for everyone')
        .choices(['user', 'local', 'project'])
        .default('user'),
    )
    .option('--list', 'show which agents are installed and connected, and change nothing')
    .option('--remove', 'take it out again')
    .option('--print', 'show the change and write nothing')
    .option('--yes', 'do not ask')
    .action(async (agent: ConnectAgent | undefined, { scope, remove, print, yes, list, ...flags }: ConnectFlags) => {
      if ((agent === undefined) !== (list ?? false))
        throw new MemdirError('bad-input', 'Name one agent, or list them with --list.');
      await withMemdir(cli, flags, async ({ connections }) => {
        if (agent === undefined) return showAgents(cli, await connections.list(cli.cwd), flags.json ?? false);
        const plan = await connections.plan({ agent, folder: cli.cwd, scope, ...(remove ? { remove } : {}) });
        const planned: PrintedConnection = {
          status: plan.changes.length === 0 ? 'unchanged' : 'planned',
          files: plan.changes.map(({ path }) => path),
        };
        if (!flags.json) show(cli, plan);
        if (print || plan.changes.length === 0) return flags.json ? cli.out.json(planned) : undefined;
        if (!yes && !(await requireConfirmation(cli, remove ? 'Remove this?' : 'Write this?')))
          return flags.json ? cli.out.json(planned) : cli.out.note('Nothing was written.');
        const { status, files, backup } = await connections.apply(plan);
        if (flags.json)
          return cli.out.json({
            status,
            files,
            ...(backup === undefined ? {} : { backup }),
          } satisfies PrintedConnection);
        cli.out.line(
          `${remove ? 'Removed' : 'Connected'}. ${remove ? '' : 'It counts from the next session of the agent on.'}`.trim(),
        );
        if (backup !== undefined) cli.out.note(`The files as they were are in ${cli.out.shortPath(backup)}.`);
      });
    });

function showAgents({ out }: Cli, agents: readonly AgentState[], json: boolean): void {
  if (json) return out.json(agents);
  const width = Math.max(...agents.map(({ agent }) => agent.length));
  for (const { agent, title, installed, connected } of agents) {
    const state = connected.length > 0 ? `connected (${connected.join(', ')})` : 'not connected';
    const found = installed === false ? 'not found here' : state;
    out.line(`${agent.padEnd(width)}  ${title}: ${connected.length > 0 ? state : found}`);
  }
}

function show({ out }: Cli, { changes, notes, files, remove }: ConnectPlan): void {
  const gone = notes.length > 0 ? 'Nothing was taken out.' : 'Memdir is not in these settings.';
  if (changes.length === 0)
    out.line(remove ? gone : `It is connected already (${files.map((file) => out.shortPath(file)).join(', ')}).`);
  // Secrets are masked: these files also contain settings and keys of the user.
  for (const { path, before, after } of changes)
    out.line(
      sanitizeLines(
        unifiedDiff(out.shortPath(path), before === undefined ? undefined : hideSecrets(before), hideSecrets(after)),
      ),
    );
  for (const note of notes) out.note(sanitize(note));
}

async function requireConfirmation(cli: Cli, question: string): Promise<boolean> {
  if (!isInteractive(cli))
    throw new MemdirError(
      'bad-input',
      'Nobody can be asked here, so nothing was written. Repeat with --yes, or with --print to look first.',
    );
  return await confirm(cli, question);
}
