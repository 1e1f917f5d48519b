import { Command } from 'commander';

import { t } from '../../../core/l10n.js';
import { addCommonFlags, type Cli } from '../../cli.js';
import { shareCommands } from './share.js';
import { syncCommands } from './sync.js';

/** `memdir team` and its subcommands, in the order of the help. */
export function teamCommand(cli: Cli): Command {
  const command = addCommonFlags(
    new Command('team').description(
      t(
        'memory shared with a team: sync its folder with the team’s database (MEMDIR_TEAM_URL, or the setting team.url), and share memories',
      ),
    ),
  );
  for (const subcommand of [...syncCommands(cli), ...shareCommands(cli)]) command.addCommand(subcommand);
  return command;
}
