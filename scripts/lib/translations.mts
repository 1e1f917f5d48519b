/** The translations, by their English text: l10n/bundle.l10n.LANGUAGE.json of what programs say, l10n/manifest.LANGUAGE.json of what VS Code shows of package.json. */
import { existsSync } from 'node:fs';
import path from 'node:path';

import { readJson, root } from './project.mjs';

export const LANGUAGES = ['de', 'ja', 'zh-cn'] as const;
export type Language = (typeof LANGUAGES)[number];

export const TABLES = ['bundle.l10n', 'manifest'] as const;
export type Table = (typeof TABLES)[number];

export type Translations = Readonly<Record<string, string>>;

/** Path in the repository. */
export const tableFile = (table: Table, language?: Language): string =>
  `l10n/${[table, language].filter((part) => part !== undefined).join('.')}.json`;

/** None where there is no file. */
export function translationsOf(table: Table, language: Language): Translations {
  const file = path.join(root, tableFile(table, language));
  return existsSync(file) ? readJson<Translations>(file) : {};
}

export const tableText = (translations: Translations): string =>
  `${JSON.stringify(Object.fromEntries(Object.entries(translations).sort(([a], [b]) => (a < b ? -1 : 1))), null, 2)}\n`;

/** package.nls.LANGUAGE.json: the translations under the keys of package.json. What has none is shown in English. */
export function nlsText(texts: Translations, language: Language): string {
  const known = translationsOf('manifest', language);
  return `${JSON.stringify(Object.fromEntries(Object.entries(texts).flatMap(([key, text]) => (known[text] ? [[key, known[text]]] : []))), null, 2)}\n`;
}
