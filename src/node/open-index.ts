import { join } from 'node:path';

import type { IndexStore } from '../core/ports/index-store.js';
import type { Log } from '../core/ports/log.js';
import { CHUNKS_VERSION } from '../core/search/chunk.js';
import { TERMS_VERSION } from '../core/search/terms.js';
import { SECRETS_VERSION } from '../core/secrets/secrets.js';
import { HEADS_VERSION } from '../service/index/document.js';
import { openSqliteIndex } from '../store/sqlite/open.js';

/**
 * Opens the search index of a data folder.
 * @param tell see {@link SqliteIndexSettings.tell}
 */
export const openIndex = (dataDir: string, log: Log, tell?: (sentence: string) => void): Promise<IndexStore> =>
  openSqliteIndex({
    file: join(dataDir, 'index.db'),
    log,
    tell,
    // eslint-disable-next-line memdir/user-text -- versions, compared as a whole
    contents: `terms ${TERMS_VERSION}, chunks ${CHUNKS_VERSION}, masks ${SECRETS_VERSION}, heads ${HEADS_VERSION}`,
  });
