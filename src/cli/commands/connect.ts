import { Argument, Command, Option } from 'commander';

import { unifiedDiff } from '../../core/diff.js';
import { MemdirError } from '../../core/errors.js';
import type { ConnectAgent, ConnectPlan, ConnectScope, PrintedConnection } from '../../core/results.js';
import { hideSecrets } from '../../core/secrets/secrets.js';
import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../cli.js';
import { confirm, isInteractive } from '../confirm.js';
import { sanitize, sanitizeLines } from '../format.js';

interface ConnectFlags extends CommonFlags {
  readonly scope: ConnectScope;
  readonly remove?: boolean;
  readonly print?: boolean;
  readonly yes?: boolean;
}

export const connectCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('connect').description(
      'have an agent use Memdir: hooks that recall memories, and the MCP server; shows the change and asks first',
    ),
  )
    .addArgument(
      new Argument(
        '<agent>',
        'Claude Code; or a file of instructions: .github/copilot-instructions.md, AGENTS.md',
      ).choices(['claude', 'copilot', 'agents']),
    )
    .addOption(
      new Option('--scope <scope>', 'all your projects, this folder for you alone, or this project for everyone')
        .choices(['user', 'local', 'project'])
        .default('user'),
    )
    .option('--remove', 'take it out again')
    .option('--print', 'show the change and write nothing')
    .option('--yes', 'do not ask')
    .action(async (agent: ConnectAgent, { scope, remove, print, yes, ...flags }: ConnectFlags) => {
      await withMemdir(cli, flags, async ({ connections }) => {
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
