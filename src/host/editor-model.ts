/** The editor's language model, as the host asks for it. */
import { CancellationTokenSource, ResponseError, type Connection } from 'vscode-languageserver';
import { MemdirError, messageOf, throwIfAborted } from '../core/errors.js';
import type { AskEditor } from '../core/ports.js';
import { ofEditor, type Failure } from '../protocol/methods.js';

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
    throw failureOf(error);
  } finally {
    signal?.removeEventListener('abort', stop);
    wanted.dispose();
  }
};

function failureOf(error: unknown): MemdirError {
  if (!(error instanceof ResponseError)) return new MemdirError('unavailable', `The editor could not be asked: ${messageOf(error)}`, { cause: error });
  const { code } = (error.data ?? {}) as Partial<Failure>;
  return new MemdirError(code === 'declined' ? code : 'unavailable', error.message, { cause: error });
}
