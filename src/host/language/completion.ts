/** Completion in front matter and of links. */
import {
  type CompletionItem,
  type CompletionList,
  CompletionRequest,
  CompletionTriggerKind,
  InsertTextMode,
} from 'vscode-languageserver';

import { throwIfAborted } from '../../core/errors.js';
import type { FileContext } from '../../core/memdir.js';
import type { Position } from '../../core/text.js';
import { completeFrontMatter, frontLines } from './complete-front-matter.js';
import { completeLinks } from './complete-links.js';
import { answerInStore, type LanguageFeature } from './feature.js';
import { textAt } from './links.js';
import { safeLabel, safeText } from './safe-text.js';
import { subsequenceScore } from './subsequence-score.js';
import { type CompletionPlace, MOST_ITEMS, type Suggestion } from './suggestion.js';

export function completions(context: FileContext, position: Position, typed?: string): CompletionList {
  const lines = textAt(context.store, context.path)?.lines;
  if (lines === undefined || position.line >= lines.count) return { isIncomplete: false, items: [] };
  const line = lines.line(position.line);
  const character = Math.min(position.character, line.length);
  const file = context.store.files.get(context.path);
  const place = { lines, line, at: { line: position.line, character }, typed };
  const front = frontLines(lines, position.line);
  if (front === undefined) return toList(completeLinks(context, place), place);
  return toList(file === undefined ? [] : completeFrontMatter(file, context.store, { ...place, front }), place);
}

function toList(suggestions: readonly Suggestion[], { line, at }: CompletionPlace): CompletionList {
  const fitting = suggestions.length <= MOST_ITEMS ? suggestions : best(suggestions, line.slice(0, at.character));
  return {
    isIncomplete: fitting.length < suggestions.length,
    items: fitting.slice(0, MOST_ITEMS).map((each) => toItem(each, at.line)),
  };
}

/** Suggestions that match the typed text, the best first. */
function best(suggestions: readonly Suggestion[], before: string): readonly Suggestion[] {
  const ranked = suggestions.flatMap((each) => {
    const rank = subsequenceScore(before.slice(each.from), wordsOf(each));
    return rank === undefined ? [] : [{ each, rank }];
  });
  return ranked
    .sort((a, b) => group(a.each).localeCompare(group(b.each)) || a.rank - b.rank)
    .map(({ each }) => each)
    .slice(0, MOST_ITEMS);
}

/** The first sort criterion: in an index, whether it lists the memory. */
const group = ({ sortText = '' }: Suggestion): string => sortText.charAt(0);

const wordsOf = ({ label, words }: Suggestion): string => (words === undefined ? label : `${label} ${words}`);

function toItem(suggestion: Suggestion, line: number): CompletionItem {
  const { label, kind, sortText, preselect, from, to, text, detail, documentation } = suggestion;
  return {
    label: safeLabel(label, 120) || label,
    ...(kind === undefined ? {} : { kind }),
    // `!` sorts before the suggestions of the built-in markdown extension.
    ...(sortText === undefined ? {} : { sortText: `!${sortText}` }),
    ...(preselect === undefined ? {} : { preselect }),
    filterText: wordsOf(suggestion),
    ...(detail === undefined ? {} : { detail: safeText(detail, 120) }),
    ...(documentation === undefined ? {} : { documentation: safeText(documentation) }),
    insertTextMode: InsertTextMode.asIs,
    textEdit: { range: { start: { line, character: from }, end: { line, character: to } }, newText: text },
  };
}

export const completion: LanguageFeature = {
  capabilities: { completionProvider: { triggerCharacters: [':', '[', '(', '/', ' '] } },
  register: (context) => {
    context.connection.onCompletion(({ textDocument, position, context: trigger }, token) =>
      answerInStore(context, CompletionRequest.method, token, textDocument.uri, (file, signal) => {
        throwIfAborted(signal);
        return completions(
          file,
          position,
          trigger?.triggerKind === CompletionTriggerKind.TriggerCharacter ? trigger.triggerCharacter : undefined,
        );
      }),
    );
  },
};
