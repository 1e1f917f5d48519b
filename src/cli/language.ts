/** The language in which the command speaks to a person. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type LanguageBundle, useLanguage } from '../core/l10n.js';
import { commandIndex } from './entry-arguments.js';

/** Those with a bundle, as VS Code names them. */
export type Language = 'de' | 'ja' | 'zh-cn';

/** Takes the language of MEMDIR_LANG, else of the locale as POSIX finds it. Without a bundle in that language it is English. */
export function useLanguageOf(env: Readonly<NodeJS.ProcessEnv>, distDir: string, args: readonly string[]): void {
  const language = isForPrograms(args) ? undefined : languageOf(env);
  const file = join(distDir, '..', 'l10n', `bundle.l10n.${language ?? ''}.json`);
  // Bundles copied without their package speak English.
  useLanguage(
    language !== undefined && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as LanguageBundle) : undefined,
  );
}

/** Programs that read JSON, and agents that the background process answers, find the same sentences everywhere. */
const isForPrograms = (args: readonly string[]): boolean =>
  args.includes('--json') ||
  args[commandIndex(args)] === 'serve' ||
  /(^|\s)--format[=\s](json|sarif)(\s|$)/.test(args.join(' '));

export function languageOf(env: Readonly<NodeJS.ProcessEnv>): Language | undefined {
  const locale = [env['MEMDIR_LANG'], env['LC_ALL'], env['LC_MESSAGES'], env['LANG']].find((value) => value) ?? '';
  const [, language = '', region = ''] = /^([a-z]{2,3})(?:[-_]([a-z]+))?/i.exec(locale.toLowerCase()) ?? [];
  if (language === 'de' || language === 'ja') return language;
  // Traditional characters are another language to read.
  return language === 'zh' && !/^(tw|hk|mo|hant)$/.test(region) ? 'zh-cn' : undefined;
}
