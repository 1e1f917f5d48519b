import { resolve } from 'node:path';

import { Command } from 'commander';

import { MemdirError } from '../../core/errors.js';
import { expandHome } from '../../core/home.js';
import { t } from '../../core/l10n.js';
import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../cli.js';

interface ConsentFlags extends CommonFlags {
  readonly revoke?: boolean;
  readonly list?: boolean;
}

export const consentCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('consent')
      .description(t('projects in which agents save memories through “memdir mcp” without asking each time'))
      .argument('[folder]', t('project folder (default: the current one)')),
  )
    .option('--revoke', t('make agents ask again'))
    .option('--list', t('show the projects without changing anything'))
    .action(async (argument: string | undefined, { revoke = false, list = false, ...flags }: ConsentFlags) => {
      if (list && (revoke || argument !== undefined))
        throw new MemdirError('bad-input', t('--list can’t be combined with a folder or --revoke.'));
      const folder = resolve(cli.cwd, expandHome(argument ?? '.', cli.terminal.home));
      await withMemdir(
        cli,
        flags,
        async ({ writeConsent }) => {
          if (!list) await (revoke ? writeConsent.revoke(folder) : writeConsent.give(folder));
          const projects = await writeConsent.list();
          if (flags.json) return cli.out.json(projects);
          if (!list)
            return cli.out.line(
              revoke
                ? t('Agents ask again before they write in {folder}.', { folder: cli.out.shortPath(folder) })
                : t('Agents write in {folder} without asking. “memdir consent --revoke” undoes this.', {
                    folder: cli.out.shortPath(folder),
                  }),
            );
          if (projects.length === 0) return cli.out.line(t('Agents ask before they write, in every project.'));
          for (const { path, since } of projects)
            cli.out.line(`${cli.out.shortPath(path)}  ${cli.out.paint('dim', since.slice(0, 10))}`);
        },
        { isAboutTrust: true, mayBeMissing: true },
      );
    });
