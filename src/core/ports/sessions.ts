import type { Session } from '../inject/session.js';

/** Injection state of agent sessions. Persistent; several processes may use it at once. */
export interface Sessions {
  /** An unknown session is a new one. Never rejects. */
  read(session: string): Promise<Session>;
  /**
   * Applies a change under the session's lock and saves it. When the lock is busy for longer than an agent can wait,
   * the change is applied to the last known state and saved as a pending change. Rejects with `unavailable` when it
   * could not be saved; then nothing changed.
   */
  update<T>(session: string, change: (before: Session) => { readonly after: Session; readonly result: T }): Promise<T>;
}
