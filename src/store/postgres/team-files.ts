/** Team memory in PostgreSQL. */
import { MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { SavedChanges, TeamChange, TeamFile, TeamHead, TeamStore } from '../../core/ports/team-store.js';
import { Database, type DatabaseOptions } from './database.js';
import type { Session } from './session.js';

interface HeadRow {
  readonly key: string;
  readonly hash: string;
  /** As text: a bigint. */
  readonly version: string;
  readonly author: string;
  readonly updated_at: Date;
}

const HEAD = 'key, hash, version, author, updated_at';
/** In statements that name the table `file`. */
const HEAD_OF_FILE = HEAD.split(', ')
  .map((column) => `file.${column}`)
  .join(', ');

const headOf = (row: HeadRow): TeamHead => ({
  key: row.key,
  hash: row.hash,
  version: Number(row.version),
  author: row.author,
  updatedMs: row.updated_at.getTime(),
});

/** The same answer for a repository that does not exist and one that is not to be seen. */
async function repositoryOf(session: Session, name: string): Promise<{ readonly id: number; readonly write: boolean }> {
  const [row] = await session.rows<{ id: number; write: boolean }>(
    'select id, id = any(memdir.writable()) as write from memdir.repository where name = $1',
    name,
  );
  if (!row)
    throw new MemdirError(
      'not-found',
      t('The team database has no repository {name} that you can read. Ask its administrator.', { name }),
    );
  return row;
}

const idOf = async (session: Session, name: string): Promise<number> => (await repositoryOf(session, name)).id;

/** Row-level security refuses what is added, and lets a change of what is only to be read find nothing, as if others had been faster. */
async function writableIdOf(session: Session, name: string): Promise<number> {
  const { id, write } = await repositoryOf(session, name);
  if (!write) throw Object.assign(new Error('read only'), { code: '42501' });
  return id;
}

/** New files, and new texts of those that have the version that was expected. A file that is changed meanwhile is looked at again once that is done. */
const SAVE = `
  with given as (select * from unnest($2::text[], $3::text[], $4::bigint[]) as given (key, content, version)),
  changed as (
    update memdir.team_file file set content = given.content from given
    where file.repository_id = $1 and file.key = given.key and file.version = given.version and given.version > 0
    returning ${HEAD_OF_FILE}),
  added as (
    insert into memdir.team_file (repository_id, key, content)
    select $1, key, content from given where version = 0 order by key
    on conflict do nothing returning ${HEAD})
  select * from changed union all select * from added`;

const result = (rows: readonly HeadRow[], asked: readonly { readonly key: string }[]): SavedChanges => {
  const saved = rows.map(headOf);
  const done = new Set(saved.map(({ key }) => key));
  return { saved, conflicts: asked.map(({ key }) => key).filter((key) => !done.has(key)) };
};

/** Maximum size in UTF-8, as the table has it. */
const MAX_BYTES = 1_048_576;

function checkChanges(changes: readonly TeamChange[]): void {
  for (const { content, key } of changes) {
    if (content.includes('\0') || key.includes('\0'))
      throw new MemdirError(
        'bad-input',
        t('{key} contains a null character, which databases don’t allow.', { key: key.replaceAll('\0', '') }),
      );
    if (new TextEncoder().encode(content).length > MAX_BYTES)
      throw new MemdirError('bad-input', t('{key} is larger than 1 MB, the limit for sharing with a team.', { key }));
  }
}

class PostgresTeamStore implements TeamStore {
  readonly #database: Database;
  readonly place: string;

  constructor(options: DatabaseOptions) {
    this.#database = new Database(options);
    this.place = this.#database.place;
  }

  heads(repository: string, signal?: AbortSignal): Promise<ReadonlyMap<string, TeamHead>> {
    return this.#database.use(
      async (session) => {
        const id = await idOf(session, repository);
        const rows = await session.rows<HeadRow>(
          `select ${HEAD} from memdir.team_file where repository_id = $1 order by key`,
          id,
        );
        return new Map(rows.map((row) => [row.key, headOf(row)]));
      },
      { signal },
    );
  }

  read(repository: string, keys: readonly string[], signal?: AbortSignal): Promise<ReadonlyMap<string, TeamFile>> {
    return this.#database.use(
      async (session) => {
        const rows = await session.rows<HeadRow & { content: string; past: string[] }>(
          `select ${HEAD}, content, past from memdir.team_file where repository_id = $1 and key = any($2) order by key`,
          await idOf(session, repository),
          keys,
        );
        return new Map(
          rows.map((row) => [row.key, { ...headOf(row), content: row.content, past: row.past.map(Number) }]),
        );
      },
      { signal },
    );
  }

  async save(repository: string, changes: readonly TeamChange[], signal?: AbortSignal): Promise<SavedChanges> {
    checkChanges(changes);
    return this.#database.use(
      async (session) => {
        const rows = await session.rows<HeadRow>(
          SAVE,
          await writableIdOf(session, repository),
          changes.map(({ key }) => key),
          changes.map(({ content }) => content),
          changes.map(({ version }) => version),
        );
        return result(rows, changes);
      },
      { signal, as: 'write' },
    );
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}

/** Connects at the first use. Rejects never here: a bad address throws `bad-input`. */
export const openTeamStore = (options: DatabaseOptions): TeamStore => new PostgresTeamStore(options);
