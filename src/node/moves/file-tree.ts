/** All files of a store with their bytes' hashes, links and version history told apart. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

import { MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';

/** Limit beyond which a folder is no memory directory. */
const MAX_FILES = 20_000;

export interface TreeFile {
  /** Path inside the store, slashes forward. */
  readonly path: string;
  readonly bytes: number;
  /** Undefined for what is no plain file. */
  readonly hash?: string;
  /** Why it is never moved. */
  readonly why?: string;
}

export async function fileHash(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** Undefined when nothing is there, `''` when it is no plain file. */
export async function hashAtPath(file: string): Promise<string | undefined> {
  const info = await lstat(file).catch(() => undefined);
  if (info === undefined) return undefined;
  return info.isFile() ? await fileHash(file) : '';
}

interface Item {
  readonly name: string;
  readonly kind: 'folder' | 'file' | 'link' | 'other';
  /** Whether its name is no UTF-8, so that it cannot be opened by the decoded name. */
  readonly garbled: boolean;
}

/** Entries of a folder, sorted by name. */
async function itemsOf(folder: string): Promise<Item[]> {
  const items = (await readdir(folder, { withFileTypes: true, encoding: 'buffer' })).map((item): Item => {
    const name = item.name.toString('utf8');
    const kind = item.isDirectory() ? 'folder' : item.isFile() ? 'file' : item.isSymbolicLink() ? 'link' : 'other';
    return { name, kind, garbled: !Buffer.from(name).equals(item.name) };
  });
  return items.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Rejects when a folder cannot be read: with an incomplete list a part of the store would be left behind. */
export async function treeOf(folder: string): Promise<TreeFile[]> {
  const found: TreeFile[] = [];
  const walk = async (at: string, prefix: string): Promise<void> => {
    for (const item of await itemsOf(at)) {
      const [full, path] = [join(at, item.name), prefix + item.name];
      if (found.length >= MAX_FILES)
        throw new MemdirError(
          'bad-input',
          t('{folder} contains more than {n} files, so it isn’t a memory directory.', { folder, n: MAX_FILES }),
        );
      if (item.garbled) found.push({ path, bytes: 0, why: t('Its name isn’t valid text. Rename it and move again.') });
      else if (item.kind === 'folder' && item.name === '.git')
        found.push({ path, bytes: 0, why: t('It is Git history, which belongs to its folder.') });
      else if (item.kind === 'folder') await walk(full, `${path}/`);
      else if (item.kind === 'file') found.push({ path, bytes: (await lstat(full)).size, hash: await fileHash(full) });
      else
        found.push({
          path,
          bytes: 0,
          why:
            item.kind === 'link'
              ? t('It is a link. Create it again where you need it.')
              : t('It isn’t a regular file.'),
        });
    }
  };
  await walk(folder, '');
  return found;
}
