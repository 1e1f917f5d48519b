import * as z from 'zod';

import { messageOf } from '../core/errors.js';
import { t } from '../core/l10n.js';
import { namedPath, type PathPlace } from '../core/named-path.js';
import { faultsOf } from './faults.js';
import {
  type CheckedSettings,
  DEFAULT_SETTINGS,
  type SettingDeclaration,
  type SettingKey,
  SETTINGS,
  type Settings,
  type SettingsText,
} from './settings.js';

export type { CheckedSettings, SettingsText } from './settings.js';

/** Settings as an editor or a file gives them, believed one by one: a value that breaks its schema, or names a path that is refused, is left out, the others count. */
export function checkSettings(given: unknown, place: PathPlace = { platform: process.platform }): CheckedSettings {
  const values = (typeof given === 'object' && given !== null ? given : {}) as Readonly<Record<string, unknown>>;
  const settings: Record<string, unknown> = { ...DEFAULT_SETTINGS };
  const ignored: string[] = [];
  for (const key of Object.keys(SETTINGS) as SettingKey[]) {
    if (values[key] === undefined) continue;
    const { success, data, error } = schemaOf(key).safeParse(values[key]);
    if (success) settings[key] = usable(key, data, place, ignored);
    else
      ignored.push(
        t('The setting memdir.{key} isn’t used: its value isn’t valid ({reason}).', {
          key,
          reason: faultsOf(error),
        }),
      );
  }
  return { settings: settings as unknown as Settings, ignored };
}

/** A value without the paths that are refused. */
function usable(key: SettingKey, value: unknown, place: PathPlace, ignored: string[]): unknown {
  const { paths, default: fallback }: SettingDeclaration<unknown> = SETTINGS[key];
  if (paths === undefined) return value;
  const accepts = (path: unknown): boolean => {
    const text = String(path).trim();
    if (paths === 'or-id' && /^(?![a-z]:)[^\\/~]+$/i.test(text)) return true;
    const found = namedPath(text, place);
    if (found.fault !== undefined)
      ignored.push(
        t('{value} in the setting memdir.{key} isn’t used: {reason}.', { value: shown(text), key, reason: found.why }),
      );
    return found.fault === undefined;
  };
  if (Array.isArray(value)) return value.filter(accepts);
  // Nothing but blanks names no path, like the empty text that is the default.
  return String(value).trim() !== '' && accepts(value) ? value : fallback;
}

/** A path for people, which may contain a null character, or nothing. */
const shown = (text: string): string => (text === '' ? '""' : text.replaceAll('\0', '\\0'));

/** The same for a JSON text. Never throws: what cannot be used is said in a sentence, and the defaults are kept. Names may start with `memdir.`. */
export function parseSettings({ from, text }: SettingsText): CheckedSettings {
  try {
    const parsed: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
      return unused(from, t('it isn’t a JSON object with settings.'));
    return checkSettings(
      Object.fromEntries(
        Object.entries(parsed).map(([key, value]) => [key.replace(/^memdir\./, ''), value as unknown]),
      ),
    );
  } catch (error) {
    return unused(from, messageOf(error));
  }
}

const unused = (from: string, why: string): CheckedSettings => ({
  settings: DEFAULT_SETTINGS,
  ignored: [t('{file} isn’t used: {reason}', { file: from, reason: why })],
});

const schemas = new Map<SettingKey, z.ZodType>();

function schemaOf(key: SettingKey): z.ZodType {
  const known = schemas.get(key);
  if (known) return known;
  const schema = z.fromJSONSchema(SETTINGS[key].schema);
  schemas.set(key, schema);
  return schema;
}
