/** Bringing memories to other agents and scopes, and dividing and joining notes. */
import { Command, InvalidArgumentError, Option } from 'commander';

import { unifiedDiff } from '../../core/diff.js';
import { MemdirError } from '../../core/errors.js';
import { t, tPlural } from '../../core/l10n.js';
import type { Memdir } from '../../core/memdir.js';
import type {
  PrintedTransfer,
  TransferAgent,
  TransferPlan,
  TransferRequest,
  TransferScope,
} from '../../core/results.js';
import { maskForDisplay } from '../../core/secrets/secrets.js';
import { TRANSFER_AGENTS, TRANSFER_SCOPES } from '../../core/stores/transfer-results.js';
import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../cli.js';
import { confirm, isInteractive } from '../confirm.js';
import { sanitize, sanitizeLines, shownId } from '../format.js';
import { resolveReference } from '../input.js';

interface TransferFlags extends CommonFlags {
  readonly dryRun?: boolean;
  readonly print?: boolean;
  readonly yes?: boolean;
  readonly type?: string;
  readonly name?: string;
}

const idDescription = (): string => t('ID, path, name or file name of the memory');
const nameOption = (): Option => new Option('--name <name>', t('name in the new place'));

const addTransferFlags = (command: Command): Command =>
  addCommonFlags(command)
    .option('--dry-run', t('show the changes without writing them'))
    .option('--print', t('same as --dry-run'))
    .option('--yes', t('don’t ask for confirmation'));

export const copyCommand = (cli: Cli): Command =>
  addTransferFlags(
    new Command('copy')
      .description(t('copy a memory to another agent, in that agent’s format'))
      .argument('<id>', idDescription()),
  )
    .addOption(
      new Option(
        '--to <agent>',
        t('{agents}; with a scope: copilot:user, qwen:project', { agents: TRANSFER_AGENTS.join(', ') }),
      )
        .argParser(parseTarget)
        .makeOptionMandatory(),
    )
    .option('--type <type>', t('type, if that agent’s format has types'))
    .addOption(nameOption())
    .action(async (id: string, { to, type, name, ...flags }: TransferFlags & { readonly to: Target }) => {
      await run(cli, flags, { how: 'copy', ids: [id], ...to, type, name });
    });

export const moveCommand = (cli: Cli): Command =>
  addTransferFlags(
    new Command('move')
      .description(t('move a memory to another scope of the same agent'))
      .argument('<id>', idDescription()),
  )
    .addOption(new Option('--to <scope>', t('target scope')).choices(TRANSFER_SCOPES).makeOptionMandatory())
    .action(async (id: string, { to, ...flags }: TransferFlags & { readonly to: TransferScope }) => {
      await run(cli, flags, { how: 'move', ids: [id], scope: to });
    });

export const splitCommand = (cli: Cli): Command =>
  addTransferFlags(
    new Command('split')
      .description(t('split a Copilot note into one note per section'))
      .argument('<id>', idDescription()),
  ).action(async (id: string, flags: TransferFlags) => {
    await run(cli, flags, { how: 'split', ids: [id] });
  });

export const mergeCommand = (cli: Cli): Command =>
  addTransferFlags(
    new Command('merge').description(t('merge several Copilot notes into one')).argument('<id...>', idDescription()),
  )
    .addOption(nameOption())
    .action(async (ids: string[], { name, ...flags }: TransferFlags) => {
      await run(cli, flags, { how: 'merge', ids, name });
    });

type Target = Pick<TransferRequest, 'agent' | 'scope'>;

function parseTarget(text: string): Target {
  const [agent = '', scope, ...more] = text.split(':');
  if (!(TRANSFER_AGENTS as readonly string[]).includes(agent) || more.length > 0)
    throw new InvalidArgumentError(t('Specify one of {agents}.', { agents: TRANSFER_AGENTS.join(', ') }));
  if (scope !== undefined && !(TRANSFER_SCOPES as readonly string[]).includes(scope))
    throw new InvalidArgumentError(t('The scope must be one of {scopes}.', { scopes: TRANSFER_SCOPES.join(', ') }));
  return { agent: agent as TransferAgent, ...(scope === undefined ? {} : { scope: scope as TransferScope }) };
}

async function run(cli: Cli, flags: TransferFlags, { ids, ...request }: TransferRequest): Promise<void> {
  await withMemdir(cli, flags, async (memdir) => {
    const named = await Promise.all(ids.map((id) => resolveReference(cli.cwd, id)));
    const plan = await memdir.planTransfer({ ...request, ids: named });
    const files = plan.changes.map(({ path }) => path);
    const planned: PrintedTransfer = { status: 'planned', files, created: [], paths: [], forgotten: [] };
    if (!flags.json) show(cli, plan);
    if (flags.dryRun || flags.print) return flags.json ? cli.out.json(planned) : undefined;
    if (!flags.yes && !(await isConfirmed(cli, plan)))
      return flags.json ? cli.out.json(planned) : cli.out.note(t('Nothing was written.'));
    await apply(cli, memdir, plan, flags);
  });
}

async function apply(cli: Cli, memdir: Memdir, plan: TransferPlan, { json }: TransferFlags): Promise<void> {
  const report = await memdir.transfer(plan.request, plan.digest);
  if (report.status !== 'done') cli.exitCode = 1;
  if (json) return cli.out.json({ ...report, files: plan.changes.map(({ path }) => path) } satisfies PrintedTransfer);
  const { out } = cli;
  out.line(
    report.status === 'done'
      ? t('Written: {files}.', { files: report.paths.map((path) => out.shortPath(path)).join(', ') })
      : t('Nothing was written.'),
  );
  if (report.reason !== undefined) out.line(sanitize(report.reason));
  for (const id of report.forgotten) out.note(t('To restore the old one: “memdir restore {id}”.', { id: shownId(id) }));
}

/** What an agent takes by a way of its own is always asked for; the rest where a person can be asked. */
async function isConfirmed(cli: Cli, { asks, agent, changes }: TransferPlan): Promise<boolean> {
  if (isInteractive(cli)) return await confirm(cli, tPlural(changes.length, 'Change 1 file?', 'Change {n} files?'));
  if (asks)
    throw new MemdirError(
      'bad-input',
      t(
        '{agent} turns this note into memory by itself, so confirmation is required. Repeat with --yes, or with --print to see the changes first.',
        { agent },
      ),
    );
  return true;
}

/** Secrets are masked: an index may contain some. */
function show({ out }: Cli, { changes }: TransferPlan): void {
  for (const { path, before, after } of changes)
    if (after === undefined) out.line(t('Forgotten: {path}', { path: out.shortPath(path) }));
    else
      out.line(
        sanitizeLines(
          unifiedDiff(
            out.shortPath(path),
            before === undefined ? undefined : maskForDisplay(before),
            maskForDisplay(after),
          ),
        ),
      );
}
