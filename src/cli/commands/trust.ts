import { resolve } from 'node:path';

import { Command, Option } from 'commander';

import { MemdirError } from '../../core/errors.js';
import { expandHome } from '../../core/home.js';
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
      .description('folders whose own settings and links may lead to memory outside of them')
      .argument('[folder]', 'the folder, with all that lies in it (default: this one)'),
  )
    .option('--revoke', 'do not trust it any more, whatever is said of the folders around it')
    .addOption(new Option('--remove').hideHelp())
    .option('--list', 'show what is trusted, and change nothing')
    .action(async (argument: string | undefined, flags: TrustFlags) => {
      const revoke = flags.revoke === true || flags.remove === true;
      if (flags.list && (revoke || argument !== undefined))
        throw new MemdirError('bad-input', '--list goes with no folder and no --revoke.');
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
                ? `${cli.out.shortPath(folder)} is not trusted any more.`
                : `${cli.out.shortPath(folder)} is trusted: its settings count, and its links are followed for you. Agents are never given what lies behind links out of a project.`,
            );
        },
        { isAboutTrust: true, mayBeMissing: true },
      );
    });

const BY = { memdir: 'memdir trust', claude: 'Claude Code', vscode: 'VS Code' } as const;

function printFolders({ out }: Cli, trusted: readonly TrustedFolder[]): void {
  if (trusted.length === 0) return out.line('No folder is trusted. “memdir trust” trusts this one.');
  for (const { path, since, by } of trusted)
    out.line(
      `${out.shortPath(path)}  ${out.paint('dim', sanitize(`${BY[by]}${since === null ? '' : `, ${since.slice(0, 10)}`}`))}`,
    );
}
