/** The indexes of the memory as part of the MCP server's instructions: without search index and embedder, because the client waits for them. */
import { homedir } from 'node:os';

import { MemdirError } from '../../core/errors.js';
import { parseIndex } from '../../core/index/index-file.js';
import type { Log } from '../../core/ports/log.js';
import type { RootScope } from '../../core/ports/roots.js';
import { parseSettings } from '../../protocol/check-settings.js';
import { buildPromptSection, type PromptContext } from '../../service/inject/prompt-section.js';
import { dataDirectory } from '../data-dir.js';
import { claudeEnvironment } from '../service-settings.js';
import { effectiveSettings } from '../settings-file.js';
import { storesForAgents } from '../stores/agent-readable-stores.js';

export interface SectionRequest {
  readonly scope: RootScope;
  /** Absolute. */
  readonly dataDir?: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Default: this user's. */
  readonly home?: string;
  /** Limit in UTF-16 units. */
  readonly most: number;
}

/** No log: problems are reported when Memdir itself is opened. */
const SILENT: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Empty where there is no memory yet, and where memory is switched off, with the sentence why. Nothing is written. */
export async function memorySection({
  scope,
  env,
  most,
  home = homedir(),
  ...options
}: SectionRequest): Promise<{ readonly off?: string; readonly text: string }> {
  const dataDir = dataDirectory(env, options.dataDir);
  const { settings } = await effectiveSettings({ dataDir, env, home, scope }, parseSettings);
  const { roots, files } = storesForAgents(
    {
      env: claudeEnvironment(settings, env),
      home,
      platform: process.platform,
      log: SILENT,
      dataDir,
      agents: settings.agents,
    },
    scope,
  );
  const off = await roots.memoryOff(scope);
  if (off !== undefined) return { off, text: '' };
  if (most === 0) return { text: '' };
  const stores = (await roots.find({ ...scope, extra: [...settings.directories, ...(scope.extra ?? [])] })).filter(
    ({ exists }) => exists,
  );
  const readIndex: PromptContext['readIndex'] = async (store, { path }) => {
    const source = await files.read(store.path, path);
    return source && parseIndex(source);
  };
  try {
    const request = { indexOnly: true, most, home };
    const section = await buildPromptSection({ files, findStores: () => Promise.resolve(stores), readIndex }, request);
    return { text: section.text };
  } catch (error) {
    if (error instanceof MemdirError && error.code === 'not-found') return { text: '' };
    throw error;
  }
}
