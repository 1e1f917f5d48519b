import { homedir } from 'node:os';
import type { Readable, Writable } from 'node:stream';

import { reasonOf } from '../core/errors.js';
import { t } from '../core/l10n.js';

/** Where a command line runs: everything of a process that commands read and write. */
export interface Terminal {
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** Working directory. */
  readonly cwd: string;
  /** Why nothing can be found from the working directory: a sentence. */
  readonly cwdFault?: string;
  /** Home folder of the user. */
  readonly home: string;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly stderr: Writable & { readonly isTTY?: boolean };
  /** Calls the listener at each Ctrl+C, until the function that it answers is called. */
  onInterrupt(listener: () => void): () => void;
  /** Sets the exit code of a command line that has ended already. */
  failLate(code: number): void;
  /** Ends at once. */
  exit(code: number): void;
}

/**
 * The working directory of this process. One that was deleted is left for the root of the file system: Node and the processes that are started here
 * fail where they are nowhere.
 */
function workingDirectory(): Pick<Terminal, 'cwd' | 'cwdFault'> {
  try {
    return { cwd: process.cwd() };
  } catch (error) {
    const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';

    process.chdir('/');
    return {
      cwd: process.env['PWD'] ?? '/',
      cwdFault: isGone
        ? t(
            'The current folder was deleted. Change to another, or specify a memory directory by its absolute path with --dir.',
          )
        : t(
            'The current folder can’t be read: {reason}. Change to another, or specify a memory directory by its absolute path with --dir.',
            { reason: reasonOf(error) },
          ),
    };
  }
}

/** That of this process. Standard input is opened when it is read. */
export const processTerminal = (): Terminal => ({
  env: process.env,
  ...workingDirectory(),
  home: homedir(),
  get stdin() {
    return process.stdin;
  },
  get stdout() {
    return process.stdout;
  },
  get stderr() {
    return process.stderr;
  },
  onInterrupt: (listener) => {
    process.on('SIGINT', listener);
    return () => void process.off('SIGINT', listener);
  },
  failLate: (code) => {
    process.exitCode = code;
  },
  exit: (code) => process.exit(code),
});
