import { Command } from 'commander';

import { t } from '../../../core/l10n.js';
import type { Cli } from '../../cli.js';
import { exchangeCommands } from './exchange.js';
import { initCommand } from './init.js';
import { memberCommand } from './member.js';
import { repositoryCommand } from './repository.js';
import { shareCommands } from './share.js';
import { syncCommands } from './sync.js';

/** `memdir team` and its subcommands, in the order of the help. */
export function teamCommand(cli: Cli): Command {
  const command = new Command('team').description(t('share memories with a team through its PostgreSQL database'));
  for (const subcommand of [
    ...syncCommands(cli),
    ...shareCommands(cli),
    ...exchangeCommands(cli),
    initCommand(cli),
    memberCommand(cli),
    repositoryCommand(cli),
  ])
    command.addCommand(subcommand);
  return command;
}
