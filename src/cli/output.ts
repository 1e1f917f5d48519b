/** The only place that prints. Results go to stdout; notes, progress and errors to stderr. */
import { styleText } from 'node:util';

import { sanitize } from './format.js';

type Format = Parameters<typeof styleText>[0];

export interface Output {
  /** Columns a line may take; a wide value where nobody looks at a terminal. */
  readonly width: number;
  /** Whether progress may rewrite its line. */
  readonly live: boolean;
  /** Notes and progress are left out. */
  quiet: boolean;
  line(text?: string): void;
  json(value: unknown): void;
  note(text: string): void;
  error(text: string): void;
  /** Shows how far something is, in place of what it showed before. */
  progress(text: string): void;
  /** Ends the line that progress has written to. */
  endProgress(): void;
  /** Text in a colour or weight where that is wanted. */
  paint(format: Format, text: string): string;
}

/** Columns of the narrowest terminal that lines are made for, and of one that does not say. */
const NARROWEST = 40;
const USUAL = 80;

/** `closed` is called when stdout takes no more: nobody reads it (no reason), or it cannot be written (disk full, say). */
export function createOutput(env: NodeJS.ProcessEnv, closed: (reason?: string) => void): Output {
  const { stdout, stderr } = process;
  const colour = wantsColour(env, stdout.isTTY);
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
  // Nobody reads notes and errors any more: that changes neither the result nor the exit code.
  let heard = true;
  stderr.on('error', () => {
    heard = false;
  });
  const tell = (text: string): void => {
    if (heard) stderr.write(text);
  };
  const endProgress = (): void => {
    if (drawn) tell('\r\u001b[K');
    drawn = false;
  };
  const warn = (text: string): void => {
    endProgress();
    tell(`${text}\n`);
  };
  const output: Output = {
    width: stdout.isTTY ? Math.max(NARROWEST, stdout.columns || USUAL) : 160,
    live: stderr.isTTY,
    quiet: false,
    line: (text = '') => write(`${text}\n`),
    json: (value) => write(`${JSON.stringify(value, null, 2)}\n`),
    note: (text) => {
      if (!output.quiet) warn(text);
    },
    error: (text) => warn(`memdir: ${sanitize(text.replace(/\s*[\r\n]+\s*/g, ' '))}`),
    progress: (text) => {
      if (output.quiet) return;
      if (!stderr.isTTY) return warn(text);
      tell(`\r\u001b[K${text}`);
      drawn = true;
    },
    endProgress,
    paint: (format, text) => (colour ? styleText(format, text, { validateStream: false }) : text),
  };
  return output;
}

/** NO_COLOR and FORCE_COLOR as everywhere; else colours where a terminal shows them. */
function wantsColour(env: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  if (env['NO_COLOR']) return false;
  if (env['FORCE_COLOR']) return env['FORCE_COLOR'] !== '0';
  return isTerminal && env['TERM'] !== 'dumb';
}
