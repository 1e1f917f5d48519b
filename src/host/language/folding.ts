/** Folding ranges: front matter, sections, comments, code fences, and the part of an index that is not loaded. */
import { type FoldingRange, FoldingRangeKind, FoldingRangeRequest } from 'vscode-languageserver';

import { t } from '../../core/l10n.js';
import { headingsOf, lastFilled } from '../../core/markdown/headings.js';
import { type Layout, layoutOf, type LineKind } from '../../core/markdown/layout.js';
import type { FileContext } from '../../core/memdir.js';
import type { TextLines } from '../../core/text.js';
import { answerInStore, type LanguageFeature } from './feature.js';
import { textAt } from './links.js';

/** Folds in one answer; the editor shows no more than 5,000. */
const MOST_FOLDS = 5_000;

const KINDS: Readonly<Partial<Record<LineKind, FoldingRangeKind>>> = {
  front: FoldingRangeKind.Region,
  comment: FoldingRangeKind.Comment,
};

export function foldingRanges({ store, path }: FileContext): FoldingRange[] {
  const lines = textAt(store, path)?.lines;
  if (lines === undefined) return [];
  const layout = layoutOf(lines);
  const sections = headingsOf(lines, 0, layout).map(({ line, end }) => ({
    startLine: line,
    endLine: lastFilled(lines, line, end),
  }));
  const cut = store.index?.source.path === path ? store.index.budget.cutLine : undefined;
  const rest =
    cut === undefined
      ? []
      : [
          {
            startLine: cut,
            endLine: lastFilled(lines, cut, lines.count),
            kind: FoldingRangeKind.Region,
            collapsedText: t('not loaded'),
          },
        ];
  return [...blocks(lines, layout), ...sections, ...rest]
    .filter(({ startLine, endLine }) => endLine > startLine)
    .slice(0, MOST_FOLDS);
}

/** Runs of lines of one kind; adjacent fences are separated at the closing fence. */
function blocks(lines: TextLines, { kinds }: Layout): FoldingRange[] {
  const folds: FoldingRange[] = [];
  let start = 0;
  for (let line = 1; line <= lines.count; line++) {
    const kind = kinds[start];
    if (kinds[line] === kind && !(kind === 'fence' && closes(lines, start, line - 1))) continue;
    if (kind !== undefined && kind !== 'text')
      folds.push({ startLine: start, endLine: line - 1, ...(KINDS[kind] ? { kind: KINDS[kind] } : {}) });
    start = line;
  }
  return folds;
}

function closes(lines: TextLines, open: number, line: number): boolean {
  const fence = /^[ \t]*(`{3,}|~{3,})/.exec(lines.line(open))?.[1];
  const text = lines.line(line).trim();
  return line > open && fence !== undefined && text.startsWith(fence) && text === (fence[0] ?? '').repeat(text.length);
}

export const folding: LanguageFeature = {
  capabilities: { foldingRangeProvider: true },
  register: (context) => {
    context.connection.onFoldingRanges(({ textDocument }, token) =>
      answerInStore(context, FoldingRangeRequest.method, token, textDocument.uri, foldingRanges),
    );
  },
};
