import { z } from 'zod';
import { DEFAULT_SETTINGS, SETTINGS, type SettingKey, type Settings } from './settings.js';

export interface CheckedSettings {
  readonly settings: Settings;
  /** One sentence for each setting that was not usable and keeps its default. */
  readonly ignored: readonly string[];
}

/** Settings as an editor or a file gives them, believed one by one: a value that breaks its schema is left out, the others count. */
export function checkSettings(given: unknown): CheckedSettings {
  const values = (typeof given === 'object' && given !== null ? given : {}) as Readonly<Record<string, unknown>>;
  const settings: Record<string, unknown> = { ...DEFAULT_SETTINGS };
  const ignored: string[] = [];
  for (const key of Object.keys(SETTINGS) as SettingKey[]) {
    if (values[key] === undefined) continue;
    const { success, data, error } = schemaOf(key).safeParse(values[key]);
    if (success) settings[key] = data;
    else ignored.push(`The setting memdir.${key} is not used: ${error.issues[0]?.message ?? 'its value does not fit'}.`);
  }
  return { settings: settings as unknown as Settings, ignored };
}

const schemas = new Map<SettingKey, z.ZodType>();

function schemaOf(key: SettingKey): z.ZodType {
  const known = schemas.get(key);
  if (known) return known;
  const schema = z.fromJSONSchema(SETTINGS[key].schema);
  schemas.set(key, schema);
  return schema;
}
