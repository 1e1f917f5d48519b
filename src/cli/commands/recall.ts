import { Command, Option } from 'commander';

import { ageWords } from '../../core/age.js';
import type { InjectResult } from '../../core/results.js';
import { addCommonFlags, type Cli, type CommonFlags, listOption, withMemdir } from '../cli.js';
import { plural, sanitize, sanitizeLines } from '../format.js';
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
      'what an agent would be given with a prompt, byte for byte, and why the rest is not',
    ),
  )
    .requiredOption('--prompt <text>', 'the prompt, or - for standard input')
    .option('--session <id>', 'as in this session of the agent: what it was given before is left out')
    .addOption(
      new Option('--select <how>', 'what chooses: search, or a language model by names and descriptions').choices([
        'hybrid',
        'model',
      ]),
    )
    .addOption(listOption('--tool <name>', 'a tool the agent used just now; may be repeated'))
    .option('--agent <id>', 'as this agent: without what belongs to another')
    .option('--mark', 'count it as given in the session')
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
      `given    ${out.shortPath(path)}  ${out.paint('dim', `${bytes} bytes${truncated ? ', cut' : ''}, ${ageWords(ageDays)}`)}`,
    );
  for (const { path, reason } of skipped)
    out.note(`skipped  ${out.shortPath(path)}  ${out.paint('dim', sanitize(reason))}`);
  if (notice !== undefined) out.note(sanitize(notice));
  out.note(
    out.paint(
      'dim',
      `${plural(memories.length, 'memory', 'memories')} given; the session has had ${plural(sessionBytes, 'byte')}.`,
    ),
  );
}
