/** The editor's language model, as the host asks for it. */
import { CancellationTokenSource, ResponseError, type Connection } from 'vscode-languageserver';
import { MemdirError, messageOf, throwIfAborted } from '../core/errors.js';
import type { AskEditor } from '../core/ports.js';
import { ofEditor } from '../protocol/methods.js';

/** An editor that was not told how, another one than VS Code say, refuses. */
export const askEditor = (connection: Connection): AskEditor => async (question, signal) => {
  throwIfAborted(signal);
  const wanted = new CancellationTokenSource();
  const stop = (): void => wanted.cancel();
  signal?.addEventListener('abort', stop);
  try {
    return (await connection.sendRequest(ofEditor.askModel, question, wanted.token)).text;
  } catch (error) {
    throwIfAborted(signal);
    throw new MemdirError('unavailable', error instanceof ResponseError ? error.message : `The editor could not be asked: ${messageOf(error)}`, { cause: error });
  } finally {
    signal?.removeEventListener('abort', stop);
    wanted.dispose();
  }
};
