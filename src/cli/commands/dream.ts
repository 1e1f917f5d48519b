import { Command, Option } from 'commander';

import { MemdirError } from '../../core/errors.js';
import type { Memdir } from '../../core/memdir.js';
import type { DreamFileChange, DreamPlan, DreamProposal, DreamReport, PrintedDream } from '../../core/results.js';
import { addCommonFlags, type Cli, type CommonFlags, listOption, withMemdir } from '../cli.js';
import { confirm, isInteractive } from '../confirm.js';
import { plural, sanitize, sanitizeLines } from '../format.js';

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
      'consolidate a memory directory: look for what repeats, broke or no longer holds, show the changes and ask once; exits 1 when it is not time',
    ),
  )
    .option('--force', 'do not wait for a day, five sessions and ten memories; the lock is respected all the same')
    .option('--dry-run', 'show the changes and write nothing')
    .option('--apply', 'apply without asking')
    .addOption(listOption('--only <id>', 'only this change; may be repeated'))
    .option('--no-model', 'go by rules alone, even where a model could be asked')
    .addOption(
      new Option('--session <id>', 'the session this runs in: it does not count as one since the last time').env(
        'CLAUDE_CODE_SESSION_ID',
      ),
    )
    .addOption(
      new Option('--undo <id>', 'take an earlier one back; “last”: the latest').conflicts([
        'apply',
        'dryRun',
        'only',
        'force',
      ]),
    )
    .action(async (flags: DreamFlags) => {
      if (flags.apply === true && flags.dryRun === true)
        throw new MemdirError('bad-input', '--apply and --dry-run exclude one another.');
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
      `Nothing was changed.${flags.dryRun === true || isInteractive(cli) ? '' : ' Repeat with --apply to make these changes.'}`,
    );
}

function chooseFrom({ proposals }: DreamPlan, only: readonly string[] | undefined): readonly DreamProposal[] {
  const unknown = only?.find((id) => !proposals.some((proposal) => proposal.id === id));
  if (unknown !== undefined)
    throw new MemdirError(
      'not-found',
      `No change ${sanitize(unknown)} is proposed now. Repeat without --only to see them.`,
    );
  return proposals.filter(({ id, removes }) => (only === undefined ? !removes : only.includes(id)));
}

async function mayApply(cli: Cli, { apply, dryRun, json }: DreamFlags, changes: number): Promise<boolean> {
  if (apply === true) return true;
  return (
    dryRun !== true &&
    json !== true &&
    isInteractive(cli) &&
    (await confirm(cli, changes === 1 ? 'Make this change?' : `Make these ${changes} changes?`))
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
    out.line(`${out.paint('yellow', 'Not proposed')}: ${sanitize(title)}. ${sanitize(reason)}`);
  if (left.length > 0)
    out.note(
      `${left.length === 1 ? '1 change takes' : `${left.length} changes take`} a memory or an entry out and ${left.length === 1 ? 'is' : 'are'} made only when named: add ${left.map(({ id }) => `--only ${id}`).join(' ')}.`,
    );
  if (review.length > 0)
    out.line(`${plural(review.length, 'memory', 'memories')} worth a look: “memdir review” shows them one by one.`);
  if (proposals.length === 0) out.line(`There is nothing to consolidate in ${out.shortPath(path)}.`);
}

/** Prints the combined diff of files that several changes edit, because the diffs above show each change alone. */
function showShared(out: Cli['out'], together: readonly DreamFileChange[]): void {
  for (const { path, proposals, diff } of together.filter((file) => file.proposals > 1)) {
    out.line(
      `${out.paint('bold', `${sanitize(path)} after ${proposals === 2 ? 'both' : `all ${proposals}`} changes to it`)}`,
    );
    out.line(sanitizeLines(diff));
    out.line();
  }
}

function report({ out }: Cli, { id, files }: DreamReport): void {
  out.line(`Changed ${plural(files.length, 'file')}: ${files.map((file) => out.shortPath(file)).join(', ')}.`);
  out.line(`“memdir dream --undo ${id}” takes it back.`);
}

async function undo({ out }: Cli, memdir: Memdir, id: string, json: boolean): Promise<void> {
  const undone = await memdir.dream.undo(id);
  if (json) return out.json(undone);
  out.line(`Took the consolidation back: ${plural(undone.restored, 'file')} as before.`);
  for (const left of undone.left) out.line(`  ${sanitize(left)}`);
}
