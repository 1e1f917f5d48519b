/** Recall without a host: opens the part of the engine that searches by words, for one prompt. Entry of a bundle. */
import { homedir } from 'node:os';

import type { Log } from '../core/ports/log.js';
import type { RootScope } from '../core/ports/roots.js';
import type { SelectModel } from '../core/ports/select-model.js';
import { createNoEmbedder } from '../embed/no-embedder.js';
import { systemClock } from '../node/clock.js';
import { textHash } from '../node/hash.js';
import { createSessions } from '../node/inject/sessions.js';
import { openIndex } from '../node/open-index.js';
import { claudeEnvironment, toServiceSettings } from '../node/service-settings.js';
import { effectiveSettings } from '../node/settings-file.js';
import { storesForAgents } from '../node/stores/agent-readable-stores.js';
import type { RecallAnswer, RecallCall } from '../protocol/hooks.js';
import type { Settings } from '../protocol/settings.js';
import { IndexSync } from '../service/index/index-sync.js';
import { StatusLine } from '../service/index/status-line.js';
import { inject, noteSession } from '../service/inject/inject.js';
import { type SearchPorts, typesOf } from '../service/ports.js';
import { QueryVectors } from '../service/search/query-vectors.js';
import { Snapshots } from '../service/stores/snapshot.js';

export interface OfflineRecallRequest extends Omit<RecallCall, 'deadline' | 'env'> {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Milliseconds left at the time of the call. */
  readonly deadline: () => number;
  /** Milliseconds left for a model that chooses. */
  readonly most: () => number;
  readonly log: Log;
  /** See HookRun.extend. */
  readonly extend: (ms: number) => void;
  /** Whether a model may choose where the settings say so. */
  readonly mayAskModel: boolean;
}

/** The text for the agent is empty for none. Leaves the index open, because the process exits afterwards. */
export async function recallWithoutHost({
  session,
  cwd,
  forgot,
  dataDir,
  env,
  deadline,
  most,
  log,
  extend,
  mayAskModel,
  ...call
}: OfflineRecallRequest): Promise<RecallAnswer> {
  const sessions = createSessions({ dataDir, log });
  if (forgot && session !== '') await noteSession(sessions, session, { forgot });
  const home = homedir();
  const { settings, ignored } = await effectiveSettings(
    { dataDir, env, home, log, scope: { folders: [cwd] } },
    async (text) => (await import('../protocol/check-settings.js')).parseSettings(text),
  );
  for (const sentence of ignored) log.warn(sentence);
  if (!settings['inject.enabled']) return { text: '' };
  const scope: RootScope = { folders: [cwd], extra: settings.directories };
  const ports: SearchPorts = {
    ...storesForAgents(
      {
        env: claudeEnvironment(settings, env),
        home,
        platform: process.platform,
        log,
        dataDir,
        agents: settings.agents,
      },
      scope,
      { blocking: true },
    ),
    scope,
    index: await openIndex({ dataDir, env, log }),
    embedder: createNoEmbedder(() => 'hook'),
    clock: systemClock,
    log,
    hash: textHash,
  };
  const service = {
    ...toServiceSettings(settings),
    rerank: 'none' as const,
    ...(mayAskModel ? {} : { select: 'hybrid' as const }),
  };
  const indexSync = new IndexSync(ports, new Snapshots(ports, typesOf(service)), new StatusLine(log));
  const selectModel =
    mayAskModel && settings['inject.select'] === 'model' ? await openSelectModel(settings, env) : undefined;
  const find = { ports, indexSync, vectors: new QueryVectors(), settings: service, selectModel };
  if (selectModel) extend(settings['inject.wait']);
  const limit = selectModel ? Math.min(settings['inject.wait'], most()) : deadline();
  const named = session === '' ? {} : { session };
  const { text, late } = await inject({ find, sessions }, { ...call, ...named, deadline: limit });
  return { text, ...(late ? { late } : {}) };
}

/** Loaded only when the settings let a model choose. Undefined without a model. */
async function openSelectModel(settings: Settings, env: OfflineRecallRequest['env']): Promise<SelectModel | undefined> {
  const [{ openChatModel }, { selectModelOf }] = await Promise.all([
    import('../node/models/chat-model.js'),
    import('../service/inject/select-model.js'),
  ]);
  const chat = openChatModel({ settings, env });
  return chat && selectModelOf(chat);
}
