/**
 * The contract between extension and host, declared once. Handlers and callers are mapped types over these two objects,
 * so a missing, extra or wrongly typed handler does not compile.
 */
import { NotificationType, RequestType, RequestType0 } from 'vscode-languageserver-protocol';
import type { Settings } from './settings.js';
import type { HealthCheck, IndexReport, LintReport, SearchRequest, SearchResult, ServiceStatus, StoreKey, StoreView } from './wire.js';

/** Sent as `initializationOptions`. */
export interface InitializationOptions {
  readonly settings: Settings;
  /** Absolute; where index and caches live. Absent: the platform's data folder, the one the command line uses. */
  readonly dataDir?: string;
  readonly trusted: boolean;
  /** Environment that VS Code settings add for Claude Code (`claudeCode.environmentVariables`). */
  readonly claudeEnvironment: Readonly<Record<string, string>>;
}

export interface Failure {
  readonly code: string;
  readonly message: string;
}

export const toHost = {
  view: new RequestType0<StoreView[], Failure>('memdir/view'),
  search: new RequestType<SearchRequest, SearchResult, Failure>('memdir/search'),
  /** Counts as an access and answers the absolute path. */
  opened: new NotificationType<{ readonly id: string }>('memdir/opened'),
  refresh: new RequestType0<IndexReport, Failure>('memdir/refresh'),
  /** Reports progress under the work done token `memdir/rebuild`; cancellable. */
  rebuild: new RequestType0<IndexReport, Failure>('memdir/rebuild'),
  lintAll: new RequestType0<LintReport, Failure>('memdir/lintAll'),
  health: new RequestType0<HealthCheck[], Failure>('memdir/health'),
  configure: new NotificationType<{ readonly settings: Settings; readonly trusted: boolean }>('memdir/configure'),
} as const;

export const fromHost = {
  status: new NotificationType<ServiceStatus>('memdir/status'),
  /** The tree of these stores is out of date. */
  changed: new NotificationType<{ readonly stores: readonly StoreKey[] }>('memdir/changed'),
} as const;

type Answer<M> =
  M extends RequestType<infer P, infer R, Failure> ? (params: P, signal: AbortSignal) => Promise<R>
  : M extends RequestType0<infer R, Failure> ? (signal: AbortSignal) => Promise<R>
  : M extends NotificationType<infer P> ? (params: P) => void
  : never;

export type HostHandlers = { readonly [K in keyof typeof toHost]: Answer<(typeof toHost)[K]> };
export type ExtensionHandlers = { readonly [K in keyof typeof fromHost]: Answer<(typeof fromHost)[K]> };
