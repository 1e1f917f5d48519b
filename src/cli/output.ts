/** The only place that prints. Results go to stdout; notes, progress and errors to stderr. Whatever a command passes, nothing reaches a terminal that controls it or is hidden in it. */
import { styleText } from 'node:util';

import { maskFieldsForDisplay } from '../core/secrets/secrets.js';
import { sanitize, sanitizeColoured, sanitizeLines, shortPath, toJson } from './format.js';
import type { Terminal } from './terminal.js';

type Format = Parameters<typeof styleText>[0];

export interface Output {
  /** Columns of a line; a large value when stdout is no terminal. */
  readonly width: number;
  /** Whether progress rewrites its line. */
  readonly live: boolean;
  /** Whether notes and progress are omitted. */
  quiet: boolean;
  line(text?: string): void;
  json(value: unknown): void;
  note(text: string): void;
  error(text: string): void;
  /** Shows progress in place of the former one. */
  progress(text: string): void;
  /** Ends the line of progress. */
  endProgress(): void;
  /** Formats text where colours are enabled. */
  paint(format: Format, text: string): string;
  /** See {@link shortPath}. */
  shortPath(path: string): string;
}

/** Columns at least, and of a terminal without a known width. */
const MIN_WIDTH = 40;
const DEFAULT_WIDTH = 80;

/** `closed` is called when stdout fails: without a reason for a closed pipe, else with one, such as a full disk. */
export function createOutput(terminal: Terminal, closed: (reason?: string) => void): Output {
  const { stdout, stderr } = terminal;
  const colour = wantsColour(terminal.env, stdout.isTTY ?? false);
  const clean = colour ? sanitizeColoured : sanitizeLines;
  let open = true;
  let drawn = false;
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    open = false;
    if (error.code === 'EPIPE') closed();
    else closed(error.message);
  });
  const write = (text: string): void => {
    if (open) stdout.write(text);
  };
  // A closed stderr changes neither the result nor the exit code.
  let stderrOpen = true;
  stderr.on('error', () => {
    stderrOpen = false;
  });
  const writeError = (text: string): void => {
    if (stderrOpen) stderr.write(text);
  };
  const endProgress = (): void => {
    if (drawn) writeError('\r\u001b[K');
    drawn = false;
  };
  const warn = (text: string): void => {
    endProgress();
    writeError(`${clean(text)}\n`);
  };
  const output: Output = {
    width: stdout.isTTY ? Math.max(MIN_WIDTH, stdout.columns || DEFAULT_WIDTH) : 160,
    live: stderr.isTTY ?? false,
    quiet: false,
    line: (text = '') => write(`${clean(text)}\n`),
    json: (value) => write(`${toJson(maskFieldsForDisplay(value), 2)}\n`),
    note: (text) => {
      if (!output.quiet) warn(text);
    },
    error: (text) => warn(`memdir: ${sanitize(text.replace(/\s*[\r\n]+\s*/g, ' '))}`),
    progress: (text) => {
      if (output.quiet) return;
      if (!stderr.isTTY) return warn(text);
      writeError(`\r\u001b[K${clean(text)}`);
      drawn = true;
    },
    endProgress,
    paint: (format, text) => (colour ? styleText(format, text, { validateStream: false }) : text),
    shortPath: (path) => shortPath(path, terminal),
  };
  return output;
}

/** Follows NO_COLOR and FORCE_COLOR; else colours in a capable terminal. */
function wantsColour(env: Terminal['env'], isTerminal: boolean): boolean {
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR']) return env['FORCE_COLOR'] !== '0';
  return isTerminal && env['TERM'] !== 'dumb';
}
