import { Command } from 'commander';

import { t } from '../../core/l10n.js';
import { renderLoaded } from '../../core/loaded/render.js';
import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../cli.js';
import { sanitizeLines } from '../format.js';

export const loadedCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('loaded').description(
      t('what Claude Code loads at the start of a session in this folder: CLAUDE.md files, rules and MEMORY.md'),
    ),
  ).action(async (flags: CommonFlags) => {
    await withMemdir(cli, flags, async (memdir) => {
      const report = await memdir.loaded({ folder: cli.cwd });
      if (flags.json) cli.out.json(report);
      else cli.out.line(sanitizeLines(renderLoaded(report, (path) => cli.out.shortPath(path)).text).trimEnd());
    });
  });
