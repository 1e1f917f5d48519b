/** The folders in which Claude Code keeps its files and its memory, as variables name them. */
import { join, resolve } from 'node:path';

import { t } from '../../core/l10n.js';
import { namedPath } from '../../core/named-path.js';

export interface RootsEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

export interface ConfigDir {
  /** Absolute. */
  readonly path: string;
  /** Why CLAUDE_CONFIG_DIR is ignored, when it is: a sentence. */
  readonly ignored?: string;
}

/** `CLAUDE_CONFIG_DIR` or `~/.claude`. */
export function claudeConfigDir({ env, home, platform }: RootsEnvironment): ConfigDir {
  const value = env['CLAUDE_CONFIG_DIR'];
  const usual = join(home, '.claude');
  if (!value) return { path: usual };
  const found = namedPath(value, { home, platform });
  return found.fault === undefined
    ? { path: resolve(found.path) }
    : { path: usual, ignored: t('{name} is ignored: {reason}.', { name: 'CLAUDE_CONFIG_DIR', reason: found.why }) };
}

export interface BaseFolders {
  /** See {@link claudeConfigDir}. */
  readonly configDir: string;
  /** Folder in which memory is kept: `configDir`, or CLAUDE_CODE_REMOTE_MEMORY_DIR when it is set. */
  readonly memoryBase: string;
  /** Variables that are ignored although Claude Code goes by them, a sentence each. */
  readonly baseNotes: readonly string[];
}

export function baseFolders(around: RootsEnvironment): BaseFolders {
  const { path: configDir, ignored } = claudeConfigDir(around);
  const baseNotes = ignored === undefined ? [] : [ignored];
  const value = around.env['CLAUDE_CODE_REMOTE_MEMORY_DIR'];
  if (!value) return { configDir, memoryBase: configDir, baseNotes };
  const mounted = namedPath(value, { ...around, tilde: false });
  return mounted.fault === undefined
    ? { configDir, memoryBase: mounted.path, baseNotes }
    : {
        configDir,
        memoryBase: configDir,
        baseNotes: [
          ...baseNotes,
          t('{name} is ignored: {reason}.', { name: 'CLAUDE_CODE_REMOTE_MEMORY_DIR', reason: mounted.why }),
        ],
      };
}
