/** The search index: a file of the data folder, or a PostgreSQL that an environment variable names. */
import { join } from 'node:path';

import { MemdirError } from '../core/errors.js';
import { t } from '../core/l10n.js';
import type { IndexStore } from '../core/ports/index-store.js';
import type { Log } from '../core/ports/log.js';
import { CHUNKS_VERSION } from '../core/search/chunk.js';
import { TERMS_VERSION } from '../core/search/terms.js';
import { SECRETS_VERSION } from '../core/secrets/secrets.js';
import { HEADS_VERSION } from '../service/index/document.js';
import { openSqliteIndex } from '../store/sqlite/open.js';
import { withSubstitute } from './substitute-index.js';

/** Address of the database; its password as everywhere with PostgreSQL. */
const URL_VARIABLE = 'MEMDIR_INDEX_URL';
/** Repository of that database that the index belongs to: who may read it finds these memories. */
const REPOSITORY_VARIABLE = 'MEMDIR_INDEX_REPOSITORY';

// eslint-disable-next-line memdir/user-text -- versions, compared as a whole
const CONTENTS = `terms ${TERMS_VERSION}, chunks ${CHUNKS_VERSION}, masks ${SECRETS_VERSION}, heads ${HEADS_VERSION}`;

/** Milliseconds until another machine counts as out of reach: a search waits that long once. */
const CONNECT_MS = 3_000;

export interface IndexOptions {
  /** Absolute. */
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  /** See {@link SqliteIndexSettings.tell}. */
  readonly tell?: ((sentence: string) => void) | undefined;
}

/** Opens the index. One in PostgreSQL that cannot be used is replaced by that of the data folder until the next start: search always answers. */
export async function openIndex({ dataDir, env, log, tell }: IndexOptions): Promise<IndexStore> {
  const local = (): Promise<IndexStore> =>
    openSqliteIndex({ file: join(dataDir, 'index.db'), log, tell, contents: CONTENTS });
  const url = env[URL_VARIABLE]?.trim() ?? '';
  if (url === '') return await local();
  const repository = env[REPOSITORY_VARIABLE]?.trim() ?? '';
  return await withSubstitute({
    open: async () => {
      if (repository === '')
        throw new MemdirError(
          'bad-input',
          t('{url} is set, but {repository} isn’t. Set it to the repository that the index belongs to.', {
            url: URL_VARIABLE,
            repository: REPOSITORY_VARIABLE,
          }),
        );
      // The driver is loaded once a database is used.
      const { openRepositoryIndex } = await import('../store/postgres/index/index-store.js');
      const options = { address: { url }, log, connectMs: CONNECT_MS, contents: CONTENTS };
      return await openRepositoryIndex(repository, options);
    },
    openSubstitute: local,
    tell: (reason) => {
      const sentence = t('The search index of this machine is used instead. {reason}', { reason });
      log.warn(sentence);
      tell?.(sentence);
    },
  });
}
