/** Saves one memory: secrets masked, nothing twice, under a free name, with its entry in MEMORY.md. */
import { MemdirError } from '../../core/errors.js';
import type { RememberRequest, RememberResult } from '../../core/results.js';
import { prepareContent } from './content.js';
import type { WriteContext } from './context.js';
import { rememberAll } from './remember-all.js';
import { resolveTargetStore } from './target-store.js';

export async function remember(
  context: WriteContext,
  request: RememberRequest,
  signal?: AbortSignal,
): Promise<RememberResult> {
  const content = prepareContent(request, context.types);
  if ('reason' in content) return { ...content, redacted: 0 };
  const [result] = await rememberAll(
    context,
    await resolveTargetStore(context, request),
    [{ content, exact: request.raw ?? false }],
    {},
    signal,
  );
  if (result === undefined || result instanceof MemdirError)
    throw result ?? new MemdirError('internal', 'Nothing came of it.');
  return result;
}
