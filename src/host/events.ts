/** Notifications to the editor. */
import type { Connection } from 'vscode-languageserver';

import { messageOf } from '../core/errors.js';
import { type EditorNotificationName, type EditorNotifications, methodOf } from '../protocol/methods.js';

/** Sends one. Never rejects: a notification that was not sent is logged. */
export type Notify = <N extends EditorNotificationName>(name: N, params: EditorNotifications[N]) => Promise<void>;

export const notifier =
  (connection: Pick<Connection, 'sendNotification' | 'console'>): Notify =>
  async (name, params) => {
    try {
      await connection.sendNotification(methodOf(name), params);
    } catch (error) {
      connection.console.warn(`The notification ${name} was not sent: ${messageOf(error)}`);
    }
  };
