import { Command } from 'commander';

import type { QueueState } from '../../core/results.js';
import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../cli.js';
import { plural, sanitize } from '../format.js';

interface QueueFlags extends CommonFlags {
  readonly retryDead?: boolean;
}

export const queueCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('queue').description('what waits to be made drafts of, what failed, and why nothing is worked off now'),
  )
    .option('--retry-dead', 'have everything that failed for good wait again, and lift a rest')
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
                  ? 'Nothing had failed.'
                  : `${plural(result.entries, 'observation')} will be tried again.`,
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
    `${plural(waiting, 'observation')} waiting, ${dead.toLocaleString('en')} failed, ${(bytes / 1024).toFixed(1)} KB in ${sanitize(folder)}`,
  );
  if (off !== undefined) out.line(out.paint('yellow', off));
  if (paused !== undefined) out.line(out.paint('yellow', `Resting until ${paused.until}: ${sanitize(paused.reason)}`));
  else if (retrying !== undefined)
    out.line(
      `An observation failed and is tried again, begun ${plural(retrying.times, 'time')} so far: ${sanitize(retrying.reason)}`,
    );
  else if (failures > 0) out.line(`${plural(failures, 'failure')} since the last success.`);
  if (lastFailure !== undefined)
    out.line(`The last one failed because: ${sanitize(lastFailure)} “memdir queue --retry-dead” tries again.`);
  out.line(
    out.paint(
      'dim',
      `Asked of a model on ${budget.day}: ${budget.entries.toLocaleString('en')} of ${budget.mostEntries.toLocaleString('en')} observations, ${budget.tokens.toLocaleString('en')} of ${budget.mostTokens.toLocaleString('en')} tokens`,
    ),
  );
}
