/** The language of the person at a terminal. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { LanguageBundle } from '../core/l10n.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Those with a bundle, as VS Code names them. */
export type Language = 'de' | 'ja' | 'zh-cn';

/** That of MEMDIR_LANG, else of the locale as POSIX finds it. Undefined: English. */
export function languageOf(env: Environment): Language | undefined {
  const locale = [env['MEMDIR_LANG'], env['LC_ALL'], env['LC_MESSAGES'], env['LANG']].find((value) => value) ?? '';
  const [, language = '', region = ''] = /^([a-z]{2,3})(?:[-_]([a-z]+))?/i.exec(locale.toLowerCase()) ?? [];
  if (language === 'de' || language === 'ja') return language;
  // Traditional characters are another language to read.
  return language === 'zh' && !/^(tw|hk|mo|hant)$/.test(region) ? 'zh-cn' : undefined;
}

/** The bundle of a language; undefined for English, also where bundles were copied without their package. */
export function bundleOf(language: Language | undefined, distDir: string): LanguageBundle | undefined {
  if (language === undefined) return undefined;
  const file = join(distDir, '..', 'l10n', `bundle.l10n.${language}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as LanguageBundle) : undefined;
}
