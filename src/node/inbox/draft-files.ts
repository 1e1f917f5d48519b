/** Reads draft files, with a cache by their stamps. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { DraftFile } from '../../core/ports/drafts.js';
import { MEGABYTE } from '../../core/units.js';
import { mapLimited } from '../../service/async.js';
import { decode } from '../files/decode.js';
import { isSettled, versionOf } from '../files/file-version.js';
import { isGone } from '../paths.js';

/** Bytes of a draft that are read. */
const MOST_BYTES = MEGABYTE;
const READS_AT_ONCE = 32;

interface CachedDraft {
  readonly stamp: string;
  readonly bornMs: number;
  readonly file: DraftFile;
}

export class DraftFiles {
  readonly #known = new Map<string, CachedDraft>();

  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The oldest first. The same object for a file that stayed as it is. */
  async list(ids: Promise<readonly string[]>): Promise<readonly DraftFile[]> {
    const waiting = await ids;
    const found = (await mapLimited(waiting, READS_AT_ONCE, (id) => this.#look(id))).filter(
      (draft) => draft !== undefined,
    );
    const there = new Set(waiting);
    for (const id of this.#known.keys()) if (!there.has(id)) this.#known.delete(id);
    return found.sort((a, b) => a.bornMs - b.bornMs || (a.file.id < b.file.id ? -1 : 1)).map(({ file }) => file);
  }

  /** Undefined for a missing file. */
  async read(id: string): Promise<DraftFile | undefined> {
    return (await this.#look(id))?.file;
  }

  async #look(id: string): Promise<CachedDraft | undefined> {
    const path = join(this.#folder, `${id}.md`);
    try {
      const now = Date.now();
      const info = await stat(path);
      const { size, birthtimeMs } = info;
      const stamp = versionOf(info);
      const cached = this.#known.get(id);
      if (cached?.stamp === stamp) return cached;
      const read: CachedDraft = {
        stamp,
        bornMs: birthtimeMs,
        file:
          size > MOST_BYTES
            ? { id, path, text: '', unreadable: t('it is larger than 1 MB.') }
            : await contentOf(id, path),
      };
      if (isSettled(info, now)) this.#known.set(id, read);
      else this.#known.delete(id);
      return read;
    } catch (error) {
      if (isGone(error)) return undefined;
      // An unreadable draft must not fail the listing.
      return {
        stamp: '',
        bornMs: 0,
        file: { id, path, text: '', unreadable: t('it can’t be read: {reason}.', { reason: messageOf(error) }) },
      };
    }
  }
}

async function contentOf(id: string, path: string): Promise<DraftFile> {
  const { text, encoding } = decode(await readFile(path));
  // Accepting a draft in another encoding would lose text.
  return encoding === 'utf8'
    ? { id, path, text }
    : { id, path, text: '', unreadable: t('it isn’t UTF-8 text. Save it as UTF-8.') };
}
