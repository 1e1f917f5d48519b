/** What went wrong with Ollama, as one sentence and what to do about it. */
import { MemdirError, messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { OllamaFailure } from './server.js';
import type { OllamaAddress } from './url.js';

export function failureSentence(
  error: unknown,
  { place, model }: { readonly place: OllamaAddress; readonly model: string },
): string {
  if (error instanceof MemdirError) return error.message;
  if (!(error instanceof OllamaFailure))
    return t('Ollama at {url} failed: {reason}.', { url: place.url, reason: messageOf(error) });
  const { kind, status, message } = error;
  if (kind === 'down')
    return [
      t('Ollama doesn’t respond at {url}. Start it, or choose another provider in memdir.embedding.provider.', {
        url: place.url,
      }),
      ...(place.note === undefined ? [] : [place.note]),
    ].join(' ');
  if (kind === 'timeout') return t('Ollama at {url} takes too long to respond.', { url: place.url });
  if (kind === 'garbled')
    return t('Ollama at {url} sent an unusable response: {reason}.', { url: place.url, reason: message });
  if (status === 404 && /model/i.test(message))
    return t('Ollama doesn’t have the model {model}. Get it with “ollama pull {model}” or “Memdir: Set up Ollama…”.', {
      model,
    });
  if (status === 404)
    return t('The server at {url} isn’t Ollama, or its version is too old. Check memdir.ollama.url.', {
      url: place.url,
    });
  return t('Ollama at {url} refused the request: {reason}.', { url: place.url, reason: message });
}
