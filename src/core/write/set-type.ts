/** The edit that changes the type of a memory. */
import { typeField } from '../lint/metadata.js';
import { typed } from '../lint/type-missing.js';
import type { ParsedFile } from '../parsed-file.js';
import type { TextEdit } from '../text.js';
import { replace } from '../text-edits.js';

/** Undefined for a file without front matter that can be read. */
export function setType(file: ParsedFile, type: string): TextEdit | undefined {
  if (file.frontMatter.state !== 'yaml') return undefined;
  const field = typeField(file);
  return field === undefined ? typed(file, type) : replace(field.valueRange, type);
}
