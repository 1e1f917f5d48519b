/** Asks the editor's language model through the connection. */
import { CancellationTokenSource, type Connection, ResponseError } from 'vscode-languageserver';

import { MemdirError, messageOf, throwIfAborted } from '../core/errors.js';
import { t } from '../core/l10n.js';
import type { AskEditor } from '../core/ports/chat-model.js';
import { type EditorRequests, type Failure, methodOf } from '../protocol/methods.js';

/** Milliseconds for an answer: later questions wait for it. */
const ANSWER_MS = 120_000;

type AskModel = EditorRequests['askModel'];

/** Rejects in editors without this request, that is in all except VS Code. */
export const askEditor =
  (connection: Pick<Connection, 'sendRequest'>, answerMs = ANSWER_MS): AskEditor =>
  async (question, signal) => {
    throwIfAborted(signal);
    const wanted = new CancellationTokenSource();
    let timedOut = false;
    const stop = (): void => wanted.cancel();
    const timer = setTimeout(() => {
      timedOut = true;
      stop();
    }, answerMs);
    signal?.addEventListener('abort', stop);
    try {
      const answer = await connection.sendRequest<AskModel['result']>(methodOf('askModel'), question, wanted.token);
      return answer.text;
    } catch (error) {
      throwIfAborted(signal);
      throw timedOut
        ? new MemdirError('unavailable', t('VS Code’s language model didn’t answer in time.'), { cause: error })
        : failureOf(error);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      wanted.dispose();
    }
  };

function failureOf(error: unknown): MemdirError {
  if (!(error instanceof ResponseError))
    return new MemdirError(
      'unavailable',
      t('VS Code’s language model couldn’t be asked: {reason}', { reason: messageOf(error) }),
      { cause: error },
    );
  const { code } = (error.data ?? {}) as Partial<Failure>;
  return new MemdirError(code === 'declined' ? code : 'unavailable', error.message, { cause: error });
}
