import { createInterface } from 'node:readline/promises';

import type { Cli } from './cli.js';
import { sanitize } from './format.js';

/** Whether a user can answer a question. */
export const isInteractive = ({ terminal }: Pick<Cli, 'terminal'>): boolean => terminal.stdin.isTTY ?? false;

/** Asks once on stderr; anything but yes counts as no. */
export async function confirm(
  { signal, terminal }: Pick<Cli, 'signal' | 'terminal'>,
  question: string,
): Promise<boolean> {
  const lines = createInterface({ input: terminal.stdin, output: terminal.stderr });
  try {
    return /^y(?:es)?$/i.test((await lines.question(`${sanitize(question)} [y/N] `, { signal })).trim());
  } finally {
    lines.close();
  }
}
