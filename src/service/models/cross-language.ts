/**
 * Questions in other languages about memories that the main model reads. Vectors of two models cannot be compared, so the second model has to read those
 * memories too. That costs as much as indexing them again, so it begins with the first such question.
 */
import type { ServicePorts } from '../ports.js';
import { type ModelRoute, modelRoutes } from './model-routing.js';

/** Undefined where there is no second model. Its vectors have an id of their own: they are a population of their own. */
export function crossLanguageRoute(ports: Pick<ServicePorts, 'embedder' | 'otherLanguages'>): ModelRoute | undefined {
  const other = modelRoutes(ports).find(({ secondary }) => secondary);
  if (other?.crossedId === undefined) return undefined;
  return {
    ...other,
    model: { ...other.model, id: other.crossedId },
    crossedId: undefined,
    claims: async (texts, signal) => (await other.claims(texts, signal)).map((claimed) => !claimed),
  };
}

/** Words of nearly every English question that no other language in Latin letters has: with one of them no detector has to be started. */
const ENGLISH = /\b(?:the|and|what|how|which|when|where|why|who|does|did|should|our|with|from)\b/i;

/** Whether a question is for the second model, as a memory of the same text would be. False where that is uncertain. Rejects as the embedder does. */
export async function isForeign(
  ports: Pick<ServicePorts, 'embedder' | 'otherLanguages'>,
  text: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const other = modelRoutes(ports).find(({ secondary }) => secondary);
  if (ENGLISH.test(text)) return false;
  const [claimed = false] = (await other?.claims([text], signal)) ?? [];
  return claimed;
}
