/** How far the models are with the memories of some stores. */
import type { StoreKey } from '../../core/memory.js';
import type { SearchPorts } from '../ports.js';
import { modelRoutes } from './model-routing.js';

type ProgressPorts = Pick<SearchPorts, 'index' | 'embedder' | 'otherLanguages'>;

/** Has the next model answer once it has read as much as the present one. */
export async function settleModel({ index, embedder }: ProgressPorts, stores: readonly StoreKey[]): Promise<void> {
  const next = embedder.next?.model;
  if (!next) return;
  const ids = [embedder.model?.id ?? '', next.id];
  const [present, coming] = await Promise.all(ids.map((id) => index.vectorProgress(id, stores)));
  if (present && coming && coming.ready >= present.ready) embedder.adopt?.();
}

/** Memories that the model furthest behind has still to read. */
export async function countMissing(ports: ProgressPorts, stores: readonly StoreKey[]): Promise<number> {
  const models = [...modelRoutes(ports).map(({ model }) => model), ports.embedder.next?.model];
  const counts = await Promise.all(
    models.flatMap((model) => (model ? [ports.index.vectorProgress(model.id, stores)] : [])),
  );
  return Math.max(0, ...counts.map(({ ready, total }) => total - ready));
}
