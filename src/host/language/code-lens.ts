/** Code lenses of a file: age, use, and whether agents load it. */
import { type CodeLens, CodeLensRefreshRequest, CodeLensRequest, type Command } from 'vscode-languageserver';

import { usesWords } from '../../core/age.js';
import { LIMIT_LINES, LIMIT_UNITS } from '../../core/index/budget.js';
import { INDEX_NAME, type IndexFile } from '../../core/index/index-file.js';
import { t, tPlural } from '../../core/l10n.js';
import type { FileContext } from '../../core/memdir.js';
import { grouped } from '../../core/numbers.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import { isPlain } from '../../core/stores/agent-forms.js';
import { range } from '../../core/text.js';
import type { CommandId } from '../../protocol/contributions.js';
import { absolutePath } from '../../service/paths.js';
import { answerInStore, type LanguageContext, type LanguageFeature } from './feature.js';
import { ageText, entryOf, staleText, usesOf } from './hover-text.js';

/** Milliseconds in which several changes become one refresh. */
const DEBOUNCE_MS = 200;

const TOP = range(0, 0, 0, 0);

/** A command without an id, which the editor shows as plain text. */
const words = (title: string): Command => ({ title, command: '' });
const command = (title: string, id: CommandId, argument: unknown): Command => ({
  title,
  command: id,
  arguments: [argument],
});

export function codeLenses(context: FileContext): CodeLens[] {
  const { store, path } = context;
  const file = store.files.get(path);
  const commands =
    store.index?.source.path === path
      ? indexLenses(store.index, context)
      : file === undefined
        ? []
        : memoryLenses(file, context);
  return commands.map((each) => ({ range: TOP, command: each }));
}

function memoryLenses(file: ParsedFile, context: FileContext): Command[] {
  const { store, path } = context;
  const uses = words(usesWords(usesOf(path, context)));
  // Agents that keep plain notes make no index and give no type that says how fast a note fades.
  if (isPlain(store.info)) return [words(ageText(file, store)), uses];
  const stale = staleText(file, store);
  return [
    words([ageText(file, store), ...(stale === undefined ? [] : [stale])].join(' · ')),
    uses,
    indexStatus(path, context),
  ];
}

function indexStatus(path: string, { store }: FileContext): Command {
  if (store.index === undefined) return words(t('no {index} in this directory', { index: INDEX_NAME }));
  const entry = entryOf(path, store);
  if (entry === undefined)
    return command(t('not in {index}', { index: INDEX_NAME }), 'memdir.openIndex', { store: { key: store.info.key } });
  const title = entry.loaded
    ? t('in {index}, loaded', { index: INDEX_NAME })
    : t('in {index}, not loaded: line {line} is past the cut', { index: INDEX_NAME, line: entry.line + 1 });
  return command(title, 'memdir.openMemory', { path: absolutePath(store.info, INDEX_NAME), line: entry.line + 1 });
}

function indexLenses({ budget, source }: IndexFile, { store }: FileContext): Command[] {
  const measured = words(
    t('{lines}/{limitLines} lines, {units}/{limitUnits} characters', {
      lines: budget.lines,
      limitLines: LIMIT_LINES,
      units: grouped(budget.units),
      limitUnits: grouped(LIMIT_UNITS),
    }),
  );
  if (budget.cutLine === undefined)
    return [measured, words(tPlural(budget.entries, '1 entry, loaded', '{n} entries, all loaded'))];
  const left = t('Loaded up to line {line} of {lines}', { line: budget.cutLine, lines: budget.lines });
  return [
    measured,
    command(left, 'memdir.openMemory', { path: absolutePath(store.info, source.path), line: budget.cutLine + 1 }),
  ];
}

const goneText = (): string => t('Deleted: Claude Code doesn’t read this file until it is saved again');

/** Requests a refresh of the lenses, unless the editor does not support it. */
function createRefresh({ connection }: LanguageContext): () => void {
  let refused = false;
  let timer: NodeJS.Timeout | undefined;
  return () => {
    if (refused || timer !== undefined) return;
    timer = setTimeout(() => {
      timer = undefined;
      connection.sendRequest(CodeLensRefreshRequest.type).catch(() => {
        // Editors without this request keep the lenses until the text changes.
        refused = true;
      });
    }, DEBOUNCE_MS);
    timer.unref();
  };
}

export const codeLens: LanguageFeature = {
  capabilities: { codeLensProvider: {} },
  register: (context) => {
    context.connection.onCodeLens(({ textDocument }, token) =>
      answerInStore(context, CodeLensRequest.method, token, textDocument.uri, async (file) =>
        (await context.isGone(textDocument.uri)) ? [{ range: TOP, command: words(goneText()) }] : codeLenses(file),
      ),
    );
    context.onStoresChecked(createRefresh(context));
  },
};
