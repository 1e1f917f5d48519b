import { Command } from 'commander';

import type { PrintedAccess, PrintedAddedRepository } from '../../../core/cli-results.js';
import { t, tPlural } from '../../../core/l10n.js';
import type { TeamAdministration } from '../../../core/ports/team-store.js';
import type { Cli } from '../../cli.js';
import { sanitize } from '../../format.js';
import { addAdministrationFlags, administer, type AdministrationFlags } from './administer.js';

export function repositoryCommand(cli: Cli): Command {
  const command = new Command('repository').description(
    t('add or list repositories, and give members access or remove it'),
  );
  for (const subcommand of [addRepository(cli), listRepositories(cli), grant(cli), revoke(cli)])
    command.addCommand(subcommand);
  return command;
}

const NAME = (): [string, string] => ['<repository>', t('name of the repository')];

const addRepository = (cli: Cli): Command =>
  addAdministrationFlags(
    new Command('add').description(t('add a repository; no member can read it yet')).argument(...NAME()),
  ).action((repository: string, flags: AdministrationFlags) =>
    administer(cli, flags, async (administration) => {
      await administration.addRepository(repository);
      if (flags.json) cli.out.json({ status: 'added', repository } satisfies PrintedAddedRepository);
      else cli.out.line(t('Added {repository}.', { repository: sanitize(repository) }));
    }),
  );

const listRepositories = (cli: Cli): Command =>
  addAdministrationFlags(
    new Command('list').description(t('list repositories with the number of their members')),
  ).action((flags: AdministrationFlags) =>
    administer(cli, flags, async (administration) => {
      const repositories = await administration.repositories();
      if (flags.json) return cli.out.json(repositories);
      if (repositories.length === 0)
        return cli.out.line(t('There are no repositories. Add one with “memdir team repository add”.'));
      for (const { name, members } of repositories)
        cli.out.line(`${sanitize(name)}  ${cli.out.paint('dim', tPlural(members, '{n} member', '{n} members'))}`);
    }),
  );

interface GrantFlags extends AdministrationFlags {
  readonly write?: boolean;
}

const grant = (cli: Cli): Command =>
  addAdministrationFlags(
    new Command('grant')
      .description(t('let a member read a repository; with --write also share memories in it'))
      .argument(...NAME())
      .argument('<role>', t('login role of the member')),
  )
    .option('--write', t('the member may also write'))
    .action((repository: string, role: string, { write = false, ...flags }: GrantFlags) =>
      change(cli, flags, { status: 'granted', repository, role, write }, async (administration) => {
        await administration.grant(repository, role, write);
        return write
          ? t('{role} can read and write {repository}.', { role: sanitize(role), repository: sanitize(repository) })
          : t('{role} can read {repository}.', { role: sanitize(role), repository: sanitize(repository) });
      }),
    );

const revoke = (cli: Cli): Command =>
  addAdministrationFlags(
    new Command('revoke')
      .description(t('remove a member’s access to a repository'))
      .argument(...NAME())
      .argument('<role>', t('login role of the member')),
  ).action((repository: string, role: string, flags: AdministrationFlags) =>
    change(cli, flags, { status: 'revoked', repository, role }, async (administration) => {
      await administration.revoke(repository, role);
      return t('{role} can no longer read {repository}.', {
        role: sanitize(role),
        repository: sanitize(repository),
      });
    }),
  );

const change = (
  cli: Cli,
  flags: AdministrationFlags,
  result: PrintedAccess,
  work: (administration: TeamAdministration) => Promise<string>,
): Promise<void> =>
  administer(cli, flags, async (administration) => {
    const said = await work(administration);
    if (flags.json) cli.out.json(result);
    else cli.out.line(said);
  });
