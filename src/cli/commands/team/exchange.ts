/** `memdir team export` and `import`: the files of the team's server as JSON Lines. */
import { resolve } from 'node:path';

import { Command } from 'commander';

import { t, tPlural } from '../../../core/l10n.js';
import type { PrintedTeamExport, PrintedTeamImport, TeamImport } from '../../../core/results.js';
import { parseTeamLine, type TeamText } from '../../../core/team/exchange.js';
import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../../cli.js';
import { sanitize, toJson } from '../../format.js';
import { jsonLines, readExport, saveExport } from '../exchange.js';

interface ExportFlags extends CommonFlags {
  readonly force?: boolean;
}

export const exchangeCommands = (cli: Cli): Command[] => [
  addCommonFlags(
    new Command('export')
      .description(t('export the server’s files of this repository as JSON Lines, exactly as they are'))
      .argument('<file>', t('where to write, or - for standard output')),
  )
    .option('--force', t('replace an existing file'))
    .action((file: string, flags: ExportFlags) => exportTo(cli, file, flags)),
  addCommonFlags(
    new Command('import')
      .description(
        t('add files from an export to the server; nothing is overwritten; exits 1 when some weren’t imported'),
      )
      .argument('<file>', t('JSON Lines, or - for standard input')),
  ).action((file: string, flags: CommonFlags) => importFrom(cli, file, flags)),
];

const exportTo = (cli: Cli, file: string, { force, json, ...flags }: ExportFlags): Promise<void> =>
  withMemdir(
    cli,
    flags,
    async (memdir) => {
      const { repository, lines } = await memdir.team.export(cli.signal);
      const texts = lines.map((line) => toJson(line));
      if (file === '-') return texts.forEach((line) => cli.out.line(line));
      await saveExport(resolve(cli.cwd, file), texts.map((line) => `${line}\n`).join(''), force ?? false);
      if (json) cli.out.json({ repository, exported: lines.length } satisfies PrintedTeamExport);
      else
        cli.out.line(
          tPlural(lines.length, 'Exported 1 file of {repository}.', 'Exported {n} files of {repository}.', {
            repository: sanitize(repository),
          }),
        );
    },
    { mayBeMissing: true },
  );

async function importFrom(cli: Cli, file: string, { json, ...flags }: CommonFlags): Promise<void> {
  const given: TeamText[] = [];
  const rejected: { readonly line: number; readonly reason: string }[] = [];
  for (const { line, value, reason } of jsonLines(await readExport(cli, file))) {
    const text = reason === undefined ? parseTeamLine(value) : { reason };
    if ('reason' in text) rejected.push({ line, reason: text.reason });
    else given.push(text);
  }
  await withMemdir(
    cli,
    flags,
    async (memdir) => {
      const report = await memdir.team.import(given, cli.signal);
      if (rejected.length + report.blocked.length + report.conflicts.length > 0) cli.exitCode = 1;
      if (json) return cli.out.json({ ...report, rejected } satisfies PrintedTeamImport);
      print(cli, report);
      for (const { line, reason } of rejected)
        cli.out.line(`  ${t('line {line}: {reason}', { line, reason: sanitize(reason) })}`);
    },
    { mayBeMissing: true },
  );
}

function print({ out }: Cli, { repository, saved, same, conflicts, blocked }: TeamImport): void {
  out.line(
    [
      tPlural(saved, 'Imported 1 file into {repository}.', 'Imported {n} files into {repository}.', {
        repository: sanitize(repository),
      }),
      ...(same > 0 ? [tPlural(same, '1 already existed.', '{n} already existed.')] : []),
    ].join(' '),
  );
  for (const key of conflicts)
    out.line(t('Not imported: {path}. The server has another text.', { path: sanitize(key) }));
  for (const { key, reason } of blocked)
    out.line(t('Not shared: {path}. {reason}', { path: sanitize(key), reason: sanitize(reason) }));
}
