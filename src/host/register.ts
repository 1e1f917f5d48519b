/** Listens for everything that the protocol declares: {@link hostRequests} and {@link hostNotifications}. */
import {
  type CancellationToken,
  type Connection,
  ErrorCodes,
  LSPErrorCodes,
  ResponseError,
} from 'vscode-languageserver';

import { MemdirError, messageOf } from '../core/errors.js';
import { t } from '../core/l10n.js';
import type { Log } from '../core/ports/log.js';
import { hostNotifications, hostRequests } from '../protocol/host-requests.js';
import { type Failure, methodOf } from '../protocol/methods.js';
import type { HostContext } from '../protocol/requests/host-context.js';
import { checkParams, type TableEntry } from '../protocol/requests/request.js';

/** A failure of the client: its parameters do not fit the schema. */
const invalidParams = (method: string, faults: string): ResponseError<Failure> => {
  const message = t('The parameters of {method} are invalid: {reason}.', { method, reason: faults });
  return new ResponseError(ErrorCodes.InvalidParams, message, { code: 'bad-input', message });
};

/** Any error as the protocol's failure. What is no {@link MemdirError} is logged with its stack; the host goes on. */
function toResponseError(method: string, error: unknown, log: Log): ResponseError<Failure> {
  if (error instanceof MemdirError) {
    const code = error.code === 'cancelled' ? LSPErrorCodes.RequestCancelled : LSPErrorCodes.RequestFailed;
    return new ResponseError(code, error.message, { code: error.code, message: error.message });
  }
  log.error(`${method} failed unexpectedly: ${error instanceof Error && error.stack ? error.stack : messageOf(error)}`);
  const message = messageOf(error);
  return new ResponseError(LSPErrorCodes.RequestFailed, message, { code: 'internal', message });
}

function signalOf(token: CancellationToken): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  token.onCancellationRequested(() => controller.abort());
  return controller.signal;
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

export function register(connection: Connection, host: HostContext, log: Log): void {
  for (const [name, entry] of Object.entries<TableEntry<[AbortSignal]>>(hostRequests)) {
    const method = methodOf(name as keyof typeof hostRequests);
    // Without parameters the token is the only argument.
    connection.onRequest(method, (...args: readonly unknown[]) => {
      const { params, faults } = checkParams(entry, args.length > 1 ? args[0] : undefined);
      if (faults !== undefined) return invalidParams(method, faults);
      return answer(method, args.at(-1) as CancellationToken, log, async (signal) => entry.run(host, params, signal));
    });
  }
  for (const [name, entry] of Object.entries<TableEntry<[]>>(hostNotifications)) {
    const method = methodOf(name as keyof typeof hostNotifications);
    connection.onNotification(method, async (...args: readonly unknown[]) => {
      const { params, faults } = checkParams(entry, args[0]);
      if (faults !== undefined) return log.warn(`${method} was ignored: ${faults}.`);
      try {
        await entry.run(host, params);
      } catch (error) {
        // The client gets no answer, and a rejection that is not handled would end the host.
        log.warn(`${method} failed: ${messageOf(error)}`);
      }
    });
  }
}
