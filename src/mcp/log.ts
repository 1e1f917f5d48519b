/** Log lines for the client, at the level it asks for. They name files, never what a memory says. */
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { LoggingLevel } from '@modelcontextprotocol/sdk/types.js';

import { messageOf } from '../core/errors.js';
import type { Log } from '../core/ports/log.js';

/** What cannot be sent is written to `fallback`. */
export function clientLog(server: Server, fallback: (line: string) => void): Log {
  const send = (level: LoggingLevel, data: string): void => {
    server
      .sendLoggingMessage({ level, logger: 'memdir', data })
      .catch((error: unknown) => fallback(`${data} (${messageOf(error)})`));
  };
  return {
    info: (message) => send('info', message),
    warn: (message) => send('warning', message),
    error: (message, cause) => send('error', cause === undefined ? message : `${message}: ${messageOf(cause)}`),
  };
}
