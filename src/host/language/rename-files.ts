/** Files and folders renamed in the editor's explorer: entries and links go along. */
import { WillRenameFilesRequest, type CancellationToken, type FileOperationRegistrationOptions, type RenameFilesParams, type WorkspaceEdit } from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import { throwIfAborted } from '../../core/errors.js';
import { isIndexName } from '../../core/index-file.js';
import type { LintStore } from '../../core/lint/rule.js';
import { textsOf } from '../../core/lint/texts.js';
import { pathInside } from '../../service/places.js';
import { everywhere, type StoreAround } from './everywhere.js';
import type { LanguageParts, OpenState } from './feature.js';
import { linksOf } from './links.js';
import { chainEdits, documentEdit, EditsByFile, obstacle } from './rename-edits.js';
import { relink } from './rename-links.js';

export const WILL_RENAME_FILTERS: FileOperationRegistrationOptions['filters'] = [
  { scheme: 'file', pattern: { glob: '**/*.md', matches: 'file', options: { ignoreCase: true } } },
  { scheme: 'file', pattern: { glob: '**', matches: 'folder' } },
];

/** A file or folder before and after, absolute. */
export interface MovedPath {
  readonly from: string;
  readonly to: string;
}

/** The edits that keep every entry and link right, made before the files are renamed. Null when there is nothing to do. */
export function renamedFilesEdit(moves: readonly MovedPath[], stores: readonly StoreAround[], opened: OpenState, textOf: LanguageParts['textOf']): WorkspaceEdit | null {
  const edits = new EditsByFile();
  for (const { store } of stores) {
    const moved = movedIn(store, moves);
    if (moved.size > 0) follow(store, moved, edits);
  }
  const documentChanges = [...edits.files].filter(([, each]) => obstacle(each) === undefined).map(([file, each]) => documentEdit(file, each, opened, textOf));
  return documentChanges.length === 0 ? null : { documentChanges };
}

/** Files of a store that get another path in it, old to new. What leaves the store or stops being markdown is left to the checks. */
function movedIn(store: LintStore, moves: readonly MovedPath[]): ReadonlyMap<string, string> {
  const moved = new Map<string, string>();
  for (const { from, to } of moves) {
    const [before, after] = [pathInside(store.info.path, from), pathInside(store.info.path, to)];
    if (!before || !after) continue;
    for (const path of store.files.keys()) {
      const next = path === before ? after : path.startsWith(`${before}/`) ? after + path.slice(before.length) : path;
      if (next !== path && /\.md$/i.test(next) && !isIndexName(next)) moved.set(path, next);
    }
  }
  return moved;
}

function follow(store: LintStore, moved: ReadonlyMap<string, string>, edits: EditsByFile): void {
  for (const text of textsOf(store)) {
    const { path } = text.source;
    const source = moved.get(path) ?? path;
    for (const link of linksOf(store, path)) {
      const { found } = link.at;
      const to = found === undefined ? undefined : (moved.get(found) ?? found);
      const edit = found === undefined || to === undefined || (to === found && source === path) ? undefined : relink(link, { from: found, to }, text.lines, source);
      if (edit) edits.add(store, text, edit);
    }
  }
  for (const file of store.files.values()) for (const [from, to] of moved) for (const edit of chainEdits(file, from, to)) edits.add(store, file, edit);
}

export async function willRename(parts: LanguageParts, { files }: RenameFilesParams, token: CancellationToken): Promise<WorkspaceEdit | null> {
  return parts.answer(WillRenameFilesRequest.method, token, async (signal) => {
    const moves = await Promise.all(files.filter(({ oldUri, newUri }) => isFile(oldUri) && isFile(newUri)).map(async ({ oldUri, newUri }) => ({ from: await parts.pathOf(oldUri), to: await parts.pathOf(newUri) })));
    const stores = await everywhere(parts, undefined, signal);
    const opened = await parts.opened();
    throwIfAborted(signal);
    return renamedFilesEdit(moves, stores, opened, parts.textOf);
  });
}

const isFile = (uri: string): boolean => URI.parse(uri).scheme === 'file';
