/** Declaration of a request of the host: the schema of its parameters and its call. */
import * as z from 'zod';

import type { Memdir } from '../../core/memdir.js';
import { faultsOf } from '../faults.js';
import type { HostContext, View } from './host-context.js';

/** A request as the host registers it. */
export interface HostRequest<S extends z.ZodType, R> {
  readonly params: S;
  readonly run: (host: HostContext, params: z.output<S>, signal: AbortSignal) => Promise<R>;
}

export interface HostNotification<S extends z.ZodType> {
  readonly params: S;
  readonly run: (host: HostContext, params: z.output<S>) => void | Promise<void>;
}

/** Schema of a request without parameters: values that a client sends are ignored. */
export const NO_PARAMS = z.unknown().transform((): undefined => undefined) as unknown as z.ZodType<
  undefined,
  undefined
>;

/** A text that names something: never empty. */
export const reference = z.string().min(1);

/** A call of the service. `invalidates` names the views that are out of date when it has resolved. */
export const serviceRequest = <S extends z.ZodType, R>({
  params,
  call,
  invalidates = () => [],
}: {
  readonly params: S;
  readonly call: (memdir: Memdir, params: z.output<S>, signal: AbortSignal) => Promise<R>;
  readonly invalidates?: (result: NoInfer<R>) => readonly View[];
}): HostRequest<S, R> => ({
  params,
  run: async (host, checked, signal) => {
    const memdir = await host.memdir(signal);
    const result = await call(memdir, checked, signal);
    for (const view of invalidates(result)) await host.invalidate(view, memdir);
    return result;
  },
});

/** A request that needs more of the host than the service: documents of the editor, progress, other notifications. */
export const hostRequest = <S extends z.ZodType, R>(request: HostRequest<S, R>): HostRequest<S, R> => request;

export const hostNotification = <S extends z.ZodType>(notification: HostNotification<S>): HostNotification<S> =>
  notification;

/** An entry of either table as the host calls it: {@link checkParams} makes what a client sends the parameters of its function. */
export interface TableEntry<A extends readonly unknown[]> {
  readonly params: z.ZodType;
  readonly run: (host: HostContext, params: never, ...rest: A) => unknown;
}

/** The parameters as an entry takes them, or what is wrong with them. */
export function checkParams(
  { params: schema }: Pick<TableEntry<[]>, 'params'>,
  value: unknown,
): { readonly params: never; readonly faults?: undefined } | { readonly params?: never; readonly faults: string } {
  const { success, data, error } = schema.safeParse(value);
  return success ? { params: data as never } : { faults: faultsOf(error) };
}
