import { filesOf, isCurrent, isNamedLikeIndex } from '../file-kinds.js';
import { stemOf } from '../file-stem.js';
import { fieldOf } from '../frontmatter/frontmatter.js';
import { storeNames } from '../index/resolved-entries.js';
import { t } from '../l10n.js';
import type { ParsedStore } from '../parsed-store.js';
import { renaming } from './name-duplicate.js';
import type { StoreRule } from './rule.js';

/**
 * A name that is the file name of another memory. Names that differ from the own file name are normal: one in three
 * real memories has one.
 */
export const nameDiffers: StoreRule = {
  code: 'name-differs',
  severity: 'hint',
  on: 'store',
  *check(store, only) {
    for (const [path, file] of filesOf(store, only)) {
      const { memory } = file;
      const field = fieldOf(file.frontMatter, 'name');
      if (field === undefined || !memory.named || !isCurrent(file) || isNamedLikeIndex(path)) continue;
      const other = otherFile(path, memory.name, store);
      if (other === undefined) continue;
      yield {
        path,
        range: field.valueRange,
        message: t(
          'Name of another file: {other} is a different memory. [[{name}]] leads here, so Claude Code may read or update the wrong one. Rename one of them.',
          { other, name: memory.name },
        ),
        fixes: renaming(file, store),
      };
    }
  },
};

/** A current memory whose file has this name but not the name itself; with the name it would be a duplicate name. */
function otherFile(path: string, name: string, store: ParsedStore): string | undefined {
  const written = name.normalize('NFC');
  if (stemOf(path).normalize('NFC') === written) return undefined;
  return storeNames(store)
    .byStem.get(written)
    ?.find((other) => {
      const file = other === path ? undefined : store.files.get(other);
      return file?.memory.named === true && file.memory.name.normalize('NFC') !== written && isCurrent(file);
    });
}
