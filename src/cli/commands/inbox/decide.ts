/** The subcommands of `memdir inbox` that decide upon drafts, or take decisions back. */
import { randomUUID } from 'node:crypto';

import { Command } from 'commander';

import { MemdirError } from '../../../core/errors.js';
import { t } from '../../../core/l10n.js';
import type { Memdir } from '../../../core/memdir.js';
import type { DecisionResult, DraftDecision } from '../../../core/results.js';
import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../../cli.js';
import { resolveReference } from '../../input.js';
import { INTERRUPTED } from '../../run.js';
import { resolveDecidedIds, resolveDraftId, resolveDraftIds, withDrafts } from './draft-ids.js';
import { printDecisions } from './print.js';

export const decideCommands = (cli: Cli): readonly Command[] => [
  decideCommand(cli, 'accept', t('save drafts as memories')),
  intoMemoryCommand(cli, 'merge', t('add a draft to the end of a memory'), (memory) => ({ do: 'merge', into: memory })),
  intoMemoryCommand(cli, 'supersede', t('replace a memory with a draft'), (memory) => ({
    do: 'supersede',
    memory,
  })),
  decideCommand(cli, 'reject', t('reject drafts; “undo” restores them')),
  decideCommand(cli, 'never', t('reject drafts, and similar ones in the future')),
  takeBackCommand(
    cli,
    'undo',
    t('undo decisions: saved memories are forgotten, replaced ones restored, and the drafts are pending again'),
  ),
  takeBackCommand(cli, 'reopen', t('make decided drafts pending again; what was saved from them stays')),
];

/** A decision that needs nothing but the drafts. */
const decideCommand = (cli: Cli, name: 'accept' | 'reject' | 'never', description: string): Command =>
  addCommonFlags(
    new Command(name)
      .description(description)
      .argument('[ids...]', t('IDs of drafts, or their first characters; “all” for every pending draft')),
  ).action((ids: string[], flags: CommonFlags) =>
    withDrafts(cli, flags, async (memdir, drafts) => {
      if (ids.length === 0)
        throw new MemdirError(
          'bad-input',
          flags.all
            ? t(
                'No draft specified. Use “memdir inbox {command} ID”, or “memdir inbox {command} all” for every draft in all projects.',
                { command: name },
              )
            : t(
                'No draft specified. Use “memdir inbox {command} ID”, or “memdir inbox {command} all” for every draft.',
                { command: name },
              ),
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
      .argument('<id>', t('ID of a draft, or its first characters'))
      .argument('<memory>', t('ID, path, name or file name of the memory')),
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
      .argument('<ids...>', t('IDs of drafts; “last” for all drafts of the last decision')),
  ).action((ids: string[], flags: CommonFlags) =>
    withMemdir(cli, flags, async (memdir) => {
      const decided = await resolveDecidedIds(memdir, ids, flags);
      printDecisions(cli, await decideInBatches(cli, memdir, decided, { do: name }), flags.json ?? false);
      if (decided.length > 0 || flags.all === true) return;
      const elsewhere = await memdir.inbox.listDecided({ everywhere: true, most: 1 });
      if (elsewhere.length > 0)
        cli.out.note(
          t('The last decision was made in another project. Use “memdir inbox {command} last --all” to include it.', {
            command: name,
          }),
        );
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
    out.progress(t('{done} of {total}', { done: results.length, total: ids.length }));
  }
  out.endProgress();
  if (results.length === ids.length) return results;
  cli.exitCode = INTERRUPTED;
  const left = ids.length - results.length;
  const takesBack = decision.do === 'undo' || decision.do === 'reopen';
  out.note(
    takesBack
      ? t('Stopped after {done} of {total} drafts. The decisions listed here were undone; {left} remain.', {
          done: results.length,
          total: ids.length,
          left,
        })
      : t('Stopped after {done} of {total} drafts. The decisions listed here were made; {left} are still pending.', {
          done: results.length,
          total: ids.length,
          left,
        }),
  );
  return results;
}
