import { Command } from 'commander';

import type { PrintedRemovedMember } from '../../../core/cli-results.js';
import { t } from '../../../core/l10n.js';
import type { TeamMember } from '../../../core/ports/team-store.js';
import type { Cli } from '../../cli.js';
import { sanitize } from '../../format.js';
import { addAdministrationFlags, administer, type AdministrationFlags } from './administer.js';

export function memberCommand(cli: Cli): Command {
  const command = new Command('member').description(t('add, remove or list members'));
  command.addCommand(
    addAdministrationFlags(
      new Command('add')
        .description(t('add a member; a login role is created with a password where there is none of that name'))
        .argument('<role>', t('login role of the database')),
    ).action((role: string, flags: AdministrationFlags) => add(cli, role, flags)),
  );
  command.addCommand(
    addAdministrationFlags(
      new Command('remove')
        .description(t('remove all access of a member; the login role stays'))
        .argument('<role>', t('login role of the database')),
    ).action((role: string, flags: AdministrationFlags) =>
      administer(cli, flags, async (administration) => {
        await administration.removeMember(role);
        if (flags.json) cli.out.json({ status: 'removed', role } satisfies PrintedRemovedMember);
        else cli.out.line(t('{role} no longer has access.', { role: sanitize(role) }));
      }),
    ),
  );
  command.addCommand(
    addAdministrationFlags(
      new Command('list').description(t('list members with the repositories that each may read and write')),
    ).action((flags: AdministrationFlags) =>
      administer(cli, flags, async (administration) => {
        const members = await administration.members();
        if (flags.json) cli.out.json(members);
        else print(cli, members);
      }),
    ),
  );
  return command;
}

const add = (cli: Cli, role: string, flags: AdministrationFlags): Promise<void> =>
  administer(cli, flags, async (administration) => {
    const added = await administration.addMember(role);
    if (flags.json) return cli.out.json(added);
    if (added.password === undefined)
      return cli.out.line(t('Added {role}, who logs in as before.', { role: sanitize(role) }));
    cli.out.line(
      t('Added {role}. Password, shown only now: {password}', { role: sanitize(role), password: added.password }),
    );
  });

function print({ out }: Cli, members: readonly TeamMember[]): void {
  if (members.length === 0) return out.line(t('There are no members. Add one with “memdir team member add”.'));
  for (const { role, repositories } of members) {
    out.line(out.paint('bold', sanitize(role)));
    if (repositories.length === 0) out.line(`  ${t('no repository')}`);
    for (const { name, mayWrite } of repositories)
      out.line(`  ${sanitize(name)}  ${out.paint('dim', mayWrite ? t('reads and writes') : t('reads'))}`);
  }
}
