import { Command, Option } from 'commander';
import type { Severity } from '../../core/problem.js';
import type { LintReport } from '../../core/results.js';
import type { Memdir } from '../../service/memdir.js';
import { addCommonFlags, scopeOf, withMemdir, type Cli, type CommonFlags } from '../cli.js';
import { previewSafeFixes, writeSafeFixes } from '../lint/fix.js';
import { FORMATS, printOutcome, type LintFormat, type Outcome } from '../lint/report.js';
import { resolveTargets } from '../lint/targets.js';
import { cleanLines } from '../words.js';

const FAIL_ON = ['error', 'warning', 'info', 'never'] as const;
type FailOn = (typeof FAIL_ON)[number];

interface LintFlags extends CommonFlags {
  readonly format?: LintFormat;
  readonly failOn: FailOn;
  readonly fix?: boolean;
  readonly dryRun?: boolean;
}

export const lintCommand = (cli: Cli): Command =>
  addCommonFlags(new Command('lint').description('check memories and their index').argument('[targets...]', 'files, memory directories or projects'))
    .addOption(new Option('--format <format>', 'how to print (default: text)').choices(FORMATS))
    .addOption(new Option('--fail-on <severity>', 'exit 1 from this severity on').choices(FAIL_ON).default('error'))
    .option('--fix', 'make the repairs that are safe')
    .option('--dry-run', 'with --fix: show the repairs as a diff and write nothing')
    .action(async (named: string[], flags: LintFlags) => {
      const { scope, targets } = await resolveTargets(named, scopeOf(flags, cli.cwd), cli.cwd);
      await withMemdir(cli, flags, async (memdir) => {
        const format = flags.format ?? (flags.json ? 'json' : 'text');
        const outcome = await lint(cli, memdir, { targets, fix: flags.fix ?? false, dryRun: flags.dryRun ?? false, showDiff: format === 'text' });
        printOutcome(cli, format, outcome);
        if (fails(outcome.report, flags.failOn)) cli.exitCode = 1;
        if (flags.fix) reportReadOnly(cli, outcome);
      }, { scope });
    });

interface Work {
  readonly targets: readonly string[];
  readonly fix: boolean;
  readonly dryRun: boolean;
  readonly showDiff: boolean;
}

async function lint(cli: Cli, memdir: Memdir, { targets, fix, dryRun, showDiff }: Work): Promise<Outcome> {
  const request = { targets };
  const fixed = fix && !dryRun ? await writeSafeFixes(memdir, request, cli.signal) : undefined;
  const report = await memdir.lint(request, cli.signal);
  const stores = await memdir.roots();
  if (!fix || !dryRun) return { report, stores, ...(fixed === undefined ? {} : { fixed }) };
  const preview = await previewSafeFixes(report, stores);
  if (showDiff) for (const diff of preview.diffs) printDiff(cli, diff);
  return { report, stores, wouldFix: preview.count };
}

/** Nothing can be repaired in a read-only directory, so its problems carry no repairs: without a word that would look like success. */
function reportReadOnly(cli: Cli, { report, stores }: Outcome): void {
  for (const { path } of stores.filter(({ readOnly, key }) => readOnly && report.problems.some(({ store }) => store === key))) {
    cli.out.error(`${path} is read-only, so nothing in it was repaired. Make it writable and repeat.`);
    cli.exitCode = 2;
  }
}

function printDiff({ out }: Cli, diff: string): void {
  for (const line of cleanLines(diff).split('\n')) out.line(line.startsWith('+') ? out.paint('green', line) : line.startsWith('-') ? out.paint('red', line) : line);
  out.line();
}

const RANK: Readonly<Record<Severity, number>> = { error: 3, warning: 2, info: 1, hint: 0 };

const fails = ({ problems }: LintReport, failOn: FailOn): boolean => failOn !== 'never' && problems.some(({ severity }) => RANK[severity] >= RANK[failOn]);
