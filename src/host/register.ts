import {
  type CancellationToken,
  type Connection,
  LSPErrorCodes,
  NotificationType,
  type RequestType,
  RequestType0,
  ResponseError,
} from 'vscode-languageserver';

import { MemdirError, messageOf } from '../core/errors.js';
import type { Log } from '../core/ports/log.js';
import { type Failure, type HostHandlers, toHost } from '../protocol/methods.js';

function signalOf(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}

/** Any error as the protocol's failure. What nobody expected is logged with its stack; the host goes on. */
function toResponseError(method: string, error: unknown, log: Log): ResponseError<Failure> {
  if (error instanceof MemdirError) {
    const code = error.code === 'cancelled' ? LSPErrorCodes.RequestCancelled : LSPErrorCodes.RequestFailed;
    return new ResponseError(code, error.message, { code: error.code, message: error.message });
  }
  log.error(`${method} failed unexpectedly: ${error instanceof Error && error.stack ? error.stack : messageOf(error)}`);
  const message = messageOf(error);
  return new ResponseError(LSPErrorCodes.RequestFailed, message, { code: 'internal', message });
}

/** Runs one request: cancellable, and rejecting only with an error the protocol knows. */
export async function answer<T>(
  method: string,
  token: CancellationToken,
  log: Log,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  try {
    return await work(signalOf(token));
  } catch (error) {
    throw toResponseError(method, error, log);
  }
}

/** Listens for everything the protocol sends to the host. The mapped type of the handlers is what makes the casts safe. */
export function register(connection: Connection, handlers: HostHandlers, log: Log): void {
  for (const key of Object.keys(toHost) as (keyof typeof toHost)[]) {
    const type = toHost[key];
    if (type instanceof NotificationType) {
      connection.onNotification(type as NotificationType<unknown>, handlers[key] as (params: unknown) => void);
    } else if (type instanceof RequestType0) {
      const handle = handlers[key] as (signal: AbortSignal) => Promise<unknown>;
      connection.onRequest(type as RequestType0<unknown, Failure>, (token) => answer(type.method, token, log, handle));
    } else {
      const handle = handlers[key] as (params: unknown, signal: AbortSignal) => Promise<unknown>;
      connection.onRequest(type as unknown as RequestType<unknown, unknown, Failure>, (params, token) =>
        answer(type.method, token, log, (signal) => handle(params, signal)),
      );
    }
  }
}
