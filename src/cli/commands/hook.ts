import { Argument, Command } from 'commander';

import { t } from '../../core/l10n.js';
import { HOOK_EVENTS } from '../../protocol/hooks.js';
import { dataDirOption } from '../cli.js';

/** For the help alone: the entry starts hooks without loading this bundle. */
export const hookCommand = (): Command =>
  new Command('hook')
    .description(
      t(
        'run by Claude Code on its events: JSON on standard input, JSON or nothing on standard output, always exit code 0 (see “memdir connect claude”)',
      ),
    )
    .addArgument(new Argument('<event>', t('the event')).choices(HOOK_EVENTS))
    .addOption(dataDirOption());
