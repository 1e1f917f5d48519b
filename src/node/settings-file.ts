/** Settings of a process without an editor: from its environment, or from `settings.json` in the data folder. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { messageOf } from '../core/errors.js';
import { t } from '../core/l10n.js';
import {
  type CheckedSettings,
  DEFAULT_SETTINGS,
  SETTINGS_ENVIRONMENT,
  type SettingsText,
} from '../protocol/settings.js';
import { codeOf } from './paths.js';
import { settingsRefusal, type SettingsScope } from './trust/settings-trust.js';

/** Never rejects: each unusable setting gives a sentence. @param parse of protocol/check-settings, which is slow to load and therefore loaded on demand */
export async function effectiveSettings(
  request: SettingsScope,
  parse: (text: SettingsText) => CheckedSettings | Promise<CheckedSettings>,
): Promise<CheckedSettings> {
  const { dataDir, env } = request;
  const file = join(dataDir, 'settings.json');
  try {
    const override = env[SETTINGS_ENVIRONMENT];
    const refusal = override === undefined && existsSync(file) ? await settingsRefusal(request) : undefined;
    if (refusal !== undefined) return { settings: DEFAULT_SETTINGS, ignored: [refusal] };
    return await parse(
      override === undefined
        ? { from: file, text: readFileSync(file, 'utf8') }
        : { from: SETTINGS_ENVIRONMENT, text: override },
    );
  } catch (error) {
    return {
      settings: DEFAULT_SETTINGS,
      ignored: codeOf(error) === 'ENOENT' ? [] : [t('{file} isn’t used: {reason}', { file, reason: messageOf(error) })],
    };
  }
}
