import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { Command } from 'commander';

import { MemdirError, messageOf } from '../../core/errors.js';
import { t, tPlural } from '../../core/l10n.js';
import type { ImportedMemory, ImportReport, PrintedExport } from '../../core/results.js';
import { isIndexLine } from '../../core/team/exchange.js';
import { parseImported } from '../../core/write/import-memory.js';
import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../cli.js';
import { sanitize, toJson } from '../format.js';
import { decodeUtf8, readText } from '../input.js';

interface ExportFlags extends CommonFlags {
  readonly force?: boolean;
  readonly agent?: string;
}

export const exportCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('export')
      .description(
        t(
          'export all memories with their metadata as JSON Lines; secrets are masked; exits 1 when some couldn’t be read',
        ),
      )
      .argument('<file>', t('where to write, or - for standard output')),
  )
    .option('--force', t('replace an existing file'))
    .option('--agent <id>', t('as this agent: without what belongs to other agents'))
    .action(async (file: string, flags: ExportFlags) => {
      await withMemdir(cli, flags, async (memdir) => {
        const { memories, left } = await memdir.export(flags.agent);
        const lines = memories.map((memory) => toJson(memory));
        for (const { path, reason } of left) cli.out.error(t('{path} wasn’t exported. {reason}', { path, reason }));
        if (left.length > 0) cli.exitCode = 1;
        const masked = memories.filter((memory) => memory.masked).length;
        if (masked > 0)
          cli.out.note(
            tPlural(
              masked,
              'Secrets in 1 memory are masked in the export.',
              'Secrets in {n} memories are masked in the export.',
            ),
          );
        if (file === '-') return lines.forEach((line) => cli.out.line(line));
        await saveExport(resolve(cli.cwd, file), lines.map((line) => `${line}\n`).join(''), flags.force ?? false);
        if (flags.json) cli.out.json({ exported: memories.length, left } satisfies PrintedExport);
        else cli.out.line(tPlural(memories.length, 'Exported 1 memory.', 'Exported {n} memories.'));
      });
    });

/** Writes an export; another file is not replaced without `force`. */
export async function saveExport(path: string, text: string, force: boolean): Promise<void> {
  try {
    await writeFile(path, text, { encoding: 'utf8', mode: 0o600, flag: force ? 'w' : 'wx' });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new MemdirError(
        'bad-input',
        t('{path} already exists. Choose another name, or use --force to replace it.', { path }),
        {
          cause: error,
        },
      );
    throw new MemdirError(
      'unavailable',
      t('The export couldn’t be written: {reason}. Choose another location.', { reason: messageOf(error) }),
      {
        cause: error,
      },
    );
  }
}

interface ImportFlags extends CommonFlags {
  readonly team?: boolean;
  readonly agent?: string;
}

export const importCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('import')
      .description(t('import memories from an export; nothing is overwritten; exits 1 when some weren’t imported'))
      .argument('<file>', t('JSON Lines, or - for standard input')),
  )
    .option('--team', t('into the team’s memory'))
    .option('--agent <id>', t('as this agent: what belongs to other agents isn’t imported'))
    .action(async (file: string, { team, agent, ...flags }: ImportFlags) => {
      const { memories, numbers, rejected } = parse(await readExport(cli, file));
      await withMemdir(cli, flags, async (memdir) => {
        const report = await memdir.import(
          memories,
          { ...(team ? { team } : {}), ...(agent === undefined ? {} : { agentId: agent }) },
          cli.signal,
        );
        const refused = [
          ...rejected,
          ...report.rejected.map(({ line, reason }) => ({ line: numbers[line - 1] ?? line, reason })),
        ].sort((a, b) => a.line - b.line);
        if (refused.length > 0) cli.exitCode = 1;
        print(cli, { ...report, rejected: refused }, flags.json ?? false);
      });
    });

/** Text of an export. */
export async function readExport({ cwd, terminal }: Cli, file: string): Promise<string> {
  if (file === '-') return await readText('-', terminal);
  const bytes = await readFile(resolve(cwd, file)).catch((error: unknown) => {
    throw new MemdirError('bad-input', t('{file} can’t be read: {reason}.', { file, reason: messageOf(error) }), {
      cause: error,
    });
  });
  return decodeUtf8(bytes, file);
}

interface Parsed {
  readonly memories: ImportedMemory[];
  /** Line of each memory in the file, from 1. */
  readonly numbers: number[];
  readonly rejected: { readonly line: number; readonly reason: string }[];
}

function parse(text: string): Parsed {
  const parsed: Parsed = { memories: [], numbers: [], rejected: [] };
  for (const { line, value, reason } of jsonLines(text)) {
    if (isIndexLine(value)) continue;
    const memory = reason === undefined ? parseImported(value) : { reason };
    if ('reason' in memory) parsed.rejected.push({ line, reason: memory.reason });
    else {
      parsed.memories.push(memory);
      parsed.numbers.push(line);
    }
  }
  return parsed;
}

/** Values of the lines that are not empty, with their numbers from 1; `reason`: why a line has none. */
export function* jsonLines(
  text: string,
): Generator<{ readonly line: number; readonly value?: unknown; readonly reason?: string }> {
  for (const [at, line] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries())
    if (line.trim() !== '') yield { line: at + 1, ...valueOf(line) };
}

function valueOf(line: string): { readonly value: unknown } | { readonly reason: string } {
  try {
    return { value: JSON.parse(line) as unknown };
  } catch {
    // The parser's message quotes the text, which may contain a secret.
    return { reason: t('It isn’t JSON.') };
  }
}

function print({ out }: Cli, report: ImportReport, json: boolean): void {
  if (json) return out.json(report);
  const { saved, duplicates, rejected, redacted, renamed, unlisted } = report;
  out.line(
    [
      tPlural(saved, 'Imported 1 memory.', 'Imported {n} memories.'),
      ...(duplicates > 0 ? [tPlural(duplicates, '1 already existed.', '{n} already existed.')] : []),
      ...(redacted > 0 ? [tPlural(redacted, '1 secret masked.', '{n} secrets masked.')] : []),
    ].join(' '),
  );
  if (renamed > 0)
    out.line(
      tPlural(
        renamed,
        'Invisible characters were removed from 1 file name.',
        'Invisible characters were removed from {n} file names.',
      ),
    );
  if (unlisted !== undefined) out.line(sanitize(unlisted));
  for (const { line, reason } of rejected)
    out.line(`  ${t('line {line}: {reason}', { line, reason: sanitize(reason) })}`);
}
