/** Renames of files and folders in the Explorer view: updates entries and links. */
import {
  type CancellationToken,
  type FileOperationRegistrationOptions,
  type RenameFilesParams,
  WillRenameFilesRequest,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import { URI } from 'vscode-uri';

import { throwIfAborted } from '../../core/errors.js';
import { fieldOf } from '../../core/frontmatter/frontmatter.js';
import { isIndexName } from '../../core/index/index-file.js';
import { foldPath } from '../../core/links/target.js';
import { textsOf } from '../../core/lint/store-texts.js';
import type { StoreContext } from '../../core/memdir.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import type { ParsedStore } from '../../core/parsed-store.js';
import { relativeInside } from '../../core/paths.js';
import { absolutePath } from '../../service/paths.js';
import { allStores } from './all-stores.js';
import type { LanguageContext, OpenState } from './feature.js';
import { externalLinksOf, linksOf } from './links.js';
import type { MovedPath, PendingRename } from './pending-rename.js';
import { chainEdits, documentEdit, EditsByFile, fieldEdit, obstacle } from './rename-edits.js';
import { relink, type Renamed } from './rename-links.js';
import { nameAfterMove } from './rename-names.js';

export const WILL_RENAME_FILTERS: FileOperationRegistrationOptions['filters'] = [
  { scheme: 'file', pattern: { glob: '**/*.md', matches: 'file', options: { ignoreCase: true } } },
  { scheme: 'file', pattern: { glob: '**', matches: 'folder' } },
];

/** Edits that keep every entry and link valid, applied before the files are renamed. Null when nothing changes. */
export function renamedFilesEdit(
  moves: readonly MovedPath[],
  stores: readonly StoreContext[],
  opened: OpenState,
  textOf: LanguageContext['textOf'],
): WorkspaceEdit | null {
  const edits = new EditsByFile();
  const newPath = mappingOf(moves);
  for (const { store } of stores) {
    const moved = movesInStore(store, moves);
    for (const each of moved.values()) updateName(store, each, edits);
    updateLinks(store, moved, edits);
    updateExternalLinks(store, newPath, edits);
  }
  const documentChanges = [...edits.files]
    .filter(([, each]) => obstacle(each) === undefined)
    .map(([file, each]) => documentEdit(file, each, opened, textOf));
  return documentChanges.length === 0 ? null : { documentChanges };
}

/** Path of a file after the rename. Both paths as {@link foldPath} gives them. */
type PathMapping = (file: string) => string;

function mappingOf(moves: readonly MovedPath[]): PathMapping {
  const folded = moves.map(({ from, to }) => ({ from: foldPath(from) ?? from, to: foldPath(to) ?? to }));
  return (file) => {
    for (const { from, to } of folded)
      if (file === from || file.startsWith(`${from}/`)) return to + file.slice(from.length);
    return file;
  };
}

/** Files of a store whose path in it changes, by the old path. Files that leave the store or stop being markdown are left to lint. */
function movesInStore(store: ParsedStore, moves: readonly MovedPath[]): ReadonlyMap<string, Renamed> {
  const moved = new Map<string, Renamed>();
  for (const { from, to } of moves) {
    const [before, after] = [relativeInside(from, store.info.path), relativeInside(to, store.info.path)];
    if (!before || !after) continue;
    for (const [path, file] of store.files) {
      const next = path === before ? after : path.startsWith(`${before}/`) ? after + path.slice(before.length) : path;
      if (next !== path && /\.md$/i.test(next) && !isIndexName(next))
        moved.set(path, { from: path, to: next, ...namesAfter(file, next, store) });
    }
  }
  return moved;
}

function namesAfter(file: ParsedFile, next: string, store: ParsedStore): Pick<Renamed, 'oldName' | 'newName'> {
  return file.memory.named
    ? { oldName: file.memory.name, newName: nameAfterMove(file, next, store) ?? file.memory.name }
    : {};
}

/** Updates `name` where it was derived from the file name. */
function updateName(store: ParsedStore, { from, oldName, newName }: Renamed, edits: EditsByFile): void {
  const file = store.files.get(from);
  const edit =
    file === undefined || newName === undefined || newName === oldName
      ? undefined
      : fieldEdit(fieldOf(file.frontMatter, 'name'), newName);
  if (file !== undefined && edit !== undefined) edits.add(store, file, edit);
}

function updateLinks(store: ParsedStore, moved: ReadonlyMap<string, Renamed>, edits: EditsByFile): void {
  if (moved.size === 0) return;
  for (const text of textsOf(store)) {
    const { path } = text.source;
    const source = moved.get(path)?.to ?? path;
    for (const link of linksOf(store, path)) {
      const { found } = link.at;
      const target = found === undefined ? undefined : (moved.get(found) ?? { from: found, to: found });
      const edit =
        target === undefined || (target.to === found && source === path)
          ? undefined
          : relink(link, target, text.lines, source);
      if (edit) edits.add(store, text, edit);
    }
  }
  for (const file of store.files.values())
    for (const { from, to } of moved.values())
      for (const edit of chainEdits(file, from, to)) edits.add(store, file, edit);
}

/** Updates relative links that leave the store: to another store, or to a page of the project. */
function updateExternalLinks(store: ParsedStore, newPath: PathMapping, edits: EditsByFile): void {
  for (const text of textsOf(store)) {
    const { path } = text.source;
    const from = foldPath(absolutePath(store.info, path));
    if (from === undefined) continue;
    const source = newPath(from);
    for (const { link, file } of externalLinksOf(store, path, linksOf(store, path))) {
      const to = newPath(file);
      const edit =
        to === file && source === from ? undefined : relink({ ...link, from }, { from: file, to }, text.lines, source);
      if (edit) edits.add(store, text, edit);
    }
  }
}

/** Answers null for the file rename of a symbol rename: its edit is complete, and edits that the user deselected stay out. */
export async function willRename(
  context: LanguageContext,
  { files }: RenameFilesParams,
  last: PendingRename,
  token: CancellationToken,
): Promise<WorkspaceEdit | null> {
  return context.answer(WillRenameFilesRequest.method, token, async (signal) => {
    const moves = await Promise.all(
      files
        .filter(({ oldUri, newUri }) => isFile(oldUri) && isFile(newUri))
        .map(async ({ oldUri, newUri }) => ({ from: await context.pathOf(oldUri), to: await context.pathOf(newUri) })),
    );
    const opened = await context.openState();
    if (last.includes(moves, opened, context.textOf)) return null;
    const stores = await allStores(context, undefined, signal);
    throwIfAborted(signal);
    const edit = renamedFilesEdit(moves, stores, opened, context.textOf);
    if (edit !== null) await context.offer(edit);
    return edit;
  });
}

const isFile = (uri: string): boolean => URI.parse(uri).scheme === 'file';
