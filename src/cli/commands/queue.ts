import { Command } from 'commander';

import { t, tPlural } from '../../core/l10n.js';
import { decimal, grouped } from '../../core/numbers.js';
import type { QueueState } from '../../core/results.js';
import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../cli.js';
import { sanitize } from '../format.js';

interface QueueFlags extends CommonFlags {
  readonly retryDead?: boolean;
}

export const queueCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('queue').description(t('show waiting and failed observations, and why none are processed now')),
  )
    .option('--retry-dead', t('retry everything that failed, and end a pause'))
    .action(async ({ retryDead, ...flags }: QueueFlags) => {
      await withMemdir(
        cli,
        flags,
        async ({ capture }) => {
          const { out } = cli;
          if (retryDead) {
            const result = await capture.retryDead();
            if (flags.json) out.json(result);
            else
              out.line(
                result.entries === 0
                  ? t('No failed observations.')
                  : tPlural(result.entries, '1 observation will be retried.', '{n} observations will be retried.'),
              );
            return;
          }
          const state = await capture.queue();
          if (flags.json) out.json(state);
          else printState(cli, state);
        },
        { mayBeMissing: true },
      );
    });

function printState(
  { out }: Cli,
  { folder, waiting, dead, lastFailure, bytes, off, paused, failures, retrying, budget }: QueueState,
): void {
  out.line(
    t('{waiting}, {failed} failed, {size} KB in {folder}', {
      waiting: tPlural(waiting, '1 observation waiting', '{n} observations waiting'),
      failed: grouped(dead),
      size: decimal(bytes / 1024, 1),
      folder: sanitize(folder),
    }),
  );
  if (off !== undefined) out.line(out.paint('yellow', off));
  if (paused !== undefined)
    out.line(
      out.paint('yellow', t('Paused until {time}: {reason}', { time: paused.until, reason: sanitize(paused.reason) })),
    );
  else if (retrying !== undefined)
    out.line(
      tPlural(
        retrying.times,
        'An observation failed and is being retried (1 attempt so far): {reason}',
        'An observation failed and is being retried ({n} attempts so far): {reason}',
        { reason: sanitize(retrying.reason) },
      ),
    );
  else if (failures > 0)
    out.line(tPlural(failures, '1 failure since the last success.', '{n} failures since the last success.'));
  if (lastFailure !== undefined)
    out.line(t('Last failure: {reason} “memdir queue --retry-dead” retries it.', { reason: sanitize(lastFailure) }));
  out.line(
    out.paint(
      'dim',
      t('Sent to a model on {day}: {entries} of {mostEntries} observations, {tokens} of {mostTokens} tokens', {
        day: budget.day,
        entries: grouped(budget.entries),
        mostEntries: grouped(budget.mostEntries),
        tokens: grouped(budget.tokens),
        mostTokens: grouped(budget.mostTokens),
      }),
    ),
  );
}
