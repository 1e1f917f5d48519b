/** Repeats a search while its result is incomplete: hits by meaning are missing while the model starts or vectors are computed. */
import { setTimeout as sleep } from 'node:timers/promises';

import type { CancellationToken } from 'vscode';

import type { SearchRequest, SearchResult } from '../../core/results.js';
import type { HostClient } from '../host/host-client.js';

const POLL_MS = 1500;
const MAX_POLLS = 20;

/**
 * Passes each result to `show` and searches again as long as the result says that it is settling. Nothing is passed once the token is cancelled. Rejects as
 * {@link HostClient.request} does.
 * @param pollMs milliseconds between a result and the next search
 */
export async function searchUntilSettled(
  host: Pick<HostClient, 'request'>,
  request: SearchRequest,
  token: CancellationToken,
  show: (result: SearchResult) => void,
  pollMs = POLL_MS,
): Promise<void> {
  for (let polls = 0; polls <= MAX_POLLS; polls++) {
    const result = await host.request('search', request, token);
    if (token.isCancellationRequested) return;
    show(result);
    if (result.settling !== true) return;
    await sleep(pollMs);
    if (token.isCancellationRequested) return;
  }
}
