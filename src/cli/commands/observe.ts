import { Command } from 'commander';

import type { ObservationInput } from '../../core/capture/observation-input.js';
import { OWN_PROCESS } from '../../core/capture/own-tools.js';
import { MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../cli.js';
import { readText } from '../input.js';

export const observeCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('observe')
      .description(t('store an observation, with secrets masked, to turn it into drafts'))
      .argument(
        '[text]',
        t('the observation: text, or JSON with “text” or “tool” (docs/capture.md); - for standard input'),
        '-',
      ),
  ).action(async (argument: string, flags: CommonFlags) => {
    if (cli.terminal.env[OWN_PROCESS])
      throw new MemdirError('bad-input', t('Not stored: this process was started by Memdir itself.'));
    const observation = parseObservation(await readText(argument, cli.terminal));
    await withMemdir(cli, flags, async (memdir) => {
      const result = await memdir.capture.observe({ cwd: cli.cwd, ...observation }, 'command');
      if (flags.json) cli.out.json(result);
      else cli.out.line(t('Stored as {id}. “memdir queue” shows what is waiting.', { id: result.id }));
    });
  });

/** Parses JSON with `text` or `tool`; everything else, other JSON included, is text. */
function parseObservation(text: string): ObservationInput {
  if (!text.trimStart().startsWith('{')) return { text };
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && ('text' in value || 'tool' in value)
      ? (value as ObservationInput)
      : { text };
  } catch {
    return { text };
  }
}
