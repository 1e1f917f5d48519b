/** Files and folders renamed in the editor's explorer: entries and links go along. */
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
import type { ParsedFile } from '../../core/parsed-file.js';
import type { ParsedStore } from '../../core/parsed-store.js';
import type { StoreContext } from '../../service/memdir.js';
import { absolutePath, pathInside } from '../../service/paths.js';
import { allStores } from './all-stores.js';
import type { LanguageContext, OpenState } from './feature.js';
import { farLinksOf, linksOf } from './links.js';
import type { MovedPath, PendingRename } from './pending-rename.js';
import { chainEdits, documentEdit, EditsByFile, fieldEdit, obstacle } from './rename-edits.js';
import { relink, type Renamed } from './rename-links.js';
import { nameAlongWith } from './rename-names.js';

export const WILL_RENAME_FILTERS: FileOperationRegistrationOptions['filters'] = [
  { scheme: 'file', pattern: { glob: '**/*.md', matches: 'file', options: { ignoreCase: true } } },
  { scheme: 'file', pattern: { glob: '**', matches: 'folder' } },
];

/** The edits that keep every entry and link right, made before the files are renamed. Null when there is nothing to do. */
export function renamedFilesEdit(
  moves: readonly MovedPath[],
  stores: readonly StoreContext[],
  opened: OpenState,
  textOf: LanguageContext['textOf'],
): WorkspaceEdit | null {
  const edits = new EditsByFile();
  const whereabouts = whereaboutsAfter(moves);
  for (const { store } of stores) {
    const moved = movedIn(store, moves);
    for (const each of moved.values()) nameAlong(store, each, edits);
    follow(store, moved, edits);
    followFar(store, whereabouts, edits);
  }
  const documentChanges = [...edits.files]
    .filter(([, each]) => obstacle(each) === undefined)
    .map(([file, each]) => documentEdit(file, each, opened, textOf));
  return documentChanges.length === 0 ? null : { documentChanges };
}

/** Where a file will be, told from where it is. Both as {@link foldPath} gives them. */
type Whereabouts = (file: string) => string;

function whereaboutsAfter(moves: readonly MovedPath[]): Whereabouts {
  const folded = moves.map(({ from, to }) => ({ from: foldPath(from) ?? from, to: foldPath(to) ?? to }));
  return (file) => {
    for (const { from, to } of folded)
      if (file === from || file.startsWith(`${from}/`)) return to + file.slice(from.length);
    return file;
  };
}

/** Files of a store that get another path in it, by their old one. What leaves the store or stops being markdown is left to the checks. */
function movedIn(store: ParsedStore, moves: readonly MovedPath[]): ReadonlyMap<string, Renamed> {
  const moved = new Map<string, Renamed>();
  for (const { from, to } of moves) {
    const [before, after] = [pathInside(store.info.path, from), pathInside(store.info.path, to)];
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
    ? { oldName: file.memory.name, newName: nameAlongWith(file, next, store) ?? file.memory.name }
    : {};
}

/** `name` goes along with the file when it was made of the file's name. */
function nameAlong(store: ParsedStore, { from, oldName, newName }: Renamed, edits: EditsByFile): void {
  const file = store.files.get(from);
  const edit =
    file === undefined || newName === undefined || newName === oldName
      ? undefined
      : fieldEdit(fieldOf(file.frontMatter, 'name'), newName);
  if (file !== undefined && edit !== undefined) edits.add(store, file, edit);
}

function follow(store: ParsedStore, moved: ReadonlyMap<string, Renamed>, edits: EditsByFile): void {
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

/** Relative links that lead out of the store: into another one, or to a page of the project. */
function followFar(store: ParsedStore, whereabouts: Whereabouts, edits: EditsByFile): void {
  for (const text of textsOf(store)) {
    const { path } = text.source;
    const from = foldPath(absolutePath(store.info, path));
    if (from === undefined) continue;
    const source = whereabouts(from);
    for (const { link, file } of farLinksOf(store, path, linksOf(store, path))) {
      const to = whereabouts(file);
      const edit =
        to === file && source === from ? undefined : relink({ ...link, from }, { from: file, to }, text.lines, source);
      if (edit) edits.add(store, text, edit);
    }
  }
}

/** Also asked when the editor carries out a rename of ours: that one is complete, and what the user left out of it stays out. */
export async function willRename(
  parts: LanguageContext,
  { files }: RenameFilesParams,
  last: PendingRename,
  token: CancellationToken,
): Promise<WorkspaceEdit | null> {
  return parts.answer(WillRenameFilesRequest.method, token, async (signal) => {
    const moves = await Promise.all(
      files
        .filter(({ oldUri, newUri }) => isFile(oldUri) && isFile(newUri))
        .map(async ({ oldUri, newUri }) => ({ from: await parts.pathOf(oldUri), to: await parts.pathOf(newUri) })),
    );
    const opened = await parts.openState();
    if (last.includes(moves, opened, parts.textOf)) return null;
    const stores = await allStores(parts, undefined, signal);
    throwIfAborted(signal);
    return renamedFilesEdit(moves, stores, opened, parts.textOf);
  });
}

const isFile = (uri: string): boolean => URI.parse(uri).scheme === 'file';
