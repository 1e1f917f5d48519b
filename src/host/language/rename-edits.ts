/** Edits of a rename, grouped by file. */
import { OptionalVersionedTextDocumentIdentifier, TextDocumentEdit } from 'vscode-languageserver';

import { MemdirError } from '../../core/errors.js';
import { type Field, fieldOf, quoteScalar } from '../../core/frontmatter/frontmatter.js';
import { isPlain } from '../../core/frontmatter/scalar.js';
import { t } from '../../core/l10n.js';
import { isOneLine } from '../../core/lint/metadata.js';
import type { StoreText } from '../../core/lint/store-texts.js';
import { conflictLines } from '../../core/markdown/conflict-markers.js';
import { layoutOf } from '../../core/markdown/layout.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import type { ParsedStore } from '../../core/parsed-store.js';
import { type TextEdit, withoutMark } from '../../core/text.js';
import { absolutePath } from '../../service/paths.js';
import { editorRange } from '../bom-offset.js';
import { fileUri } from '../file-uri.js';
import type { OpenState } from './feature.js';

/** Edits of one file, with ranges in its text. */
export interface FileEdits {
  readonly store: ParsedStore;
  readonly text: StoreText;
  readonly edits: TextEdit[];
}

/** Edits by absolute path. A file in two stores is edited once. */
export class EditsByFile {
  readonly #files = new Map<string, FileEdits & { readonly seen: Set<string> }>();

  add(store: ParsedStore, text: StoreText, edit: TextEdit): void {
    const file = absolutePath(store.info, text.source.path);
    const known = this.#files.get(file) ?? { store, text, edits: [], seen: new Set<string>() };
    this.#files.set(file, known);
    const place = JSON.stringify(edit.range);
    if (known.seen.has(place)) return;
    known.seen.add(place);
    known.edits.push(edit);
  }

  get files(): ReadonlyMap<string, FileEdits> {
    return this.#files;
  }
}

/** Why a file cannot be edited, as a sentence; undefined when it can. */
export function obstacle({ store, text: { source, lines } }: Omit<FileEdits, 'edits'>): string | undefined {
  const file = source.path;
  if (store.info.readOnly) return t('{file} is in a read-only memory directory and can’t be renamed.', { file });
  if (source.unreadable !== undefined) return t('{file} can’t be read: {reason}', { file, reason: source.unreadable });
  if (source.encoding !== 'utf8') return t('{file} isn’t UTF-8 text. Save it as UTF-8 first.', { file });
  if (source.linkTarget !== undefined)
    return t('{file} is a link to a file outside the memory directory and is never changed.', { file });
  if (conflictLines(lines, layoutOf(lines)).length > 0)
    return t('{file} contains merge conflicts. Resolve them, then rename.', { file });
  return undefined;
}

/** Edits of a file in LSP form, versioned where it is open. Throws `changed-on-disk` when the editor has another text. */
export function documentEdit(
  file: string,
  { text: { source }, edits }: FileEdits,
  opened: OpenState,
  textOf: (uri: string) => string | undefined,
): TextDocumentEdit {
  const uri = opened.uris.get(file) ?? fileUri(file);
  const shown = textOf(uri);
  if (shown !== undefined && withoutMark(shown) !== withoutMark(source.text))
    throw new MemdirError('changed-on-disk', t('{file} has changed. Try again.', { file: source.path }));
  const document = OptionalVersionedTextDocumentIdentifier.create(uri, opened.versions.get(uri) ?? null);
  // Ranges of an open document refer to its own text, which has the byte order mark only if the server got it.
  const place = shown === undefined ? source.text : source.text === shown ? '' : source.text;
  return TextDocumentEdit.create(
    document,
    edits.map(({ range, newText }) => ({ range: editorRange(place, range), newText })),
  );
}

/** Sets the text of a front matter field; keeps the quoting style where it is still valid. */
export function fieldEdit(field: Field | undefined, text: string): TextEdit | undefined {
  if (field === undefined || !isOneLine(field)) return undefined;
  const single = `'${text.replaceAll("'", "''")}'`;
  const newText =
    field.style === 'single'
      ? single
      : field.style === 'double'
        ? quoteScalar(text)
        : isPlain(text)
          ? text
          : quoteScalar(text);
  return { range: field.valueRange, newText: field.style === 'none' ? ` ${newText}` : newText };
}

const CHAIN = ['supersedes', 'superseded_by', 'metadata.supersedes', 'metadata.superseded_by'];

/** Updates the version chain (`supersedes`, `superseded_by`) of a file. */
export function chainEdits(file: ParsedFile, from: string, to: string): TextEdit[] {
  const stem = (path: string): string => path.replace(/\.md$/i, '');
  return CHAIN.flatMap((path) => {
    const field = fieldOf(file.frontMatter, path);
    const text = field?.text?.trim();
    const edit = text === from ? fieldEdit(field, to) : text === stem(from) ? fieldEdit(field, stem(to)) : undefined;
    return edit === undefined ? [] : [edit];
  });
}
