/** Whether the user lets agents use a background process, and what else a hook must know of the settings: read without the checks, which take long to load. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { SETTINGS_ENVIRONMENT } from '../../protocol/settings-environment.js';

type Environment = Readonly<Record<string, string | undefined>>;

const isOff = (value: string | undefined): boolean => /^(?:0|false|no|off)$/i.test(value?.trim() ?? '');

/** A setting as it is written; undefined where it is not. */
export function plainSetting(dataDir: string, env: Environment, name: string): unknown {
  try {
    const text = env[SETTINGS_ENVIRONMENT] ?? readFileSync(join(dataDir, 'settings.json'), 'utf8');
    const settings = JSON.parse(text) as Readonly<Record<string, unknown>> | null;
    return settings?.[name] ?? settings?.[`memdir.${name}`];
  } catch {
    // Missing or unreadable settings: the defaults apply.
    return undefined;
  }
}

export const mayUseBackground = (dataDir: string, env: Environment): boolean =>
  !isOff(env['MEMDIR_SERVE']) && plainSetting(dataDir, env, 'background.enabled') !== false;
