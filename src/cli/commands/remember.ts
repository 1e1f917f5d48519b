import { Command } from 'commander';

import { ageWords } from '../../core/age.js';
import { t, tPlural } from '../../core/l10n.js';
import type { Author, RelatedMemory, RememberResult, WordReport } from '../../core/results.js';
import { wordSentences } from '../../core/write/word-report.js';
import { addCommonFlags, type Cli, type CommonFlags, listOption, withMemdir } from '../cli.js';
import { sanitize, shownId } from '../format.js';
import { readText } from '../input.js';

interface RememberFlags extends CommonFlags {
  readonly type?: string;
  readonly name?: string;
  readonly description?: string;
  readonly repo?: readonly string[];
  readonly tag?: readonly string[];
  readonly agent?: string;
  readonly raw?: boolean;
  readonly team?: boolean;
}

export const rememberCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('remember')
      .description(t('save a memory; exits 1 when it wasn’t saved'))
      .argument('<text>', t('what to remember, or - for standard input')),
  )
    .option('--type <type>', t('user, feedback, project, reference, decision … (default: project)'))
    .option('--name <name>', t('default: generated from the text'))
    .option('--description <text>', t('default: its first sentence'))
    .addOption(listOption('--repo <name>', t('a repository it is about; can be repeated')))
    .addOption(listOption('--tag <tag>', t('can be repeated')))
    .option('--agent <id>', t('the agent that writes and owns it; its text is distilled'))
    .option('--raw', t('keep the text exactly as it is, however short; secrets are still masked'))
    .option('--team', t('into the team’s memory'))
    .action(
      async (argument: string, { type, name, description, repo, tag, agent, raw, team, ...flags }: RememberFlags) => {
        const content = await readText(argument, cli.terminal);
        await withMemdir(cli, flags, async (memdir) => {
          const result = await memdir.remember(
            {
              content,
              ...(type === undefined ? {} : { type }),
              ...(name === undefined ? {} : { name }),
              ...(description === undefined ? {} : { description }),
              ...(repo === undefined ? {} : { repos: repo }),
              ...(tag === undefined ? {} : { tags: tag }),
              ...(agent === undefined ? {} : { agentId: agent }),
              ...(raw ? { raw } : {}),
              ...(team ? { team } : {}),
              author: authorOf(cli, agent),
            },
            cli.signal,
          );
          if (result.status !== 'saved') cli.exitCode = 1;
          if (flags.json) cli.out.json(result);
          else print(cli, result, agent);
        });
      },
    );

/** Who wrote the text: an agent where one is named, and in a shell that Claude Code started. */
export const authorOf = ({ terminal: { env } }: Cli, agent: string | undefined): Author =>
  agent !== undefined || env['CLAUDECODE'] ? 'agent' : 'person';

function print(cli: Cli, result: RememberResult, agent: string | undefined): void {
  const { out } = cli;
  const { status, id, path, existing, related, reason, redacted } = result;
  if (status === 'saved' && path !== undefined)
    out.line(`${t('Saved {path}', { path: out.shortPath(path) })}  ${out.paint('dim', shownId(id ?? ''))}`);
  else out.line(t('Not saved ({status}).', { status }));
  if (reason !== undefined) out.line(sanitize(reason));
  printInsist(cli, result, agent);
  if (existing !== undefined) out.line(t('Existing memory: {id}.', { id: shownId(existing) }));
  printMasked(out, redacted);
  printWords(out, result, id);
  printRelated(out, related);
}

/** What a person may do who wants a text saved that is refused as none. */
export function printInsist(cli: Cli, { trifle }: { readonly trifle?: true }, agent: string | undefined): void {
  if (trifle && authorOf(cli, agent) === 'person') cli.out.line(t('Repeat with --raw to save it anyway.'));
}

/** What became of the words of a text. */
export function printWords(out: Cli['out'], report: WordReport, id: string | undefined): void {
  for (const sentence of wordSentences(report)) out.line(sanitize(sentence));
  const { distilled } = report;
  if (distilled === undefined || id === undefined) return;
  out.line(t('Without first-person wording, names and contact details, it would read:'));
  for (const line of distilled.trim().split(/\r?\n/)) out.line(`  ${sanitize(line)}`);
  out.line(out.paint('dim', t('“memdir update {id} -” replaces it with another text.', { id: shownId(id) })));
}

export function printMasked(out: Cli['out'], redacted: number): void {
  if (redacted > 0) out.line(tPlural(redacted, '1 secret masked.', '{n} secrets masked.'));
}

/** Related memories, the newer first, because one of them may be outdated. */
export function printRelated(out: Cli['out'], related: readonly RelatedMemory[] | undefined): void {
  if (related === undefined || related.length === 0) return;
  out.line(t('Similar memories; check whether they contradict:'));
  for (const { id, name, ageDays, contradicts } of related)
    out.line(
      `  ${sanitize(name)}  ${out.paint('dim', `${ageWords(ageDays)}  ${shownId(id)}`)}${contradicts ? `  ${out.paint('yellow', `[${t('contradicts')}]`)}` : ''}`,
    );
}
