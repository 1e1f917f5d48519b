import { type Connection, WorkDoneProgress } from 'vscode-languageserver';

import { messageOf } from '../core/errors.js';
import type { ReportProgress } from '../protocol/requests/host-context.js';

/** Runs work and sends its progress under the token: begin with the title, reports with message and percentage, end. */
export async function withProgress<T>(
  connection: Connection,
  { token, title }: { readonly token: string; readonly title: string },
  work: (report: ReportProgress) => Promise<T>,
): Promise<T> {
  const send = (value: Parameters<typeof connection.sendProgress<object>>[2]): void => {
    connection
      .sendProgress<object>(WorkDoneProgress.type, token, value)
      .catch((error: unknown) => connection.console.warn(`Progress was not sent: ${messageOf(error)}`));
  };
  send({ kind: 'begin', title, cancellable: true, percentage: 0 });
  try {
    return await work((message, done, total) =>
      send({ kind: 'report', message, percentage: total > 0 ? Math.floor((100 * done) / total) : 0 }),
    );
  } finally {
    send({ kind: 'end' });
  }
}
