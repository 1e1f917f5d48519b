/** The subcommands of `memdir inbox` that decide upon drafts, or take decisions back. */
import { randomUUID } from 'node:crypto';

import { Command } from 'commander';

import { MemdirError } from '../../../core/errors.js';
import type { Memdir } from '../../../core/memdir.js';
import type { DecisionResult, DraftDecision } from '../../../core/results.js';
import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../../cli.js';
import { plural } from '../../format.js';
import { resolveReference } from '../../input.js';
import { INTERRUPTED } from '../../run.js';
import { resolveDecidedIds, resolveDraftId, resolveDraftIds, withDrafts } from './draft-ids.js';
import { printDecisions } from './print.js';

export const decideCommands = (cli: Cli): readonly Command[] => [
  decideCommand(cli, 'accept', 'save drafts as memories'),
  intoMemoryCommand(cli, 'merge', 'add a draft to the end of a memory', (memory) => ({ do: 'merge', into: memory })),
  intoMemoryCommand(cli, 'supersede', 'let a draft take the place of a memory', (memory) => ({
    do: 'supersede',
    memory,
  })),
  decideCommand(cli, 'reject', 'drop drafts; “undo” brings one back'),
  decideCommand(cli, 'never', 'drop drafts, and what says nearly the same in future'),
  takeBackCommand(
    cli,
    'undo',
    'take back what was decided: memories that were saved are forgotten, those they replaced come back, the drafts wait again',
  ),
  takeBackCommand(cli, 'reopen', 'have drafts that were decided upon wait again; what was saved from them stays'),
];

/** A decision that needs nothing but the drafts. */
const decideCommand = (cli: Cli, name: 'accept' | 'reject' | 'never', description: string): Command =>
  addCommonFlags(
    new Command(name)
      .description(description)
      .argument('[ids...]', 'ids of drafts, or the beginning of one; “all”: every one that waits'),
  ).action((ids: string[], flags: CommonFlags) =>
    withDrafts(cli, flags, async (memdir, drafts) => {
      if (ids.length === 0)
        throw new MemdirError(
          'bad-input',
          `Name the drafts: “memdir inbox ${name} ID”, or “memdir inbox ${name} all” for every one that waits${flags.all ? ' (with --all: in every project)' : ''}.`,
        );
      const results = await decideInBatches(cli, memdir, resolveDraftIds(ids, drafts), { do: name });
      printDecisions(cli, results, flags.json ?? false);
    }),
  );

/** A decision about one draft and one memory. */
const intoMemoryCommand = (
  cli: Cli,
  name: 'merge' | 'supersede',
  description: string,
  decision: (memory: string) => DraftDecision,
): Command =>
  addCommonFlags(
    new Command(name)
      .description(description)
      .argument('<id>', 'id of a draft, or its beginning')
      .argument('<memory>', 'id, path, name or file name of the memory'),
  ).action((id: string, memory: string, flags: CommonFlags) =>
    withDrafts(cli, flags, async (memdir, drafts) => {
      const reference = await resolveReference(cli.cwd, memory);
      const results = await memdir.inbox.decide([resolveDraftId(id, drafts)], decision(reference), cli.signal);
      printDecisions(cli, results, flags.json ?? false);
    }),
  );

const takeBackCommand = (cli: Cli, name: 'undo' | 'reopen', description: string): Command =>
  addCommonFlags(
    new Command(name)
      .description(description)
      .argument('<ids...>', 'ids of drafts; “last”: all that was decided last, in one act'),
  ).action((ids: string[], flags: CommonFlags) =>
    withMemdir(cli, flags, async (memdir) => {
      const decided = await resolveDecidedIds(memdir, ids, flags);
      printDecisions(cli, await decideInBatches(cli, memdir, decided, { do: name }), flags.json ?? false);
      if (decided.length > 0 || flags.all === true) return;
      const elsewhere = await memdir.inbox.listDecided({ everywhere: true, most: 1 });
      if (elsewhere.length > 0)
        cli.out.note(`What was decided last is of another project. “memdir inbox ${name} last --all” means that too.`);
    }),
  );

/** Drafts between two reports of progress. */
const BATCH_SIZE = 25;

/** Interrupted, it ends after the current batch: what was done is printed, the other drafts stay as they are. */
async function decideInBatches(
  cli: Cli,
  memdir: Memdir,
  ids: readonly string[],
  decision: DraftDecision,
): Promise<readonly DecisionResult[]> {
  const { out, signal } = cli;
  if (ids.length <= BATCH_SIZE) return ids.length === 0 ? [] : await memdir.inbox.decide(ids, decision, signal);
  const batchId = randomUUID();
  const results: DecisionResult[] = [];
  for (let at = 0; at < ids.length && !signal.aborted; at += BATCH_SIZE) {
    results.push(...(await memdir.inbox.decide(ids.slice(at, at + BATCH_SIZE), decision, undefined, batchId)));
    out.progress(`${results.length} of ${ids.length}`);
  }
  out.endProgress();
  if (results.length === ids.length) return results;
  cli.exitCode = INTERRUPTED;
  const left = ids.length - results.length;
  const takesBack = decision.do === 'undo' || decision.do === 'reopen';
  out.note(
    `Stopped after ${results.length} of ${plural(ids.length, 'draft')}: what is listed here stands, ${takesBack ? `${left} stay as they were decided` : `${left} still wait`}.`,
  );
  return results;
}
