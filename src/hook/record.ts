/** What hooks keep: what was observed, and what happened in a session. Entry of a bundle, which a hook that only asks a host does without. */
import { afterForgetting, afterTools } from '../core/inject/session.js';
import { toolNames } from '../core/inject/tools.js';
import type { Log } from '../core/ports/log.js';
import { createSessions } from '../node/inject/sessions.js';
import type { HookInput } from '../protocol/hooks.js';

export { maskSecrets } from '../core/secrets/secrets.js';
export { enqueue } from './queue.js';

interface RecordContext {
  readonly dataDir: string;
  readonly log: Log;
}

/** The tool of an event was used. Rejects with `unavailable` when it could not be kept. */
export async function recordTool(place: RecordContext, { session, tool, toolInput }: HookInput): Promise<void> {
  const tools = toolNames(tool, toolInput);
  await createSessions(place).update(session, (before) => ({ after: afterTools(before, tools), result: undefined }));
}

/** The agent's context was cleared or compacted. Rejects with `unavailable` when it could not be kept. */
export async function recordForgotten(place: RecordContext, session: string): Promise<void> {
  await createSessions(place).update(session, (before) => ({ after: afterForgetting(before), result: undefined }));
}
