import { Command, Option } from 'commander';

import { ageWords } from '../../core/age.js';
import { t, tPlural } from '../../core/l10n.js';
import type { InjectResult } from '../../core/results.js';
import { addCommonFlags, type Cli, type CommonFlags, listOption, withMemdir } from '../cli.js';
import { pad, sanitize, sanitizeLines } from '../format.js';
import { readText } from '../input.js';

interface RecallFlags extends CommonFlags {
  readonly prompt: string;
  readonly session?: string;
  readonly select?: 'hybrid' | 'model';
  readonly tool?: readonly string[];
  readonly mark?: boolean;
  readonly agent?: string;
}

/** Milliseconds that the search may wait for the model and for vectors of recent changes. */
const DEADLINE_MS = 15_000;

export const recallCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('recall').description(
      t('show what an agent would get with a prompt, byte for byte, and why other memories are left out'),
    ),
  )
    .requiredOption('--prompt <text>', t('the prompt, or - for standard input'))
    .option('--session <id>', t('as in this session: leaves out what the session already got'))
    .addOption(
      new Option(
        '--select <how>',
        t('how to choose: by search, or by a language model from names and descriptions'),
      ).choices(['hybrid', 'model']),
    )
    .addOption(listOption('--tool <name>', t('a tool the agent just used; can be repeated')))
    .option('--agent <id>', t('as this agent: without what belongs to other agents'))
    .option('--mark', t('record the memories as given in the session'))
    .action(async ({ prompt: argument, session, select, tool, agent, mark = false, ...flags }: RecallFlags) => {
      const prompt = await readText(argument, cli.terminal);
      await withMemdir(cli, flags, async (memdir) => {
        const result = await memdir.inject(
          {
            prompt,
            mark,
            deadline: DEADLINE_MS,
            ...(session === undefined ? {} : { session }),
            ...(select === undefined ? {} : { select }),
            ...(tool === undefined ? {} : { tools: tool }),
            ...(agent === undefined ? {} : { reader: agent }),
          },
          cli.signal,
        );
        if (flags.json) cli.out.json(result);
        else print(cli, result);
      });
    });

function print({ out }: Cli, { memories, text, sessionBytes, skipped, notice }: InjectResult): void {
  if (text !== '') out.line(sanitizeLines(text));
  for (const { path, bytes, truncated, ageDays } of memories)
    out.note(
      `${pad(t('given'), 7)}  ${out.shortPath(path)}  ${out.paint('dim', truncated ? t('{n} bytes, truncated, {age}', { n: bytes, age: ageWords(ageDays) }) : t('{n} bytes, {age}', { n: bytes, age: ageWords(ageDays) }))}`,
    );
  for (const { path, reason } of skipped)
    out.note(`${pad(t('skipped'), 7)}  ${out.shortPath(path)}  ${out.paint('dim', sanitize(reason))}`);
  if (notice !== undefined) out.note(sanitize(notice));
  out.note(
    out.paint(
      'dim',
      t('{memories} given; {bytes} in this session so far.', {
        memories: tPlural(memories.length, '1 memory', '{n} memories'),
        bytes: tPlural(sessionBytes, '1 byte', '{n} bytes'),
      }),
    ),
  );
}
