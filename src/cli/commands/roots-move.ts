/** `memdir roots --move`: moves the store of a former path into the store of this folder. */
import { t, tPlural } from '../../core/l10n.js';
import type { Memdir } from '../../core/memdir.js';
import type { MovePlan, MoveReport, MoveRequest } from '../../core/results.js';
import { maskForDisplay } from '../../core/secrets/secrets.js';
import type { Cli } from '../cli.js';
import { sanitize } from '../format.js';

export async function moveStore(
  cli: Cli,
  memdir: Memdir,
  request: MoveRequest,
  { json, dryRun }: { readonly json: boolean; readonly dryRun: boolean },
): Promise<void> {
  const plan = await memdir.moves.plan(request);
  if (dryRun) return json ? cli.out.json(shown(plan)) : printPlan(cli, plan);
  const report = await memdir.moves.apply(plan);
  if (json) cli.out.json(report);
  else printReport(cli, plan, report);
}

/** Secrets are masked, because output ends up in logs. */
const shown = (plan: MovePlan): MovePlan => ({
  ...plan,
  indexes: plan.indexes.map((index) => ({
    ...index,
    before: maskForDisplay(index.before),
    after: maskForDisplay(index.after),
  })),
});

const ACTIONS = { move: 'move ', same: 'same ', merge: 'merge', stay: 'stay ' } as const;

function printPlan({ out }: Cli, { from, to, files, indexes, notes }: MovePlan): void {
  out.line(t('From {folder}', { folder: out.shortPath(from) }));
  out.line(t('To   {folder}', { folder: out.shortPath(to) }));
  for (const { path, action, why } of files) {
    const added = indexes.find((index) => index.path === path)?.added;
    const remark =
      why ??
      (added === undefined
        ? action === 'same'
          ? t('It already exists there.')
          : undefined
        : tPlural(added, '1 entry added.', '{n} entries added.'));
    out.line(
      `  ${ACTIONS[action]}  ${sanitize(path)}${remark === undefined ? '' : `  ${out.paint('dim', sanitize(remark))}`}`,
    );
  }
  for (const note of notes) out.line(sanitize(note));
  out.line(t('Nothing was moved. Repeat without --dry-run to move.'));
}

/** Files that are listed for one reason. */
const MOST_NAMED = 10;

function printReport(
  { out }: Cli,
  { notes }: MovePlan,
  { id, to, moved, same, entries, stayed, archive }: MoveReport,
): void {
  out.line(
    [
      tPlural(moved, 'Moved 1 file to {folder}.', 'Moved {n} files to {folder}.', { folder: out.shortPath(to) }),
      ...(same > 0 ? [tPlural(same, '1 already existed.', '{n} already existed.')] : []),
      ...(entries > 0
        ? [tPlural(entries, '1 entry added to its MEMORY.md.', '{n} entries added to its MEMORY.md.')]
        : []),
    ].join(' '),
  );
  for (const [why, files] of Map.groupBy(stayed, (file) => file.why)) {
    for (const { path } of files.slice(0, MOST_NAMED))
      out.line(`  stays  ${sanitize(path)}  ${out.paint('dim', sanitize(why))}`);
    if (files.length > MOST_NAMED)
      out.line(
        `  stays  ${tPlural(files.length - MOST_NAMED, '1 more file for the same reason', '{n} more files for the same reason')}`,
      );
  }
  for (const note of notes) out.line(sanitize(note));
  out.line(
    t('The originals are kept in {folder}. To undo: “memdir roots --undo-move {id}”.', {
      folder: out.shortPath(archive),
      id,
    }),
  );
}

export async function undoMove({ out }: Cli, memdir: Memdir, id: string, json: boolean): Promise<void> {
  const undone = await memdir.moves.undo(id);
  if (json) return out.json(undone);
  out.line(tPlural(undone.restored, 'Undid the move: 1 file restored.', 'Undid the move: {n} files restored.'));
  for (const left of undone.left) out.line(`  ${sanitize(left)}`);
}
