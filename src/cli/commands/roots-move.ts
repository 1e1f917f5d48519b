/** `memdir roots --move`: moves the store of a former path into the store of this folder. */
import type { Memdir } from '../../core/memdir.js';
import type { MovePlan, MoveReport, MoveRequest } from '../../core/results.js';
import { hideSecrets } from '../../core/secrets/secrets.js';
import type { Cli } from '../cli.js';
import { plural, sanitize } from '../format.js';

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
    before: hideSecrets(index.before),
    after: hideSecrets(index.after),
  })),
});

const ACTIONS = { move: 'move ', same: 'same ', merge: 'merge', stay: 'stay ' } as const;

function printPlan({ out }: Cli, { from, to, files, indexes, notes }: MovePlan): void {
  out.line(`From ${out.shortPath(from)}`);
  out.line(`To   ${out.shortPath(to)}`);
  for (const { path, action, why } of files) {
    const added = indexes.find((index) => index.path === path)?.added;
    const remark =
      why ??
      (added === undefined
        ? action === 'same'
          ? 'It is there already.'
          : undefined
        : `${plural(added, 'entry', 'entries')} added.`);
    out.line(
      `  ${ACTIONS[action]}  ${sanitize(path)}${remark === undefined ? '' : `  ${out.paint('dim', sanitize(remark))}`}`,
    );
  }
  for (const note of notes) out.line(sanitize(note));
  out.line('Nothing was moved. Repeat without --dry-run to move.');
}

/** Files that are listed for one reason. */
const MOST_NAMED = 10;

function printReport(
  { out }: Cli,
  { notes }: MovePlan,
  { id, to, moved, same, entries, stayed, archive }: MoveReport,
): void {
  out.line(
    `Moved ${plural(moved, 'file')} to ${out.shortPath(to)}${same > 0 ? `; ${same} were there already` : ''}${entries > 0 ? `; ${plural(entries, 'entry', 'entries')} added to its MEMORY.md` : ''}.`,
  );
  for (const [why, files] of Map.groupBy(stayed, (file) => file.why)) {
    for (const { path } of files.slice(0, MOST_NAMED))
      out.line(`  stays  ${sanitize(path)}  ${out.paint('dim', sanitize(why))}`);
    if (files.length > MOST_NAMED)
      out.line(`  stays  ${plural(files.length - MOST_NAMED, 'more file')} for the same reason`);
  }
  for (const note of notes) out.line(sanitize(note));
  out.line(
    `What was taken from the old place is kept in ${out.shortPath(archive)}. “memdir roots --undo-move ${id}” takes the move back.`,
  );
}

export async function undoMove({ out }: Cli, memdir: Memdir, id: string, json: boolean): Promise<void> {
  const undone = await memdir.moves.undo(id);
  if (json) return out.json(undone);
  out.line(`Took the move back: ${plural(undone.restored, 'file')} restored.`);
  for (const left of undone.left) out.line(`  ${sanitize(left)}`);
}
