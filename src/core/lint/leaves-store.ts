import type { SourceFile, StoreInfo } from '../memory.js';

/** Whether a file is a link to a place outside its memory directory. A link to nothing inside it is only broken. */
export function leavesStore({ linkTarget }: SourceFile, { path }: Pick<StoreInfo, 'path'>): boolean {
  if (linkTarget === undefined || linkTarget === path) return false;
  const folder = /[/\\]$/.test(path) ? path : path + (path.includes('\\') ? '\\' : '/');
  return !linkTarget.startsWith(folder);
}
