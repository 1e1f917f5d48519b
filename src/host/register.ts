/** Listens for everything that the protocol declares: {@link hostRequests} and {@link hostNotifications}. */
import {
  type CancellationToken,
  type Connection,
  ErrorCodes,
  LSPErrorCodes,
  ResponseError,
} from 'vscode-languageserver';
import type * as z from 'zod';

import { MemdirError, messageOf } from '../core/errors.js';
import type { Log } from '../core/ports/log.js';
import { faultsOf } from '../protocol/faults.js';
import { hostNotifications, hostRequests } from '../protocol/host-requests.js';
import { type Failure, methodOf } from '../protocol/methods.js';
import type { HostContext } from '../protocol/requests/host-context.js';

/** A failure of the client: its parameters do not fit the schema. */
const invalidParams = (method: string, error: z.ZodError): ResponseError<Failure> => {
  const message = `The parameters of ${method} are not valid: ${faultsOf(error)}.`;
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

/** An entry of either table. The schema makes what a client sends the parameters of its function. */
interface Entry<A extends readonly unknown[]> {
  readonly params: z.ZodType;
  readonly run: (host: HostContext, params: never, ...rest: A) => unknown;
}

export function register(connection: Connection, host: HostContext, log: Log): void {
  for (const [name, { params: schema, run }] of Object.entries<Entry<[AbortSignal]>>(hostRequests)) {
    const method = methodOf(name as keyof typeof hostRequests);
    // Without parameters the token is the only argument.
    connection.onRequest(method, (...args: readonly unknown[]) => {
      const { success, data, error } = schema.safeParse(args.length > 1 ? args[0] : undefined);
      if (!success) return invalidParams(method, error);
      return answer(method, args.at(-1) as CancellationToken, log, async (signal) => run(host, data as never, signal));
    });
  }
  for (const [name, { params: schema, run }] of Object.entries<Entry<[]>>(hostNotifications)) {
    const method = methodOf(name as keyof typeof hostNotifications);
    connection.onNotification(method, (...args: readonly unknown[]) => {
      const { success, data, error } = schema.safeParse(args[0]);
      if (success) run(host, data as never);
      else log.warn(`${method} was ignored: ${faultsOf(error)}.`);
    });
  }
}
