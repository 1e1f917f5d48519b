import { Command, Option } from 'commander';

import { MemdirError } from '../../core/errors.js';
import { t, tPlural } from '../../core/l10n.js';
import type { Memdir } from '../../core/memdir.js';
import type { DreamFileChange, DreamPlan, DreamProposal, DreamReport, PrintedDream } from '../../core/results.js';
import { addCommonFlags, type Cli, type CommonFlags, listOption, withMemdir } from '../cli.js';
import { confirm, isInteractive } from '../confirm.js';
import { sanitize, sanitizeLines } from '../format.js';

interface DreamFlags extends CommonFlags {
  readonly force?: boolean;
  readonly dryRun?: boolean;
  readonly apply?: boolean;
  readonly only?: readonly string[];
  readonly model: boolean;
  readonly session?: string;
  readonly undo?: string;
}

export const dreamCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('dream').description(
      t(
        'consolidate a memory directory: find duplicates, broken links and outdated memories, show the changes and ask once; exits 1 when it is too early',
      ),
    ),
  )
    .option(
      '--force',
      t('run now, without waiting for a day, five sessions or ten memories; not while another process consolidates'),
    )
    .option('--dry-run', t('show the changes without writing them'))
    .option('--apply', t('apply without asking'))
    .addOption(listOption('--only <id>', t('only this change; can be repeated')))
    .option('--no-model', t('use rules only, even if a model is available'))
    .addOption(
      new Option('--session <id>', t('the session this runs in; it isn’t counted as new')).env(
        'CLAUDE_CODE_SESSION_ID',
      ),
    )
    .addOption(
      new Option('--undo <id>', t('undo an earlier consolidation; “last” is the latest')).conflicts([
        'apply',
        'dryRun',
        'only',
        'force',
      ]),
    )
    .action(async (flags: DreamFlags) => {
      if (flags.apply === true && flags.dryRun === true)
        throw new MemdirError('bad-input', t('--apply and --dry-run can’t be combined.'));
      await withMemdir(cli, flags, async (memdir) => {
        await (flags.undo === undefined
          ? dream(cli, memdir, flags)
          : undo(cli, memdir, flags.undo, flags.json ?? false));
      });
    });

async function dream(cli: Cli, memdir: Memdir, flags: DreamFlags): Promise<void> {
  const { force, model, session, only } = flags;
  const plan = await memdir.dream.plan(
    { model, ...(force ? { force } : {}), ...(session ? { session } : {}) },
    cli.signal,
  );
  if (plan.refused !== undefined) cli.exitCode = 1;
  const chosen = chooseFrom(plan, only);
  const together =
    chosen.length === 0
      ? []
      : await memdir.dream.previewFiles(
          chosen.map(({ id }) => id),
          plan.digest,
        );
  if (!flags.json) show(cli, plan, chosen, { together, named: only !== undefined });
  const applied =
    chosen.length > 0 && (await mayApply(cli, flags, chosen.length))
      ? await memdir.dream.apply(
          chosen.map(({ id }) => id),
          plan.digest,
        )
      : undefined;
  if (flags.json)
    return cli.out.json({
      ...plan,
      together: together.map(({ path, proposals, diff }) => ({ path, proposals, diff })),
      ...(applied === undefined ? {} : { applied }),
    } satisfies PrintedDream);
  if (applied !== undefined) return report(cli, applied);
  if (chosen.length > 0)
    cli.out.note(
      flags.dryRun === true || isInteractive(cli)
        ? t('Nothing was changed.')
        : t('Nothing was changed. Repeat with --apply to make these changes.'),
    );
}

function chooseFrom({ proposals }: DreamPlan, only: readonly string[] | undefined): readonly DreamProposal[] {
  const unknown = only?.find((id) => !proposals.some((proposal) => proposal.id === id));
  if (unknown !== undefined)
    throw new MemdirError(
      'not-found',
      t('Change {id} isn’t proposed now. Repeat without --only to see all changes.', { id: sanitize(unknown) }),
    );
  return proposals.filter(({ id, removes }) => (only === undefined ? !removes : only.includes(id)));
}

async function mayApply(cli: Cli, { apply, dryRun, json }: DreamFlags, changes: number): Promise<boolean> {
  if (apply === true) return true;
  return (
    dryRun !== true &&
    json !== true &&
    isInteractive(cli) &&
    (await confirm(cli, tPlural(changes, 'Make this change?', 'Make these {n} changes?')))
  );
}

function show(
  { out }: Cli,
  { path, refused, proposals, dropped, notices, review }: DreamPlan,
  chosen: readonly DreamProposal[],
  { together, named }: { readonly together: readonly DreamFileChange[]; readonly named: boolean },
): void {
  for (const notice of notices) out.note(sanitize(notice));
  if (refused !== undefined) return out.line(sanitize(refused.reason));
  const left = named ? [] : proposals.filter(({ removes }) => removes);
  for (const { id, kind, title, reason, diff } of named ? chosen : proposals) {
    out.line(`${out.paint('bold', sanitize(title))}  ${out.paint('dim', `${kind}  ${id}`)}`);
    out.line(sanitize(reason));
    out.line(sanitizeLines(diff));
    out.line();
  }
  showShared(out, together);
  for (const { title, reason } of dropped)
    out.line(`${out.paint('yellow', t('Not proposed'))}: ${sanitize(title)}. ${sanitize(reason)}`);
  if (left.length > 0)
    out.note(
      tPlural(
        left.length,
        '1 change removes a memory or an entry. To apply it, add {options}.',
        '{n} changes remove a memory or an entry. To apply them, add {options}.',
        { options: left.map(({ id }) => `--only ${id}`).join(' ') },
      ),
    );
  if (review.length > 0)
    out.line(
      tPlural(
        review.length,
        '1 memory to review: “memdir review” shows it.',
        '{n} memories to review: “memdir review” shows them one by one.',
      ),
    );
  if (proposals.length === 0)
    out.line(t('There is nothing to consolidate in {folder}.', { folder: out.shortPath(path) }));
}

/** Prints the combined diff of files that several changes edit, because the diffs above show each change alone. */
function showShared(out: Cli['out'], together: readonly DreamFileChange[]): void {
  for (const { path, proposals, diff } of together.filter((file) => file.proposals > 1)) {
    out.line(out.paint('bold', t('{path} after {count} changes', { path: sanitize(path), count: proposals })));
    out.line(sanitizeLines(diff));
    out.line();
  }
}

function report({ out }: Cli, { id, files }: DreamReport): void {
  out.line(
    tPlural(files.length, 'Changed 1 file: {files}.', 'Changed {n} files: {files}.', {
      files: files.map((file) => out.shortPath(file)).join(', '),
    }),
  );
  out.line(t('To undo: “memdir dream --undo {id}”.', { id }));
}

async function undo({ out }: Cli, memdir: Memdir, id: string, json: boolean): Promise<void> {
  const undone = await memdir.dream.undo(id);
  if (json) return out.json(undone);
  out.line(
    tPlural(
      undone.restored,
      'Undid the consolidation: 1 file restored.',
      'Undid the consolidation: {n} files restored.',
    ),
  );
  for (const left of undone.left) out.line(`  ${sanitize(left)}`);
}
