/**
 * Keeps what people read in every language. `npm run l10n` collects it into l10n/bundle.l10n.json, takes what is not said any more out of the other languages
 * and tells what they lack; `--check` changes nothing and fails when something is out of date. `--missing de` prints what German lacks as JSON, and `--add de FILE`
 * takes such a file in once it is translated.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { manifestTexts } from '../src/protocol/manifest.js';
import { messagesIn } from './lib/l10n-calls.mjs';
import { main, readJson, root } from './lib/project.mjs';
import {
  type Language,
  LANGUAGES,
  type Table,
  tableFile,
  TABLES,
  tableText,
  type Translations,
  translationsOf,
} from './lib/translations.mjs';

type Messages = Readonly<Record<Table, ReadonlySet<string>>>;

const { values, positionals } = parseArgs({
  options: {
    check: { type: 'boolean', default: false },
    missing: { type: 'string' },
    add: { type: 'string' },
  },
  allowPositionals: true,
});

function fail(fault: string): void {
  console.error(fault);
  process.exitCode = 1;
}

/** What is said, by table. */
function collect(): Messages {
  const sources = ['src', 'webview'].flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: root })).sort();
  const { messages, faults } = messagesIn(sources.map((file) => file.replaceAll('\\', '/')));
  faults.forEach(fail);
  return { 'bundle.l10n': messages, manifest: new Set(Object.values(manifestTexts())) };
}

const lacking = (translations: Translations, messages: ReadonlySet<string>): string[] =>
  [...messages].filter((message) => !translations[message]);

function bring(name: string, text: string): void {
  const file = path.join(root, name);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  if (values.check) fail(`${name} is out of date. Run: npm run l10n`);
  else writeFileSync(file, text);
}

/** Placeholders and backquoted names, sorted: a translation has the same ones, in any order. */
const kept = (text: string): string =>
  [...new Set(text.match(/\{\w+\}|`[^`]+`|\]\(command:[^)]+\)|\$\([a-z-]+\)/g))].sort().join(' ');

function bringLanguage(table: Table, language: Language, messages: ReadonlySet<string>, added: Translations): void {
  const known = Object.entries({ ...translationsOf(table, language), ...added });
  const translations = Object.fromEntries(known.filter(([message, text]) => messages.has(message) && text !== ''));
  bring(tableFile(table, language), tableText(translations));
  for (const [message, translation] of Object.entries(translations)) {
    if (kept(message) !== kept(translation))
      fail(
        `${language}: ${JSON.stringify(translation)} has other placeholders or names than ${JSON.stringify(message)}.`,
      );
  }
  const missing = lacking(translations, messages).length;
  if (missing > 0)
    fail(`${language} lacks ${missing} of ${messages.size} texts of ${table}. List them with --missing ${language}.`);
}

function languageOf(name: string | undefined): Language {
  const found = LANGUAGES.find((language) => language === name);
  if (found === undefined) throw new Error(`There is no language ${name ?? ''}. Known: ${LANGUAGES.join(', ')}.`);
  return found;
}

await main(async () => {
  const messages = collect();
  if (values.missing !== undefined) {
    const language = languageOf(values.missing);
    const missing = TABLES.flatMap((table) => lacking(translationsOf(table, language), messages[table]));
    console.log(JSON.stringify(Object.fromEntries(missing.map((message) => [message, ''])), null, 2));
    return;
  }
  const language = values.add === undefined ? undefined : languageOf(values.add);
  const added = positionals[0] === undefined ? {} : readJson<Translations>(path.resolve(positionals[0]));
  bring(
    tableFile('bundle.l10n'),
    tableText(Object.fromEntries([...messages['bundle.l10n']].map((each) => [each, each]))),
  );
  for (const table of TABLES) {
    for (const each of LANGUAGES) bringLanguage(table, each, messages[table], each === language ? added : {});
  }
});
