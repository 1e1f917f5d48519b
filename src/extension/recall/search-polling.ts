/** Searches whose answer gets better by itself: while the model starts or vectors are being prepared, hits by meaning are still missing. */
import { setTimeout as sleep } from 'node:timers/promises';

import type { CancellationToken } from 'vscode';

import { toHost } from '../../protocol/methods.js';
import type { SearchRequest, SearchResult } from '../../protocol/wire.js';
import type { HostClient } from '../host/host-client.js';

/** How long to wait before asking again, and how often at most. */
const AGAIN_MS = 1500;
const AGAIN_TIMES = 20;

/**
 * Asks, hands over the answer, and asks again as long as it says that it is settling. Nothing is handed over once the token is cancelled. Rejects as
 * {@link HostClient.request} does.
 * @param againMs milliseconds between an answer and the next question
 */
export async function searchUntilSettled(
  host: Pick<HostClient, 'request'>,
  request: SearchRequest,
  token: CancellationToken,
  show: (result: SearchResult) => void,
  againMs = AGAIN_MS,
): Promise<void> {
  for (let asked = 0; asked <= AGAIN_TIMES; asked++) {
    const result = await host.request(toHost.search, request, token);
    if (token.isCancellationRequested) return;
    show(result);
    if (result.settling !== true) return;
    await sleep(againMs);
    if (token.isCancellationRequested) return;
  }
}
