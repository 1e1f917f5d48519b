/** The outline of a file: headings with their entries in an index, fields and headings in a memory. */
import { type DocumentSymbol, DocumentSymbolRequest, SymbolKind } from 'vscode-languageserver';

import type { IndexFile } from '../../core/index/index-file.js';
import { t } from '../../core/l10n.js';
import { type Heading, headingsOf, lastFilled } from '../../core/markdown/headings.js';
import type { FileContext } from '../../core/memdir.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import { type Range, range, type TextLines } from '../../core/text.js';
import { wholeLine } from '../../core/text-edits.js';
import { answerInStore, type LanguageFeature } from './feature.js';
import { safeLabel } from './safe-text.js';

/** UTF-16 units of a name in the outline. */
const MOST_NAME = 120;
/** Fields in the outline; a memory has ten. */
const MOST_FIELDS = 200;

export function documentSymbols({ store, path }: FileContext): DocumentSymbol[] {
  if (store.index?.source.path === path) return indexSymbols(store.index);
  const file = store.files.get(path);
  return file === undefined ? [] : memorySymbols(file);
}

/** A symbol with escaped texts. */
const symbol = ({ name, detail = '', children = [], ...place }: DocumentSymbol): DocumentSymbol => ({
  name: safeLabel(name, MOST_NAME) || t('(no text)'),
  detail: safeLabel(detail, MOST_NAME),
  children,
  ...place,
});

function indexSymbols(index: IndexFile): DocumentSymbol[] {
  const entries = index.entries.filter(({ mention }) => !mention);
  const leaves = entries.map((entry) =>
    symbol({
      name: entry.title,
      detail: entry.loaded ? entry.hook : t('not loaded · {text}', { text: entry.hook }),
      kind: SymbolKind.File,
      range: wholeLine(index.lines, entry.line),
      selectionRange: entry.linkRange,
    }),
  );
  return nested(headingsOf(index.lines), index.lines, leaves);
}

const detailOf = (detail: string | undefined): Pick<DocumentSymbol, 'detail'> =>
  detail === undefined ? {} : { detail };

function memorySymbols({ frontMatter, lines }: ParsedFile): DocumentSymbol[] {
  const fields = frontMatter.fields.slice(0, MOST_FIELDS).map(({ path, text, list, keyRange, valueRange }) =>
    symbol({
      name: path,
      ...detailOf(text ?? list?.join(', ')),
      kind: SymbolKind.Property,
      range: { start: keyRange.start, end: later(keyRange, valueRange) },
      selectionRange: keyRange,
    }),
  );
  const { range: whole } = frontMatter;
  const front =
    whole !== undefined && fields.length > 0
      ? [
          symbol({
            name: t('Front matter'),
            kind: SymbolKind.Namespace,
            range: whole,
            selectionRange: whole,
            children: fields,
          }),
        ]
      : [];
  return [...front, ...nested(headingsOf(lines, frontMatter.bodyLine), lines, [])];
}

const later = (a: Range, b: Range): Range['end'] =>
  a.end.line > b.end.line || (a.end.line === b.end.line && a.end.character > b.end.character) ? a.end : b.end;

/** Nests headings by level, and leaves below their heading. */
function nested(headings: readonly Heading[], lines: TextLines, leaves: readonly DocumentSymbol[]): DocumentSymbol[] {
  const top: DocumentSymbol[] = [];
  const open: { readonly level: number; readonly children: DocumentSymbol[] }[] = [{ level: 0, children: top }];
  let leaf = 0;
  const place = (before: number): void => {
    for (; leaf < leaves.length; leaf++) {
      const next = leaves[leaf];
      if (next === undefined || next.range.start.line >= before) return;
      open.at(-1)?.children.push(next);
    }
  };
  for (const { line, level, text, end } of headings) {
    place(line);
    const endLine = lastFilled(lines, line, end);
    while ((open.at(-1)?.level ?? 0) >= level) open.pop();
    const children: DocumentSymbol[] = [];
    open.at(-1)?.children.push(
      symbol({
        name: text,
        kind: SymbolKind.String,
        range: range(line, 0, endLine, lines.line(endLine).length),
        selectionRange: wholeLine(lines, line),
        children,
      }),
    );
    open.push({ level, children });
  }
  place(Infinity);
  return top;
}

export const documentSymbolFeature: LanguageFeature = {
  capabilities: { documentSymbolProvider: { label: 'Memdir' } },
  register: (context) => {
    context.connection.onDocumentSymbol(({ textDocument }, token) =>
      answerInStore(context, DocumentSymbolRequest.method, token, textDocument.uri, documentSymbols),
    );
  },
};
