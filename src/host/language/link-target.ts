/** The memory at a position. */
import { fieldOf } from '../../core/frontmatter/frontmatter.js';
import type { FileContext } from '../../core/memdir.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import type { ParsedStore } from '../../core/parsed-store.js';
import type { Position } from '../../core/text.js';
import { wholeLine } from '../../core/text-edits.js';
import { contains, linkAt } from './links.js';

/** Path of the memory that the link at the position targets; on `name` or the first line, of the memory itself. */
export function memoryAt({ store, path }: FileContext, position: Position): string | undefined {
  const at = linkAt(store, path, position);
  if (at !== undefined) return at.link.at.found;
  return isOwnName(store.files.get(path), position) ? path : undefined;
}

function isOwnName(file: ParsedFile | undefined, position: Position): boolean {
  if (file === undefined) return false;
  const field = fieldOf(file.frontMatter, 'name');
  return (
    contains(wholeLine(file.lines, 0), position) ||
    (field !== undefined && (contains(field.keyRange, position) || contains(field.valueRange, position)))
  );
}

/** A file that the editor may open: symbolic links out of the store are excluded. */
export const linkableFile = ({ files }: ParsedStore, path: string): ParsedFile | undefined => {
  const file = files.get(path);
  return file?.source.linkTarget === undefined ? file : undefined;
};
