import { createInterface } from 'node:readline/promises';

import type { Cli } from './cli.js';

/** Whether somebody can be asked. */
export const isInteractive = (): boolean => process.stdin.isTTY;

/** Asks once; anything but yes is no. */
export async function confirm({ signal }: Pick<Cli, 'signal'>, question: string): Promise<boolean> {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await lines.question(`${question} [y/N] `, { signal })).trim());
  } finally {
    lines.close();
  }
}
