/** What went wrong with Ollama, as one sentence and what to do about it. */
import { MemdirError, messageOf } from '../../core/errors.js';
import { OllamaFailure } from './server.js';
import type { OllamaAddress } from './url.js';

export function failureSentence(
  error: unknown,
  { place, model }: { readonly place: OllamaAddress; readonly model: string },
): string {
  if (error instanceof MemdirError) return error.message;
  if (!(error instanceof OllamaFailure)) return `Ollama at ${place.url} failed: ${messageOf(error)}.`;
  const { kind, status, message } = error;
  if (kind === 'down')
    return `Ollama does not answer at ${place.url}. Start it, or choose another provider in memdir.embedding.provider.${place.note === undefined ? '' : ` ${place.note}`}`;
  if (kind === 'timeout') return `Ollama at ${place.url} takes too long to answer.`;
  if (kind === 'garbled') return `Ollama at ${place.url} gave no usable answer: ${message}.`;
  if (status === 404 && /model/i.test(message))
    return `Ollama has no model ${model}. Get it with “ollama pull ${model}” or “Memdir: Set up Ollama…”.`;
  if (status === 404) return `What answers at ${place.url} is no Ollama, or one too old. Check memdir.ollama.url.`;
  return `Ollama at ${place.url} refused: ${message}.`;
}
