/** Renames a memory in one edit: its file, its name, every entry and every link. */
import {
  PrepareRenameRequest,
  RenameFile,
  RenameRequest,
  type TextDocumentEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver';

import { MemdirError, throwIfAborted } from '../../core/errors.js';
import { stemOf } from '../../core/file-stem.js';
import { fieldOf } from '../../core/frontmatter/frontmatter.js';
import { t } from '../../core/l10n.js';
import { foldName } from '../../core/links/resolve.js';
import type { FileContext, StoreContext } from '../../core/memdir.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import { relativeInside } from '../../core/paths.js';
import { type Position, type Range, range } from '../../core/text.js';
import { absolutePath } from '../../service/paths.js';
import { fileUri } from '../file-uri.js';
import { allStores } from './all-stores.js';
import { answerInStore, type LanguageContext, type LanguageFeature, type OpenState } from './feature.js';
import { contains, linkAt, type StoreLink } from './links.js';
import { PendingRename } from './pending-rename.js';
import { linksTo } from './references.js';
import { chainEdits, documentEdit, EditsByFile, fieldEdit, obstacle } from './rename-edits.js';
import { WILL_RENAME_FILTERS, willRename } from './rename-files.js';
import { relink } from './rename-links.js';
import { newNames, type RenameBy } from './rename-names.js';

/** A name at a position that can be renamed. */
export interface Renamable {
  readonly path: string;
  readonly by: RenameBy;
  /** The range that the editor replaces in its input. */
  readonly range: Range;
  readonly placeholder: string;
}

export function renamableAt(context: FileContext, position: Position): Renamable | null {
  const { store, path } = context;
  const at = linkAt(store, path, position);
  if (at === undefined) return ownName(store.files.get(path), position);
  const file = at.link.at.found === undefined ? undefined : store.files.get(at.link.at.found);
  // Only the target is a name; the title of a link is free text.
  return file !== undefined && contains(at.link.range, position) ? linkName(at.link, file) : null;
}

function ownName(file: ParsedFile | undefined, position: Position): Renamable | null {
  const field = file && fieldOf(file.frontMatter, 'name');
  if (
    file === undefined ||
    field === undefined ||
    field.text === undefined ||
    field.text.trim() === '' ||
    !contains(field.valueRange, position)
  )
    return null;
  const { start, end } = field.valueRange;
  if (start.line !== end.line) return null;
  const quote = field.style === 'single' || field.style === 'double' ? 1 : 0;
  return {
    path: file.source.path,
    by: 'name',
    placeholder: field.text,
    range: range(start.line, start.character + quote, end.line, end.character - quote),
  };
}

function linkName({ form, target, range: at, at: resolved }: StoreLink, file: ParsedFile): Renamable {
  const { path } = file.source;
  const how = resolved.found === undefined ? undefined : resolved.how;
  const byName =
    form === 'wiki' &&
    (how === 'name' || (how === 'folded' && file.memory.named && foldName(target) === foldName(file.memory.name)));
  if (byName) return { path, by: 'name', range: at, placeholder: file.memory.name };
  const folder = /^(?:.*(?:[\\/]|%2f|%5c))?/is.exec(target)?.[0].length ?? 0;
  const extension = /\.md$/i.exec(target)?.[0].length ?? 0;
  const { line, character } = at.start;
  return {
    path,
    by: 'stem',
    range: range(line, character + folder, line, character + target.length - extension),
    placeholder: stemOf(path),
  };
}

export interface RenameContext {
  readonly opened: OpenState;
  readonly textOf: LanguageContext['textOf'];
  readonly pending: PendingRename;
}

/** Throws a sentence when the memory cannot be renamed. */
export function renameEdit(
  context: FileContext,
  position: Position,
  newName: string,
  stores: readonly StoreContext[],
  { opened, textOf, pending: last }: RenameContext,
): WorkspaceEdit {
  const { store } = context;
  const at = renamableAt(context, position);
  const file = at === null ? undefined : store.files.get(at.path);
  if (at === null || file === undefined)
    throw new MemdirError(
      'bad-input',
      t('There is no memory name here. Rename a memory on its name, its MEMORY.md entry or a link to it.'),
    );
  const next = newNames(file, at.by, newName, store);
  const moved = absolutePath(store.info, at.path);
  const edits = new EditsByFile();
  const nameEdit = next.name === undefined ? undefined : fieldEdit(fieldOf(file.frontMatter, 'name'), next.name);
  if (nameEdit) edits.add(store, file, nameEdit);
  const names = file.memory.named ? { oldName: file.memory.name, newName: next.name ?? file.memory.name } : {};
  for (const { store: home, text, link } of linksTo(new Set([moved]), stores)) {
    const target = absolutePath(store.info, next.path);
    // A link from another store keeps its folders: only the file name in it changes.
    const near = link.at.found === undefined ? undefined : relativeInside(target, home.info.path);
    const edit = relink(
      link,
      { from: near === undefined ? moved : (link.at.found ?? moved), to: near ?? target, ...names },
      text.lines,
    );
    if (edit) edits.add(home, text, edit);
  }
  if (next.path !== at.path)
    for (const other of store.files.values())
      for (const edit of chainEdits(other, at.path, next.path)) edits.add(store, other, edit);
  const to = absolutePath(store.info, next.path);
  const edit = toWorkspaceEdit(edits, { store, file, moved, to }, opened, textOf);
  if (to !== moved)
    last.record({
      from: moved,
      to,
      texts: new Map([...edits.files].map(([path, { text }]) => [path, text.source.text])),
    });
  return edit;
}

interface Move {
  readonly store: FileContext['store'];
  readonly file: ParsedFile;
  /** Absolute. */
  readonly moved: string;
  readonly to: string;
}

function toWorkspaceEdit(
  edits: EditsByFile,
  { store, file, moved, to }: Move,
  opened: OpenState,
  textOf: LanguageContext['textOf'],
): WorkspaceEdit {
  for (const each of [{ store, text: file }, ...edits.files.values()]) {
    const why = obstacle(each);
    if (why !== undefined) throw new MemdirError('read-only', why);
  }
  const documentChanges: (TextDocumentEdit | RenameFile)[] = [...edits.files].map(([path, each]) =>
    documentEdit(path, each, opened, textOf),
  );
  // Last, so that the text edits still apply to the old uri.
  if (to !== moved) documentChanges.push(RenameFile.create(opened.uris.get(moved) ?? fileUri(moved), fileUri(to)));
  return { documentChanges };
}

function prepare(
  context: FileContext,
  position: Position,
): { readonly range: Range; readonly placeholder: string } | null {
  const at = renamableAt(context, position);
  const file = at === null ? undefined : context.store.files.get(at.path);
  if (at === null || file === undefined) return null;
  const why = obstacle({ store: context.store, text: file });
  if (why !== undefined) throw new MemdirError('read-only', why);
  return { range: at.range, placeholder: at.placeholder };
}

export const rename: LanguageFeature = {
  capabilities: {
    renameProvider: { prepareProvider: true },
    workspace: { fileOperations: { willRename: { filters: WILL_RENAME_FILTERS } } },
  },
  register: (context) => {
    const last = new PendingRename();
    context.connection.onPrepareRename(({ textDocument, position }, token) =>
      answerInStore(context, PrepareRenameRequest.method, token, textDocument.uri, (file) => prepare(file, position)),
    );
    context.connection.onRenameRequest(({ textDocument, position, newName }, token) =>
      answerInStore(context, RenameRequest.method, token, textDocument.uri, async (file, signal) => {
        // As it is on the disk: what the watcher has not told yet may link to the memory.
        const stores = await allStores(context, undefined, signal);
        const own = stores.find(({ store }) => store.info.key === file.store.info.key);
        const opened = await context.openState();
        throwIfAborted(signal);
        const edit = renameEdit({ ...file, ...own }, position, newName, stores, {
          opened,
          textOf: context.textOf,
          pending: last,
        });
        await context.offer(edit);
        return edit;
      }),
    );
    context.connection.workspace.onWillRenameFiles((params, token) => willRename(context, params, last, token));
  },
};
