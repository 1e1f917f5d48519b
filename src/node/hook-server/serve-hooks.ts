/** What a host does for hooks: it recalls for them, and works off what they observed. */
import { join } from 'node:path';

import { messageOf } from '../../core/errors.js';
import { forAgents } from '../../core/l10n.js';
import type { Memdir } from '../../core/memdir.js';
import type { RecallAnswer, RecallCall } from '../../protocol/hooks.js';
import type { Settings } from '../../protocol/settings.js';
import { startCaptureWorker } from '../capture/capture-worker.js';
import { refreshLauncher } from '../connect/launcher.js';
import type { HookServerSettings } from './messages.js';
import { type HookServer, type HookServerOptions, startHookServer } from './thread.js';

/** Milliseconds of search where a hook names none. */
const DEFAULT_SEARCH_MS = 80;

export interface ServeHooksOptions extends Pick<HookServerOptions, 'dataDir' | 'folders' | 'trusted' | 'log'> {
  readonly memdir: Pick<Memdir, 'capture' | 'inject' | 'noteSession'>;
  readonly distDir: string;
  readonly settings: () => Settings;
}

/** Starts the hook server and the capture worker. The host does not wait for either: until the server listens, hooks do without it. */
export function serveHooks(options: ServeHooksOptions): {
  readonly settingsChanged: () => void;
  readonly close: () => Promise<void>;
} {
  const { memdir, dataDir, log, settings } = options;
  const captureWorker = startCaptureWorker({
    capture: memdir.capture,
    dataDir,
    log,
    enabled: () => settings()['capture.enabled'],
  });
  const starting = startServer(options, () => captureWorker.wake());
  return {
    settingsChanged: () => {
      captureWorker.wake();
      void starting.then((server) => server?.announce());
    },
    close: async () => {
      await Promise.all([starting.then((server) => server?.close()), captureWorker.stop()]);
    },
  };
}

/** Undefined, with a warning in the log, when hooks cannot be served: everything else of the host works without. */
async function startServer(
  { memdir, distDir, dataDir, folders, trusted, log, settings }: ServeHooksOptions,
  onObserved: () => void,
): Promise<HookServer | undefined> {
  try {
    await refreshLauncher(dataDir, distDir);
    return await startHookServer({
      file: join(distDir, 'hook-server.js'),
      dataDir,
      folders,
      trusted,
      log,
      settings: () => serverSettings(settings()),
      recall: createRecallHandler(memdir, () => settings()['inject.enabled']),
      onObserved,
    });
  } catch (error) {
    log.warn(`Hooks of agents will do without this host: ${messageOf(error)}`);
    return undefined;
  }
}

export const serverSettings = (settings: Settings): HookServerSettings => ({
  capturing: settings['capture.enabled'],
  deadlineMs: settings['inject.deadline'],
  ...(settings['inject.select'] === 'model' && settings['model.provider'] !== 'none'
    ? { recallMs: settings['inject.wait'] }
    : {}),
});

/** @param enabled whether agents are given memories now */
export const createRecallHandler =
  (memdir: Pick<Memdir, 'inject' | 'noteSession'>, enabled: () => boolean) =>
  async (
    { cwd, session, forgot, deadline = DEFAULT_SEARCH_MS, ...call }: RecallCall,
    signal: AbortSignal,
  ): Promise<RecallAnswer> => {
    if (forgot && session !== '') await memdir.noteSession(session, { forgot });
    if (!enabled()) return { text: '' };
    const request = { ...call, folder: cwd, deadline, ...(session === '' ? {} : { session }) };
    const { text, late } = await forAgents(() => memdir.inject(request, signal));
    return { text, ...(late ? { late } : {}) };
  };
