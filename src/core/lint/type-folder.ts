import { t } from '../l10n.js';
import type { TypeTable } from '../memory-types.js';
import { replace } from '../text-edits.js';
import { fix } from './merge-fixes.js';
import { isOneLine, typeField } from './metadata.js';
import type { MemoryRule } from './rule.js';

/** A memory in a folder named after another type. */
export const typeFolder: MemoryRule = {
  code: 'type-folder',
  severity: 'info',
  on: 'memory',
  *check(file, { types }) {
    const { memory, source } = file;
    const folder = typeOfFolder(source.path, types);
    const field = typeField(file);
    if (
      folder === undefined ||
      field === undefined ||
      memory.type === folder.type ||
      !Object.hasOwn(types, memory.type)
    )
      return;
    yield {
      range: field.valueRange,
      message: t(
        'Type and folder differ: {type} in {folder}/. Claude Code and Memdir use the type; people see the folder. Make them match.',
        { type: memory.type, folder: folder.name },
      ),
      fixes: isOneLine(field)
        ? [
            fix(
              t('Change {field} to {value}', { field: field.path, value: folder.type }),
              source.path,
              [replace(field.valueRange, folder.type)],
              {
                preferred: true,
              },
            ),
          ]
        : [],
    };
  },
};

/** Folders of these names contain one file for each project or person, of any type. */
const OTHER_MEANING = new Set(['projects', 'users']);

/** The nearest folder named after a type, singular or plural. */
function typeOfFolder(path: string, types: TypeTable): { readonly name: string; readonly type: string } | undefined {
  for (const name of path.split('/').slice(0, -1).reverse()) {
    const word = name.toLowerCase();
    const type = [word, OTHER_MEANING.has(word) ? '' : word.replace(/s$/, ''), word.replace(/ies$/, 'y')].find((each) =>
      Object.hasOwn(types, each),
    );
    if (type !== undefined) return { name, type };
  }
  return undefined;
}
