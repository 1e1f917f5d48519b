/** Log lines for diagnosis. They name files, but never contain text of a memory or a secret. */
import { appendFileSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

import { messageOf } from '../core/errors.js';
import type { Log } from '../core/ports/log.js';
import { MEGABYTE } from '../core/units.js';
import { codeOf } from './error-codes.js';

export type LogLevel = 'info' | 'warn' | 'error';
const RANK: Readonly<Record<LogLevel, number>> = { info: 0, warn: 1, error: 2 };

/** Takes one line without its end. */
export type LogSink = (line: string, level: LogLevel) => void;

export interface LogOptions {
  readonly sink: LogSink;
  /** Lines below this level are dropped. Default `info`. */
  readonly level?: LogLevel;
  /** Written as `~`, so that a log can be shown to others without the user's name. */
  readonly home: string;
  /** Masks secrets in a line. A function, so that a hook loads the rules only when it logs. */
  readonly mask: (text: string) => string;
}

export function createLog({ sink, level = 'info', home, mask }: LogOptions): Log {
  const safe = (text: string): string =>
    mask(home.length > 1 ? text.replaceAll(home, '~') : text).replace(/[\r\n]+/g, ' ⏎ ');
  const write = (at: LogLevel, message: string): void => {
    if (RANK[at] >= RANK[level]) sink(safe(message), at);
  };
  return {
    info: (message) => write('info', message),
    warn: (message) => write('warn', message),
    error: (message, cause) => write('error', cause === undefined ? message : `${message}: ${messageOf(cause)}`),
  };
}

/** Bytes after which a log file is set aside as `<file>.1`. */
const ROTATE_AT = MEGABYTE;

/** Appends to a file. After a failed write it stops logging, and never fails its caller. */
export function fileSink(file: string): LogSink {
  let usable = true;
  return (line, level) => {
    if (!usable) return;
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > ROTATE_AT) setAside(file);
      appendFileSync(file, `${new Date().toISOString()} ${level} ${line}\n`, { mode: 0o600 });
    } catch {
      usable = false;
    }
  };
}

function setAside(file: string): void {
  try {
    renameSync(file, `${file}.1`);
  } catch (error) {
    // Another process rotated it in the same moment.
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}
