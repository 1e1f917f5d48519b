import { resolve } from 'node:path';

import { Command } from 'commander';

import { MemdirError } from '../../core/errors.js';
import { expandHome } from '../../core/home.js';
import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../cli.js';

interface ConsentFlags extends CommonFlags {
  readonly revoke?: boolean;
  readonly list?: boolean;
}

export const consentCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('consent')
      .description('projects in which agents write memories through “memdir mcp” without asking each time')
      .argument('[folder]', 'a folder of the project (default: this one)'),
  )
    .option('--revoke', 'have agents ask again')
    .option('--list', 'show the projects, and change nothing')
    .action(async (argument: string | undefined, { revoke = false, list = false, ...flags }: ConsentFlags) => {
      if (list && (revoke || argument !== undefined))
        throw new MemdirError('bad-input', '--list goes with no folder and no --revoke.');
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
                ? `Agents ask again before they write in ${cli.out.shortPath(folder)}.`
                : `Agents write in ${cli.out.shortPath(folder)} without asking. “memdir consent --revoke” takes it back.`,
            );
          if (projects.length === 0) return cli.out.line('Agents ask before they write, in every project.');
          for (const { path, since } of projects)
            cli.out.line(`${cli.out.shortPath(path)}  ${cli.out.paint('dim', since.slice(0, 10))}`);
        },
        { isAboutTrust: true, mayBeMissing: true },
      );
    });
