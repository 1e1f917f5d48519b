/** `memdir team status`, `pull`, `push` and `sync`. */
import { Command } from 'commander';

import { MemdirError } from '../../../core/errors.js';
import { t, tPlural } from '../../../core/l10n.js';
import type { TeamFolderStatus, TeamReport, TeamRequest } from '../../../core/results.js';
import { syncedWords } from '../../../core/team/provenance-words.js';
import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../../cli.js';
import { sanitize } from '../../format.js';

interface Direction {
  readonly name: string;
  readonly description: () => string;
  readonly request: TeamRequest;
}

const DIRECTIONS: readonly Direction[] = [
  {
    name: 'status',
    description: () =>
      t('show what a sync would do, how each team folder is shared, and what is pending; writes nothing'),
    request: { pull: true, push: true, dryRun: true, asked: true },
  },
  {
    name: 'pull',
    description: () =>
      t(
        'get what others shared; where both sides changed a file, the server’s version wins and yours is kept next to it',
      ),
    request: { pull: true, push: false, asked: true },
  },
  {
    name: 'push',
    description: () => t('send what you changed; exits 1 when a file may not be sent'),
    request: { pull: false, push: true, asked: true },
  },
  {
    name: 'sync',
    description: () => t('pull, then push; a deleted file comes back, so use “team revoke” to remove it'),
    request: { pull: true, push: true, asked: true },
  },
];

export const syncCommands = (cli: Cli): Command[] =>
  DIRECTIONS.map(({ name, description, request }) =>
    addCommonFlags(new Command(name).description(description())).action((flags: CommonFlags) =>
      run(cli, flags, request),
    ),
  );

async function run(cli: Cli, flags: CommonFlags, request: TeamRequest): Promise<void> {
  await withMemdir(
    cli,
    flags,
    async (memdir) => {
      const report = await memdir.team.sync(request, cli.signal);
      if (request.dryRun !== true) requireWay(report);
      if (isIncomplete(report)) cli.exitCode = 1;
      if (flags.json) return cli.out.json(report);
      printReport(cli, report, request.dryRun === true);
    },
    { mayBeMissing: true },
  );
}

/** Rejects where nothing brings the memory to the team. */
function requireWay({ server, folders }: TeamReport): void {
  if (server !== null || folders.some(({ way }) => way === 'git')) return;
  throw new MemdirError(
    'unavailable',
    t(
      'No team database is set. Set MEMDIR_TEAM_URL, or team.url in the settings, to its address, such as postgresql://name@host/database.',
    ),
  );
}

export const isIncomplete = ({ blocked, folders }: TeamReport): boolean =>
  blocked.length > 0 || folders.some(({ offline, refused }) => offline || refused);

export function printReport(cli: Cli, report: TeamReport, planned: boolean): void {
  const { out } = cli;
  const { pulled, pushed, conflicts, blocked, restored, folders } = report;
  for (const folder of folders) printFolder(cli, folder);
  list(cli, planned ? t('To pull') : t('Pulled'), pulled);
  list(cli, planned ? t('To push') : t('Pushed'), pushed);
  for (const { path, kept, author } of conflicts)
    out.line(
      kept === null
        ? t(
            'Conflict: {path} was also changed by {author}. “memdir team pull” gets that version and keeps yours next to it.',
            {
              path: out.shortPath(path),
              author: sanitize(author),
            },
          )
        : t('Conflict: {path} now has {author}’s version. Yours is kept in {kept}.', {
            path: out.shortPath(path),
            author: sanitize(author),
            kept: out.shortPath(kept),
          }),
    );
  for (const { path, reason, line } of blocked)
    out.line(
      t('Not synced: {path}. {reason}', {
        path: `${out.shortPath(path)}${line === undefined ? '' : `:${line}`}`,
        reason: sanitize(reason),
      }),
    );
  const back = planned ? [] : restored.filter((path) => pulled.includes(path));
  const deleted = restored.length - back.length;
  if (back.length > 0)
    out.note(
      tPlural(
        back.length,
        'A file you deleted came back, because deleting doesn’t remove it for others. Use “memdir team revoke” instead.',
        '{n} files you deleted came back, because deleting doesn’t remove them for others. Use “memdir team revoke” instead.',
      ),
    );
  if (deleted > 0)
    out.note(
      tPlural(
        deleted,
        'A file you deleted is still shared and comes back with the next pull, because deleting doesn’t remove it for others. Use “memdir team revoke” instead.',
        '{n} files you deleted are still shared and come back with the next pull, because deleting doesn’t remove them for others. Use “memdir team revoke” instead.',
      ),
    );
  const isCompared = !planned && folders.some(({ way }) => way === 'server');
  if (
    isCompared &&
    [pulled, pushed, conflicts, blocked, restored].every(({ length }) => length === 0) &&
    !isIncomplete(report)
  )
    out.line(t('Everything is up to date.'));
}

function list({ out }: Cli, title: string, paths: readonly string[]): void {
  if (paths.length === 0) return;
  out.line(`${title}: ${paths.length}`);
  for (const path of paths.slice(0, MOST_LISTED)) out.line(`  ${out.shortPath(path)}`);
  if (paths.length > MOST_LISTED) out.line(`  ${t('and {n} more', { n: paths.length - MOST_LISTED })}`);
}

const MOST_LISTED = 20;

function printFolder(
  { out }: Cli,
  { path, way, repository, pending, syncedAt, reason, offline }: TeamFolderStatus,
): void {
  const state =
    way === 'server'
      ? [
          t('repository {name}', { name: repository ?? '' }),
          offline ? t('offline') : undefined,
          pending > 0 ? tPlural(pending, '{n} file waiting to be sent', '{n} files waiting to be sent') : undefined,
          syncedWords(syncedAt),
        ]
      : [way === 'git' ? 'Git' : t('not synced')];
  out.line(
    `${out.paint('bold', out.shortPath(path))}  ${sanitize(state.filter((each) => each !== undefined).join(' · '))}`,
  );
  if (reason !== null) out.line(`  ${sanitize(reason)}`);
}
