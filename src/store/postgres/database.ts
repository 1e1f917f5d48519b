/** Connections to one database: a pool, transactions, cancelling, repeating after a connection broke. */
import type { Client, Pool, PoolClient, QueryResultRow } from 'pg';

import { cancelled, MemdirError, throwIfAborted } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { Log } from '../../core/ports/log.js';
import { raceAbort } from '../../core/race-abort.js';
import { placeOf, type Target, targetOf, type TeamAddress } from './address.js';
import { asMemdirError, codeOf, isConnectionLost, isMetOther } from './errors.js';
import { checkSchema, checkVersions, serverFacts } from './server-facts.js';
import type { Session } from './session.js';

export interface DatabaseOptions {
  readonly address: TeamAddress;
  readonly log: Log;
  /** Connections at a time. Default 4. */
  readonly connections?: number | undefined;
  /** Milliseconds until a statement is given up. Default 30,000. */
  readonly statementMs?: number | undefined;
  /** Milliseconds until a connection is given up. Default 10,000. */
  readonly connectMs?: number | undefined;
}

export interface UseOptions {
  readonly signal?: AbortSignal | undefined;
  /** `write`: is not repeated once a connection broke, because the server may have carried it out. Default `read`. */
  readonly as?: 'read' | 'write' | undefined;
}

const MAX_TRIES = 5;

export class Database {
  /** Host and database, for people. */
  readonly place: string;
  readonly #target: Target;
  readonly #options: DatabaseOptions;
  #pool: Promise<Pool> | undefined;
  #checked: Promise<void> | undefined;
  #closed = false;

  constructor(options: DatabaseOptions) {
    this.#options = options;
    this.#target = targetOf(options.address);
    this.place = placeOf(this.#target);
  }

  /** One read transaction in which all statements see the same rows, or one that writes. Rejects with errors for people alone. */
  async use<T>(work: (session: Session) => Promise<T>, options: UseOptions = {}): Promise<T> {
    // For all callers: none of them ends it for the others.
    this.#checked ??= this.#check().catch((error: unknown) => {
      this.#checked = undefined;
      throw error;
    });
    await raceAbort(this.#checked, options.signal);
    return this.raw(work, options);
  }

  /** Like {@link use} on a database that may not be set up. */
  async raw<T>(work: (session: Session) => Promise<T>, { signal, as = 'read' }: UseOptions = {}): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      throwIfAborted(signal);
      try {
        return await this.#once(work, as, signal);
      } catch (error) {
        if (signal?.aborted) throw cancelled();
        const again = isMetOther(error) || (as === 'read' && isConnectionLost(error) && attempt < 3);
        if (!again || attempt === MAX_TRIES) throw asMemdirError(error, this.place);
      }
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await (await this.#pool)?.end();
  }

  async #once<T>(work: (session: Session) => Promise<T>, as: 'read' | 'write', signal?: AbortSignal): Promise<T> {
    const client = await this.#connect();
    // A connection that breaks between two statements says so at the next one.
    const ignore = (): void => undefined;
    client.on('error', ignore);
    const unwatch = this.#watch(client, signal);
    let broken: unknown;
    try {
      await client.query(as === 'read' ? 'begin isolation level repeatable read read only' : 'begin');
      const result = await work(sessionOf(client));
      await client.query('commit');
      return result;
    } catch (error) {
      if (isConnectionLost(error)) broken = error;
      else await client.query('rollback').catch((fault: unknown) => void (broken = fault));
      throw error;
    } finally {
      await unwatch();
      client.off('error', ignore);
      client.release(broken !== undefined);
    }
  }

  async #connect(): Promise<PoolClient> {
    if (this.#closed) throw new MemdirError('unavailable', t('The connection to the team database is closed.'));
    this.#pool ??= this.#makePool();
    return (await this.#pool).connect();
  }

  /** The library is loaded once a database is used. */
  async #makePool(): Promise<Pool> {
    const { default: pg } = await import('pg');
    const { connections = 4, statementMs = 30_000 } = this.#options;
    const pool = new pg.Pool({
      ...this.#config(),
      max: connections,
      idleTimeoutMillis: 30_000,
      allowExitOnIdle: true,
      statement_timeout: statementMs,
      idle_in_transaction_session_timeout: 2 * statementMs,
    });
    // A connection that breaks in use fails what it does; without a listener it would end the process as well.
    pool.on('connect', (client) => client.on('error', () => undefined));
    // An idle connection broke; the next use makes another.
    pool.on('error', (error) =>
      this.#options.log.info(`A connection to the team database ended (${codeOf(error) || 'closed'}).`),
    );
    return pool;
  }

  #config(): Target {
    return {
      ...this.#target,
      application_name: 'memdir',
      keepAlive: true,
      connectionTimeoutMillis: this.#options.connectMs ?? 10_000,
    };
  }

  /** Cancels what a connection does once the signal is aborted. Answers how to end that: no cancelling is under way after it. */
  #watch(client: PoolClient, signal: AbortSignal | undefined): () => Promise<void> {
    let cancelling: Promise<void> | undefined;
    const cancel = (): void => {
      cancelling = this.#cancel((client as PoolClient & { readonly processID: number }).processID);
    };
    signal?.addEventListener('abort', cancel, { once: true });
    return async () => {
      signal?.removeEventListener('abort', cancel);
      await cancelling;
    };
  }

  /** On a connection of its own: those of the pool may all be in use. */
  async #cancel(processId: number): Promise<void> {
    const { default: pg } = await import('pg');
    const client: Client = new pg.Client(this.#config());
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select pg_cancel_backend($1)', [processId]);
    } catch (error) {
      this.#options.log.info(`A statement of the team database was not cancelled (${codeOf(error)}).`);
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** The server is new enough and set up for this version. */
  async #check(): Promise<void> {
    await this.raw(async (session) => {
      const { server, vector, usable } = await serverFacts(session);
      checkVersions(server, vector);
      if (usable === null) throw Object.assign(new Error('no schema'), { code: '3F000' });
      if (!usable) throw Object.assign(new Error('no member'), { code: '42501' });
      const [row] = await session.rows<{ version: number }>('select max(number) as version from memdir.migration');
      checkSchema(row?.version ?? 0);
    });
  }
}

const sessionOf = (client: PoolClient): Session => ({
  rows: async <Row extends QueryResultRow>(sql: string, ...values: readonly unknown[]) =>
    (await client.query<Row>(sql, [...values])).rows,
  run: async (sql, ...values) => (await client.query(sql, [...values])).rowCount ?? 0,
});
