import { resolve } from 'node:path';

import { Command, Option } from 'commander';

import { MemdirError } from '../../core/errors.js';
import { expandHome } from '../../core/home.js';
import { t } from '../../core/l10n.js';
import type { TrustedFolder } from '../../core/results.js';
import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../cli.js';
import { sanitize } from '../format.js';

interface TrustFlags extends CommonFlags {
  readonly revoke?: boolean;
  /** The same, as `memdir connect` calls it. */
  readonly remove?: boolean;
  readonly list?: boolean;
}

export const trustCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('trust')
      .description(t('trust folders whose settings and links may lead to memory outside them'))
      .argument('[folder]', t('the folder and everything in it (default: the current one)')),
  )
    .option('--revoke', t('stop trusting it, even if a parent folder is trusted'))
    .addOption(new Option('--remove').hideHelp())
    .option('--list', t('show trusted folders without changing anything'))
    .action(async (argument: string | undefined, flags: TrustFlags) => {
      const revoke = flags.revoke === true || flags.remove === true;
      if (flags.list && (revoke || argument !== undefined))
        throw new MemdirError('bad-input', t('--list can’t be combined with a folder or --revoke.'));
      const folder = resolve(cli.cwd, expandHome(argument ?? '.', cli.terminal.home));
      await withMemdir(
        cli,
        flags,
        async ({ trust }) => {
          if (!flags.list) await (revoke ? trust.remove(folder) : trust.add(folder));
          const trusted = await trust.list();
          if (flags.json) cli.out.json(trusted);
          else if (flags.list) printFolders(cli, trusted);
          else
            cli.out.line(
              revoke
                ? t('{folder} is no longer trusted.', { folder: cli.out.shortPath(folder) })
                : t(
                    '{folder} is trusted: its settings apply, and its links are followed for you. Agents never get what links outside a project lead to.',
                    { folder: cli.out.shortPath(folder) },
                  ),
            );
        },
        { isAboutTrust: true, mayBeMissing: true },
      );
    });

const BY = { memdir: 'memdir trust', claude: 'Claude Code', vscode: 'VS Code' } as const;

function printFolders({ out }: Cli, trusted: readonly TrustedFolder[]): void {
  if (trusted.length === 0) return out.line(t('No trusted folders. “memdir trust” trusts the current one.'));
  for (const { path, since, by } of trusted)
    out.line(
      `${out.shortPath(path)}  ${out.paint('dim', sanitize(`${BY[by]}${since === null ? '' : `, ${since.slice(0, 10)}`}`))}`,
    );
}
