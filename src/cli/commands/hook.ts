import { Argument, Command } from 'commander';

import { HOOK_EVENTS } from '../../protocol/hooks.js';
import { dataDirOption } from '../cli.js';

/** For the help alone: the entry starts hooks without loading this bundle. */
export const hookCommand = (): Command =>
  new Command('hook')
    .description(
      'what Claude Code runs on its events: JSON on standard input, JSON or nothing on standard output, always exit code 0 (see “memdir connect claude”)',
    )
    .addArgument(new Argument('<event>', 'the event').choices(HOOK_EVENTS))
    .addOption(dataDirOption());
