import { fieldOf, quoteScalar } from '../frontmatter.js';
import { stemOf } from '../parse.js';
import type { Fix } from '../problem.js';
import { fix } from './edits.js';
import { isPlain, isRead, nameRange, setField } from './metadata.js';
import type { LintStore, ParsedFile, StoreRule } from './rule.js';
import { filesOf, indexFolder, isStatement } from './scope.js';
import { storeNames } from './store-names.js';

/** Other memories that a message names. */
const NAMED = 3;

/** Two memories of one index with the same name. */
export const nameDuplicate: StoreRule = {
  code: 'name-duplicate',
  severity: 'warning',
  on: 'store',
  *check(store, only) {
    const names = storeNames(store);
    for (const [path, file] of filesOf(store, only)) {
      if (!counts(file)) continue;
      const home = indexFolder(path, store);
      const others = (names.byName.get(file.memory.name.normalize('NFC')) ?? []).filter((other) => other !== path && sharesIndex(other, home, store));
      if (others.length === 0) continue;
      const more = others.length > NAMED ? ` and ${others.length - NAMED} more` : '';
      yield {
        path,
        range: nameRange(file),
        message: `${others.slice(0, NAMED).join(', ')}${more} ${others.length === 1 ? 'has' : 'have'} the same name, so [[${file.memory.name}]] can mean either, and Claude Code may update the wrong one. Give each memory a name of its own.`,
        related: others.slice(0, 20).flatMap((other) => {
          const same = store.files.get(other);
          return same === undefined ? [] : [{ path: other, range: nameRange(same), message: 'The same name' }];
        }),
        fixes: renaming(file, store),
      };
    }
  },
};

/** A name written in the file, of a memory that still counts. */
const counts = (file: ParsedFile): boolean => file.memory.named && isStatement(file);

function sharesIndex(path: string, home: string, store: LintStore): boolean {
  const file = store.files.get(path);
  return file !== undefined && counts(file) && indexFolder(path, store) === home;
}

/** The file's own name, when that is free: links by it lead to this file already. */
export function renaming(file: ParsedFile, store: LintStore): Fix[] {
  const stem = stemOf(file.source.path);
  const names = storeNames(store);
  const taken = (names.byName.get(stem) ?? []).length > 0 || (names.byStem.get(stem) ?? []).length > 1;
  if (taken || !isRead(file) || fieldOf(file.frontMatter, 'name') === undefined) return [];
  return [fix(`Rename this memory to ${stem}`, file.source.path, [setField(file, 'name', isPlain(stem) ? stem : quoteScalar(stem))])];
}
