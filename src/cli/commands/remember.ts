import { Command } from 'commander';

import { ageWords } from '../../core/age.js';
import type { Author, RelatedMemory, RememberResult, WordReport } from '../../core/results.js';
import { wordSentences } from '../../core/write/word-report.js';
import { addCommonFlags, type Cli, type CommonFlags, listOption, withMemdir } from '../cli.js';
import { plural, sanitize } from '../format.js';
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
      .description('save one memory; exits 1 when it was not saved')
      .argument('<text>', 'what to remember, or - for standard input'),
  )
    .option('--type <type>', 'user, feedback, project, reference, decision … (default: project)')
    .option('--name <name>', 'default: its first words')
    .option('--description <text>', 'default: its first sentence')
    .addOption(listOption('--repo <name>', 'a repository it is about; may be repeated'))
    .addOption(listOption('--tag <tag>', 'may be repeated'))
    .option('--agent <id>', 'the agent that writes it and to which it belongs; its text is distilled')
    .option('--raw', 'keep the text to the byte, however short it is; secrets are masked all the same')
    .option('--team', 'into the memory of the team')
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
    out.line(`Saved ${out.shortPath(path)}  ${out.paint('dim', sanitize(id ?? ''))}`);
  else out.line(`Not saved (${status}).`);
  if (reason !== undefined) out.line(sanitize(reason));
  printInsist(cli, result, agent);
  if (existing !== undefined) out.line(`It is ${sanitize(existing)}.`);
  printRedacted(out, redacted);
  printWords(out, result, id);
  printRelated(out, related);
}

/** What a person may do who wants a text saved that is refused as none. */
export function printInsist(cli: Cli, { trifle }: { readonly trifle?: true }, agent: string | undefined): void {
  if (trifle && authorOf(cli, agent) === 'person') cli.out.line('Repeat with --raw to save it all the same.');
}

/** What became of the words of a text. */
export function printWords(out: Cli['out'], report: WordReport, id: string | undefined): void {
  for (const sentence of wordSentences(report)) out.line(sanitize(sentence));
  const { distilled } = report;
  if (distilled === undefined || id === undefined) return;
  out.line('Without first person, names and contacts it would read:');
  for (const line of distilled.trim().split(/\r?\n/)) out.line(`  ${sanitize(line)}`);
  out.line(out.paint('dim', `“memdir update ${sanitize(id)} -” takes a text in its place.`));
}

export function printRedacted(out: Cli['out'], redacted: number): void {
  if (redacted > 0) out.line(`${plural(redacted, 'secret')} masked.`);
}

/** Related memories, the newer first, because one of them may be outdated. */
export function printRelated(out: Cli['out'], related: readonly RelatedMemory[] | undefined): void {
  if (related === undefined || related.length === 0) return;
  out.line('Close to it; check whether they contradict:');
  for (const { id, name, ageDays, contradicts } of related)
    out.line(
      `  ${sanitize(name)}  ${out.paint('dim', `${ageWords(ageDays)}  ${sanitize(id)}`)}${contradicts ? `  ${out.paint('yellow', '[says otherwise]')}` : ''}`,
    );
}
