/**
 * What both ends of the language server need to talk to each other, without the schemas: names of methods, types of parameters and
 * results, and what the editor answers. The requests of the host are declared in {@link ./requests}.
 */
import type * as z from 'zod';

import type { StoreKey } from '../core/memory.js';
import type { ChatQuestion } from '../core/ports/chat-model.js';
import type { IndexBudget } from '../core/problem.js';
import type { ServiceStatus } from '../core/results.js';
import type { hostNotifications, hostRequests } from './host-requests.js';

/** The method of a request or notification on the wire. */
export const methodOf = (name: RequestName | NotificationName | EditorRequestName | EditorNotificationName): string =>
  `memdir/${name}`;

/** Code action that applies every safe fix of a file. */
export const FIX_ALL_KIND = 'source.fixAll.memdir';

/** `data` of a response error. */
export interface Failure {
  readonly code: string;
  readonly message: string;
}

type HostRequests = typeof hostRequests;
type HostNotifications = typeof hostNotifications;

export type RequestName = keyof HostRequests;
export type RequestParams<N extends RequestName> = z.input<HostRequests[N]['params']>;
export type RequestResult<N extends RequestName> = Awaited<ReturnType<HostRequests[N]['run']>>;

export type NotificationName = keyof HostNotifications;
export type NotificationParams<N extends NotificationName> = z.input<HostNotifications[N]['params']>;

/** Arguments of `request(name, …)` at a client whose cancellation tokens are of type `T`. Parameters may be left out where there are none. */
export type RequestArguments<N extends RequestName, T> =
  undefined extends RequestParams<N>
    ? [params?: undefined, token?: T | undefined]
    : [params: RequestParams<N>, token?: T | undefined];

export interface DreamDue {
  readonly store: StoreKey;
  /** Absolute. */
  readonly path: string;
  /** Proposals that the rules make. */
  readonly proposals: number;
}

/** Notifications that the host sends to the editor. */
export interface EditorNotifications {
  readonly status: ServiceStatus;
  /** The tree of these stores is out of date. */
  readonly changed: { readonly stores: readonly StoreKey[] };
  /** Budget of a store's MEMORY.md, unsaved text included. */
  readonly budget: { readonly store: StoreKey; readonly budget: IndexBudget };
  /** Drafts came, went or changed, whichever process did it. */
  readonly inboxChanged: Readonly<Record<string, never>>;
  /** It is time to consolidate a store, and the rules have proposals. */
  readonly dreamDue: DreamDue;
}

export type EditorNotificationName = keyof EditorNotifications;
export type EditorNotificationHandlers = {
  readonly [N in EditorNotificationName]: (params: EditorNotifications[N]) => void;
};

/** Requests that the host sends to the editor. */
export interface EditorRequests {
  /**
   * A text of its language model. The user is not asked for leave here: rejects with `declined` when they did not give it, or a filter
   * refuses the question, and with `unavailable` when there is no model, or none that answers now.
   */
  readonly askModel: { readonly params: ChatQuestion; readonly result: { readonly text: string } };
}

export type EditorRequestName = keyof EditorRequests;
