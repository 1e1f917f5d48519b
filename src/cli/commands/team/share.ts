/** `memdir team share` and `revoke`. */
import { Command } from 'commander';

import { unifiedDiff } from '../../../core/diff.js';
import { MemdirError } from '../../../core/errors.js';
import { t } from '../../../core/l10n.js';
import type { Memdir } from '../../../core/memdir.js';
import type { PrintedShare, SharePlan } from '../../../core/results.js';
import { maskForDisplay } from '../../../core/secrets/secrets.js';
import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../../cli.js';
import { confirm, isInteractive } from '../../confirm.js';
import { sanitize, sanitizeLines, shownId } from '../../format.js';
import { resolveReference } from '../../input.js';
import { isIncomplete, printReport } from './sync.js';

interface ShareFlags extends CommonFlags {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
}

const id = (): [string, string] => ['<id>', t('its ID, path, name or file name')];

export const shareCommands = (cli: Cli): Command[] => [
  addCommonFlags(
    new Command('share')
      .description(
        t(
          'share a memory with the team after a preview: without session, agent and personal names; the shared one replaces yours',
        ),
      )
      .argument(...id()),
  )
    .option('--dry-run', t('show the change and write nothing'))
    .option('--yes', t('don’t ask; also for feedback, which is about how one person likes to work'))
    .action((id: string, flags: ShareFlags) =>
      withMemdir(cli, flags, async (memdir) => {
        await share(cli, memdir, await resolveReference(cli.cwd, id), flags);
      }),
    ),
  addCommonFlags(
    new Command('revoke')
      .description(t('remove a shared memory from everyone’s search and MEMORY.md; its file stays and can be restored'))
      .argument(...id()),
  ).action((id: string, flags: CommonFlags) =>
    withMemdir(cli, flags, async (memdir) => {
      const result = await memdir.team.revoke(await resolveReference(cli.cwd, id), cli.signal);
      if (result.sync !== undefined && isIncomplete(result.sync)) cli.exitCode = 1;
      if (flags.json) return cli.out.json(result);
      cli.out.line(t('Taken back: {path}.', { path: cli.out.shortPath(result.path) }));
      if (result.reason !== undefined) cli.out.line(sanitize(result.reason));
      if (result.sync !== undefined) printReport(cli, result.sync, false);
    }),
  ),
];

async function share(cli: Cli, memdir: Memdir, id: string, flags: ShareFlags): Promise<void> {
  const { out } = cli;
  const plan = await memdir.team.planShare(id, cli.signal);
  if (plan.scope === 'refused') throw new MemdirError('declined', plan.reason ?? '');
  if (!flags.json) show(cli, plan);
  const planned: PrintedShare = { status: 'planned', ...plan };
  if (flags.dryRun === true) return flags.json ? out.json(planned) : undefined;
  if (!(await isConfirmed(cli, plan, flags)))
    return flags.json ? out.json(planned) : out.note(t('Nothing was shared.'));
  const result = await memdir.team.share({ id: plan.id, digest: plan.digest, confirmed: true }, cli.signal);
  if (result.sync !== undefined && isIncomplete(result.sync)) cli.exitCode = 1;
  if (flags.json) return out.json(result satisfies PrintedShare);
  out.line(t('Shared: {path}.', { path: out.shortPath(result.path) }));
  if (result.reason !== undefined) out.line(sanitize(result.reason));
  if (result.forgotten !== null)
    out.note(t('“memdir restore {id}” brings your own copy back.', { id: shownId(result.forgotten) }));
  if (result.sync !== undefined) printReport(cli, result.sync, false);
  if (plan.way === 'git') out.note(t('Commit and push it with Git to share it with your team.'));
}

/** What may be about one person is always asked for; the rest where a person can be asked. */
async function isConfirmed(cli: Cli, { scope, reason }: SharePlan, { yes, json }: ShareFlags): Promise<boolean> {
  if (yes === true) return true;
  if (isInteractive(cli) && json !== true) return await confirm(cli, t('Share it with the team?'));
  if (scope === 'asks') throw new MemdirError('declined', `${reason ?? ''} ${t('If it is, repeat with --yes.')}`);
  return true;
}

function show({ out }: Cli, { original, shared, index, reworded, reason, author }: SharePlan): void {
  if (shared === undefined || index === undefined) return;
  const diff = (path: string, before: string, after: string): void =>
    out.line(sanitizeLines(unifiedDiff(out.shortPath(path), maskForDisplay(before), maskForDisplay(after))));
  diff(shared.path, original.text, shared.text);
  diff(index.path, index.before, index.after);
  if (reworded.length > 0) out.note(t('Personal sentences were reworded. Review the change.'));
  if (reason !== undefined) out.note(sanitize(reason));
  out.note(t('It is shared under the name {author}.', { author: sanitize(author) }));
}
