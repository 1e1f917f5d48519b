/** Which embedding model reads which memories: one for all, or a second one for those in languages that the first does not know. */
import { MemdirError, throwIfAborted } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { withoutConsequence } from '../../core/models/consequence.js';
import type { Embedder, ModelInfo } from '../../core/ports/embedder.js';
import { modelReads, modelReadsName } from '../../core/search/query.js';
import type { ServicePorts } from '../ports.js';

export interface ModelRoute {
  readonly embedder: Embedder;
  /** Its vectors are stored under `id`. */
  readonly model: ModelInfo;
  /** Id of a model whose vectors count instead where there are some. */
  readonly overriddenBy?: string | undefined;
  /** Whether it reads memories in other languages than those of the main model. */
  readonly secondary: boolean;
  /** Id of its vectors of the other memories, see cross-language.ts: what it reads itself has none there. */
  readonly crossedId?: string | undefined;
  /** Throws `unavailable` when the embedder has changed its model; see {@link requireModel}. */
  check(): void;
  /** Which of the texts it embeds. Rejects as the embedder does. */
  claims(texts: readonly string[], signal?: AbortSignal): Promise<readonly boolean[]>;
}

/** The main one first; none when there is no main model. */
export function modelRoutes(ports: Pick<ServicePorts, 'embedder' | 'otherLanguages'>): readonly ModelRoute[] {
  const { model } = ports.embedder;
  if (!model) return [];
  const other = ports.otherLanguages === undefined ? undefined : secondaryRoute(ports.otherLanguages, model.languages);
  const main: ModelRoute = {
    embedder: ports.embedder,
    model,
    secondary: false,
    check: () => requireModel(ports.embedder, model.id),
    // Without a secondary model, at least the name of a memory is understood.
    claims: async (texts) =>
      texts.map((text) => modelReads(model.languages, text) || (!other && modelReadsName(model.languages, text))),
    ...(other ? { overriddenBy: other.model.id } : {}),
  };
  return other ? [main, other] : [main];
}

/** Why memories in other languages are left to the main model, for people; undefined when they are not. */
export function secondaryModelOff(embedder: Embedder): string | undefined {
  const state = embedder.state();
  if ((state.state !== 'off' && state.state !== 'failed') || ('absent' in state && state.absent)) return undefined;
  return t('The model for other languages doesn’t run, so the main model reads them too: {reason}', {
    reason: withoutConsequence(state.reason),
  });
}

/** Undefined when the main model reads every language, or when there is no second model. */
function secondaryRoute(embedder: Embedder, known: readonly string[]): ModelRoute | undefined {
  const { model } = embedder;
  if (!model || known.includes('*') || secondaryModelOff(embedder) !== undefined) return undefined;
  // The id differs from that of the same model as a main one, which embeds every text.
  const id = `${model.id}!${[...known].sort().join(',')}`;
  return {
    embedder,
    secondary: true,
    model: { ...model, id },
    crossedId: `${id}!crossed`,
    check: () => requireModel(embedder, model.id),
    claims: (texts, signal) => areForeign(embedder, known, texts, signal),
  };
}

/** Which texts are in none of the known languages; those where that is uncertain are not. Rejects as the embedder does. */
export async function areForeign(
  embedder: Pick<Embedder, 'languages'>,
  known: readonly string[],
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<boolean[]> {
  const languages = await embedder.languages?.(texts, signal);
  throwIfAborted(signal);
  return texts.map((text, at) => !modelReads(known, text) || isOther(languages?.[at], known));
}

const isOther = (language: string | undefined, known: readonly string[]): boolean =>
  language !== undefined && !known.includes(language);

/**
 * Throws `unavailable` when the embedder's model has changed: vectors count only under the id that they were made for. Called after embedding, before
 * the vectors are compared or stored.
 */
function requireModel(embedder: Pick<Embedder, 'model'>, id: string): void {
  if (embedder.model?.id !== id)
    throw new MemdirError('unavailable', t('The embedding model was just replaced; its vectors are being created.'));
}
