import { createInterface } from 'node:readline/promises';

import { sanitize } from './format.js';
import type { Terminal } from './terminal.js';

interface Asking {
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
}

/** Whether a user can answer a question. */
export const isInteractive = ({ terminal }: Pick<Asking, 'terminal'>): boolean => terminal.stdin.isTTY ?? false;

/** Asks once on stderr; anything but yes counts as no. */
export async function confirm({ signal, terminal }: Asking, question: string): Promise<boolean> {
  const lines = createInterface({ input: terminal.stdin, output: terminal.stderr });
  try {
    return /^y(?:es)?$/i.test((await lines.question(`${sanitize(question)} [y/N] `, { signal })).trim());
  } finally {
    lines.close();
  }
}
