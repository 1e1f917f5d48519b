/** Kinds of stores and files. */
import { isIndexName } from './index/index-file.js';
import type { SourceFile, StoreInfo } from './memory.js';
import type { FileHead, ParsedFile } from './parsed-file.js';
import type { ParsedStore } from './parsed-store.js';
import { isPlain } from './stores/agent-forms.js';

/** Whether a store contains memories: daily logs and session notes have other shapes. */
export const containsMemories = ({ kind }: Pick<StoreInfo, 'kind'>): boolean => kind !== 'logs' && kind !== 'session';

/** Whether a store lists its memories in an index: sub-agents keep their notes in the index itself. */
export const listsMemories = (info: Pick<StoreInfo, 'kind'>): boolean =>
  containsMemories(info) && info.kind !== 'agent' && !isPlain(info);

/** Whether a path is the index of a store. */
export const isIndexOf = (info: Pick<StoreInfo, 'kind'>, path: string): boolean => isIndexName(path) && !isPlain(info);

/** Whether an agent loads the index of a store at the start of a session, as far as is known. */
export const isIndexLoaded = (info: Pick<StoreInfo, 'kind' | 'off'>): boolean =>
  listsMemories(info) && info.off === undefined && info.kind !== 'in-repo' && info.kind !== 'extra';

/** All memory files, or only the given one. */
export function filesOf(
  { files }: Pick<ParsedStore, 'files'>,
  only: string | undefined,
): readonly (readonly [string, ParsedFile])[] {
  if (only === undefined) return [...files];
  const file = files.get(only);
  return file === undefined ? [] : [[only, file]];
}

/** The nearest folder above a file that has an index of its own; empty for the store itself. */
export function indexFolder(path: string, { files }: { readonly files: ReadonlyMap<string, unknown> }): string {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    if (files.has(`${path.slice(0, at)}/MEMORY.md`)) return path.slice(0, at);
  }
  return '';
}

/** Whether a file is called MEMORY.md in any spelling, at the top or in a folder. */
export const isNamedLikeIndex = (path: string): boolean => /(?:^|\/)memory\.md$/i.test(path);

/**
 * Path of the file that iCloud moved to the cloud, by the path of the stub that it left (`.NAME.icloud`); undefined for
 * any other file. A stub proves that its file exists.
 */
export function cloudOnlyPath(path: string): string | undefined {
  const [, folder = '', name = ''] = /^((?:.*\/)?)\.([^/]+)\.icloud$/is.exec(path) ?? [];
  return name === '' ? undefined : folder + name;
}

/** The markdown files among other files of a listing that are in the cloud only. */
export const cloudOnlyPaths = (others: readonly { readonly path: string }[]): string[] =>
  others.flatMap(({ path }) => cloudOnlyPath(path) ?? []).filter((path) => /\.md$/i.test(path));

/** Daily logs are not memories: no index lists them and they have no metadata. */
export const isDailyLog = (path: string): boolean =>
  /(?:^|\/)logs\//.test(path) || /(?:^|\/)\d{4}-\d\d-\d\d\.md$/.test(path);

/** A README says what a folder is for: without front matter it is no memory that lacks something. */
export const isReadme = ({ source: { path }, frontMatter }: Pick<ParsedFile, 'source' | 'frontMatter'>): boolean =>
  /(?:^|\/)readme\.md$/i.test(path) && frontMatter.state === 'none';

/** Whether a memory is current: neither forgotten nor replaced. */
export const isCurrent = ({ memory }: Pick<FileHead, 'memory'>): boolean =>
  memory.deletedMs === undefined && memory.supersededBy === undefined;

/**
 * Whether a file makes statements about the present: a current, readable memory that is neither a daily log nor an
 * index.
 */
export const isCurrentKnowledge = (file: Pick<FileHead, 'memory'>): boolean =>
  file.memory.searchable && isCurrent(file) && !isDailyLog(file.memory.path) && !isNamedLikeIndex(file.memory.path);

/**
 * Whether a file is a symbolic link to a place outside its memory directory. A dangling link inside it is only broken.
 */
export function leavesStore({ linkTarget }: SourceFile, { path }: Pick<StoreInfo, 'path'>): boolean {
  if (linkTarget === undefined || linkTarget === path) return false;
  const folder = /[/\\]$/.test(path) ? path : path + (path.includes('\\') ? '\\' : '/');
  return !linkTarget.startsWith(folder);
}
