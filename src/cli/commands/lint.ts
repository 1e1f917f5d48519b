import { Command, Option } from 'commander';

import { t, tPlural } from '../../core/l10n.js';
import type { LintRequest, Memdir } from '../../core/memdir.js';
import { bySeverity } from '../../core/problem.js';
import type { FixPlan, LintReport } from '../../core/results.js';
import { addCommonFlags, type Cli, type CommonFlags, scopeOf, withMemdir } from '../cli.js';
import { sanitize } from '../format.js';
import { FORMATS, type LintFormat, type LintOutcome, printOutcome } from '../lint/report.js';
import { resolveTargets } from '../lint/targets.js';

const FAIL_ON = ['error', 'warning', 'info', 'never'] as const;
type FailOn = (typeof FAIL_ON)[number];

interface LintFlags extends CommonFlags {
  readonly format?: LintFormat;
  readonly failOn: FailOn;
  readonly fix?: boolean;
  readonly dryRun?: boolean;
  readonly undo?: string | true;
}

export const lintCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('lint')
      .description(t('check memories and their index'))
      .argument('[targets...]', t('files, memory directories or projects')),
  )
    .addOption(new Option('--format <format>', t('output format (default: text)')).choices(FORMATS))
    .addOption(
      new Option('--fail-on <severity>', t('exit with 1 for this severity or higher'))
        .choices(FAIL_ON)
        .default('error'),
    )
    .option('--fix', t('apply safe fixes'))
    .option('--dry-run', t('show what --fix would change as a diff, without writing'))
    .addOption(
      new Option('--undo [id]', t('undo the changes of --fix by ID (default: the latest)')).conflicts([
        'fix',
        'dryRun',
        'format',
      ]),
    )
    .action(async (named: string[], flags: LintFlags) => {
      const { scope, targets } = await resolveTargets(named, scopeOf(flags, cli.terminal), cli.terminal);
      await withMemdir(
        cli,
        flags,
        async (memdir) => {
          if (flags.undo !== undefined)
            return undo(cli, memdir, flags.undo === true ? 'last' : flags.undo, flags.json ?? false);
          const format = flags.format ?? (flags.json ? 'json' : 'text');
          const outcome = await lint(cli, memdir, { targets, fix: flags.fix ?? false, dryRun: flags.dryRun ?? false });
          printOutcome(cli, format, outcome);
          if (fails(outcome.report, flags.failOn)) cli.exitCode = 1;
          if (flags.fix || flags.dryRun) reportReadOnly(cli, outcome);
          for (const { reason } of outcome.report.unread) {
            cli.out.error(`${reason} ${t('Nothing in it was checked.')}`);
            cli.exitCode = 2;
          }
        },
        { scope },
      );
    });

interface Work {
  readonly targets: readonly string[];
  readonly fix: boolean;
  readonly dryRun: boolean;
}

async function lint(cli: Cli, memdir: Memdir, { targets, fix, dryRun }: Work): Promise<LintOutcome> {
  const request = { targets };
  const fixed = fix && !dryRun ? await repair(cli, memdir, request) : undefined;
  const report = await memdir.lint(request, cli.signal);
  const preview = dryRun ? writable(cli, await memdir.planFixes(request, cli.signal)) : undefined;
  return {
    report,
    stores: await memdir.roots(),
    ...fixed,
    ...(preview === undefined ? {} : { preview }),
  };
}

/** Writes every safe fix and reports files that cannot be written. */
async function repair(
  cli: Cli,
  memdir: Memdir,
  request: LintRequest,
): Promise<Pick<LintOutcome, 'fixed' | 'repairId'>> {
  const { repairs, left, id } = await memdir.repair(request, cli.signal);
  for (const { file, why } of left) {
    cli.out.error(
      why === 'read-only'
        ? t('{file} is read-only and wasn’t fixed. Make it writable and try again.', { file })
        : t(
            '{file} changed while it was being fixed and was left as it is. Try again when nothing else writes to it.',
            { file },
          ),
    );
    cli.exitCode = 2;
  }
  return { fixed: repairs, ...(id === undefined ? {} : { repairId: id }) };
}

async function undo(cli: Cli, memdir: Memdir, id: string, json: boolean): Promise<void> {
  const undone = await memdir.undoRepairs(id);
  for (const { reason } of undone.left) cli.out.error(sanitize(reason));
  if (undone.left.length > 0) cli.exitCode = 2;
  if (json) return cli.out.json(undone);
  cli.out.line(tPlural(undone.files.length, 'Undid the fixes in 1 file.', 'Undid the fixes in {n} files.'));
  for (const file of undone.files) cli.out.line(`  ${cli.out.shortPath(file)}`);
}

/** The writable part of a plan; reports the other files. */
function writable(cli: Cli, { changes }: FixPlan): FixPlan {
  for (const { file } of changes.filter((change) => !change.writable)) {
    cli.out.error(t('{file} is read-only and wouldn’t be fixed. Make it writable and try again.', { file }));
    cli.exitCode = 2;
  }
  const possible = changes.filter((change) => change.writable);
  return { changes: possible, repairs: possible.reduce((sum, { repairs }) => sum + repairs, 0) };
}

/** Reports read-only stores, because their problems have no fixes, which would look like success. */
function reportReadOnly(cli: Cli, { report, stores }: LintOutcome): void {
  for (const { path } of stores.filter(
    ({ readOnly, key }) => readOnly && report.problems.some(({ store }) => store === key),
  )) {
    cli.out.error(t('{path} is read-only, so nothing in it was fixed. Make it writable and try again.', { path }));
    cli.exitCode = 2;
  }
}

const fails = ({ problems }: LintReport, failOn: FailOn): boolean =>
  failOn !== 'never' && problems.some(({ severity }) => bySeverity(severity, failOn) <= 0);
