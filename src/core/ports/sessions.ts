import type { Session } from '../inject/session.js';

/** What agents were given in their sessions. Survives the processes that ask; several may at once. */
export interface Sessions {
  /** A session nothing is known of is a new one. Never rejects. */
  read(session: string): Promise<Session>;
  /**
   * Saves what the change makes of a session, which nobody else changes meanwhile; where others do for longer than an agent can wait,
   * the change is made to what is known and saved beside theirs. Rejects with `unavailable` when it could not be saved; then it is as
   * it was.
   */
  update<T>(session: string, change: (before: Session) => { readonly after: Session; readonly result: T }): Promise<T>;
}
