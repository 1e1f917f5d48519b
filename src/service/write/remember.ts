/** Saves one memory: secrets masked, nothing twice, under a free name, with its entry in MEMORY.md. */
import { MemdirError } from '../../core/errors.js';
import type { RememberRequest, RememberResult } from '../../core/results.js';
import { prepare } from './content.js';
import type { WriteParts } from './parts.js';
import { rememberIn } from './several.js';
import { chooseStore } from './target.js';

export async function remember(
  parts: WriteParts,
  request: RememberRequest,
  signal?: AbortSignal,
): Promise<RememberResult> {
  const content = prepare(request, parts.types);
  if ('reason' in content) return { ...content, redacted: 0 };
  const [result] = await rememberIn(
    parts,
    await chooseStore(parts, request),
    [{ content, exact: request.raw ?? false }],
    {},
    signal,
  );
  if (result === undefined || result instanceof MemdirError)
    throw result ?? new MemdirError('internal', 'Nothing came of it.');
  return result;
}
