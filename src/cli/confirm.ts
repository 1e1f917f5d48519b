import { createInterface } from 'node:readline/promises';

import type { Cli } from './cli.js';

/** Whether a user can answer a question. */
export const isInteractive = (): boolean => process.stdin.isTTY;

/** Asks once on stderr; anything but yes counts as no. */
export async function confirm({ signal }: Pick<Cli, 'signal'>, question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await lines.question(`${question} [y/N] `, { signal })).trim());
  } finally {
    lines.close();
  }
}
