import { Command } from 'commander';

import { ageWords } from '../../core/age.js';
import type { RelatedMemory, RememberResult } from '../../core/results.js';
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
    .option('--agent <id>', 'the agent it belongs to')
    .option('--raw', 'keep the text to the byte; secrets are masked all the same')
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
            },
            cli.signal,
          );
          if (result.status !== 'saved') cli.exitCode = 1;
          if (flags.json) cli.out.json(result);
          else print(cli, result);
        });
      },
    );

function print({ out }: Cli, { status, id, path, existing, related, reason, redacted }: RememberResult): void {
  if (status === 'saved' && path !== undefined)
    out.line(`Saved ${out.shortPath(path)}  ${out.paint('dim', sanitize(id ?? ''))}`);
  else out.line(`Not saved (${status}).`);
  if (reason !== undefined) out.line(sanitize(reason));
  if (existing !== undefined) out.line(`It is ${sanitize(existing)}.`);
  printRedacted(out, redacted);
  printRelated(out, related);
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
