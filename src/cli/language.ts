/** The language in which the command speaks to a person. */
import { useLanguage } from '../core/l10n.js';
import { bundleOf, languageOf } from '../node/language.js';
import { commandIndex } from './entry-arguments.js';

export function useLanguageOf(env: Readonly<NodeJS.ProcessEnv>, distDir: string, args: readonly string[]): void {
  useLanguage(isForPrograms(args) ? undefined : bundleOf(languageOf(env), distDir));
}

/** Programs that read JSON, and agents that the background process answers, find the same sentences everywhere. */
const isForPrograms = (args: readonly string[]): boolean =>
  args.includes('--json') ||
  args[commandIndex(args)] === 'serve' ||
  /(^|\s)--format[=\s](json|sarif)(\s|$)/.test(args.join(' '));
