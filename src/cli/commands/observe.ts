import { Command } from 'commander';

import type { ObservationInput } from '../../core/capture/observation-input.js';
import { OWN_PROCESS } from '../../core/capture/own-tools.js';
import { MemdirError } from '../../core/errors.js';
import { addCommonFlags, type Cli, type CommonFlags, withMemdir } from '../cli.js';
import { readText } from '../input.js';

export const observeCommand = (cli: Cli): Command =>
  addCommonFlags(
    new Command('observe')
      .description('keep one observation, secrets masked, to be made drafts of memories of')
      .argument(
        '[text]',
        'what was seen: text, or JSON with “text” or “tool” (docs/capture.md); - for standard input',
        '-',
      ),
  ).action(async (argument: string, flags: CommonFlags) => {
    if (cli.terminal.env[OWN_PROCESS])
      throw new MemdirError('bad-input', 'Memdir started this process itself, and does not observe itself.');
    const observation = parseObservation(await readText(argument, cli.terminal));
    await withMemdir(cli, flags, async (memdir) => {
      const result = await memdir.capture.observe({ cwd: cli.cwd, ...observation }, 'command');
      if (flags.json) cli.out.json(result);
      else cli.out.line(`Kept as ${result.id}. “memdir queue” says what waits.`);
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
