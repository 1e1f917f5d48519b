/** What hooks observe waits in the queue until it is made memory of. Small: an agent waits for the hook to end. */
import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { localNow } from '../core/capture/local-time.js';
import { maskValue } from '../core/capture/mask-observation.js';
import { isOwnTool } from '../core/capture/own-tools.js';
import { appendLine } from '../node/capture/append-line.js';
import { queuePaths } from '../node/capture/queue-files.js';
import { systemClock } from '../node/clock.js';
import type { HookEvent, HookInput, QueuedHook } from '../protocol/hooks.js';

/** Appends one observation, unless capture is off or it is of what our own tools did. Throws `unavailable` when it could not be kept. */
export function enqueue(dataDir: string, event: HookEvent, { payload, tool, toolInput }: HookInput): void {
  if (isOwnTool(tool, toolInput) || !isCapturing(dataDir)) return;
  const entry: QueuedHook = {
    version: 1,
    id: randomUUID(),
    ...localNow(systemClock),
    event,
    payload: maskValue(payload) as Record<string, unknown>,
  };
  appendLine(queuePaths(dataDir).current, JSON.stringify(entry));
}

/** Whether the settings let hooks observe: those of the command line, or those of VS Code, which its host notes in a file. */
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
    // There are none, or they cannot be read: the default counts.
    return true;
  }
}
