/** Entry of the bundle that records what hooks observe: observations in the queue, and changes of a session. Hooks that only ask a host do not load it. */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { localNow } from '../core/capture/local-time.js';
import { maskValue } from '../core/capture/mask-observation.js';
import { callId } from '../core/capture/observation.js';
import { isOwnTool } from '../core/capture/own-tools.js';
import { afterContextCleared, afterTools } from '../core/inject/session.js';
import { toolNames } from '../core/inject/tools.js';
import type { Log } from '../core/ports/log.js';
import { appendLine } from '../node/capture/append-line.js';
import { queuePaths } from '../node/capture/queue-files.js';
import { systemClock } from '../node/clock.js';
import { textHash } from '../node/hash.js';
import { createSessions } from '../node/inject/sessions.js';
import { createTrustRecords, trustIn, type TrustRecordsOptions } from '../node/trust/trust-records.js';
import type { HookEvent, HookInput, QueuedHook } from '../protocol/hooks.js';

export { maskSecrets } from '../core/secrets/secrets.js';

interface RecordContext {
  readonly dataDir: string;
  readonly log: Log;
}

/**
 * Records the use of a tool in the session. Resolves with whether a model chose memories too late for the prompt before. Rejects with `unavailable`
 * when it cannot be written.
 */
export async function recordTool(place: RecordContext, { session, tool, toolInput }: HookInput): Promise<boolean> {
  const tools = toolNames(tool, toolInput);
  return await createSessions(place).update(session, (before) => ({
    after: afterTools(before, tools),
    result: before.choice.length > 0,
  }));
}

/** Whether a model chose memories for a session too late for the prompt before. */
export const isChoiceWaiting = async (place: RecordContext, session: string): Promise<boolean> =>
  (await createSessions(place).read(session)).choice.length > 0;

/** Records that the agent's context was cleared or compacted. Rejects with `unavailable` when it cannot be written. */
export async function recordForgotten(place: RecordContext, session: string): Promise<void> {
  await createSessions(place).update(session, (before) => ({ after: afterContextCleared(before), result: undefined }));
}

/** Whether a person trusts a folder. */
export const isTrustedFolder = (options: TrustRecordsOptions, folder: string): Promise<boolean> =>
  trustIn({}, createTrustRecords(options))(folder);

/** Appends one observation to the queue, unless capture is off or a tool of Memdir was used. Throws `unavailable` when it cannot be written. */
export function enqueue(dataDir: string, event: HookEvent, { payload, session, tool, toolInput }: HookInput): void {
  if (isOwnTool(tool, toolInput) || !isCapturing(dataDir)) return;
  const entry: QueuedHook = {
    version: 1,
    id: idOf(session, payload),
    ...localNow(systemClock),
    event,
    payload: maskValue(event === 'PostCompact' ? withoutSummary(payload) : payload) as Record<string, unknown>,
  };
  appendLine(queuePaths(dataDir).current, JSON.stringify(entry));
}

/** Id of the call, so that what its transcript tells of it later can replace what was seen; otherwise a new id. */
function idOf(session: string, { tool_use_id: call }: HookInput['payload']): string {
  return typeof call === 'string' && call !== '' && session !== '' ? callId(textHash, session, call) : randomUUID();
}

/** A summary repeats, in the words of a model, what the transcript has in those of the user. */
const withoutSummary = ({ compact_summary: _, ...payload }: HookInput['payload']): HookInput['payload'] => payload;

/** Whether the settings allow capture: those of the command line, or those of VS Code, which the host writes to a file. */
function isCapturing(dataDir: string): boolean {
  if (existsSync(queuePaths(dataDir).off)) return false;
  try {
    const settings: unknown = JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8'));
    return (
      typeof settings !== 'object' ||
      settings === null ||
      !['capture.enabled', 'memdir.capture.enabled'].some(
        (key) => (settings as Readonly<Record<string, unknown>>)[key] === false,
      )
    );
  } catch {
    // Missing or unreadable settings: the default applies.
    return true;
  }
}
