import { homedir } from 'node:os';
import type { Readable, Writable } from 'node:stream';

/** Where a command line runs: everything of a process that commands read and write. */
export interface Terminal {
  readonly env: Readonly<NodeJS.ProcessEnv>;
  /** Working directory. */
  readonly cwd: string;
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

/** That of this process. Standard input is opened when it is read. */
export const processTerminal = (): Terminal => ({
  env: process.env,
  cwd: process.cwd(),
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
