/** Settings of the command line: `settings.json` in the data folder, with the names of VS Code's settings. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../core/errors.js';
import { checkSettings, type CheckedSettings } from '../protocol/check-settings.js';
import { codeOf } from './paths.js';

/** Never throws: a file that cannot be used is said in a sentence, and the defaults stand. Names may start with `memdir.`. */
export function readSettingsFile(dataDir: string): CheckedSettings {
  const file = join(dataDir, 'settings.json');
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return { ...checkSettings({}), ignored: [`${file} is not used: it holds no object of settings.`] };
    return checkSettings(Object.fromEntries(Object.entries(parsed).map(([key, value]) => [key.replace(/^memdir\./, ''), value as unknown])));
  } catch (error) {
    const defaults = checkSettings({});
    return codeOf(error) === 'ENOENT' ? defaults : { ...defaults, ignored: [`${file} is not used: ${messageOf(error)}`] };
  }
}
