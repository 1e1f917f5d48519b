/** Where a database is and how it is reached, as libpq understands it: from a URL, the environment and a service file. */
import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import type { ClientConfig } from 'pg';

import { MemdirError, reasonOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';

export interface TeamAddress {
  /** `postgresql://user@host/database?sslmode=…`; empty: all of it comes from the environment or a service file. */
  readonly url: string;
  /** From a secret storage. Absent: PGPASSWORD, the service file or ~/.pgpass. */
  readonly password?: string | undefined;
}

type Values = Readonly<Record<string, string>>;
export type Environment = Readonly<Record<string, string | undefined>>;
export type Target = ClientConfig & { readonly host: string; readonly port: number; readonly database: string };

const BAD_URL = (): MemdirError =>
  new MemdirError(
    'bad-input',
    t('The address of the team database isn’t valid. Write it as postgresql://user@host/database.'),
  );

function parseUrl(url: string): URL {
  if (!/^postgres(?:ql)?:\/\//i.test(url.trim())) throw BAD_URL();
  try {
    return new URL(url.trim());
  } catch {
    // The parser's error quotes the address, which may contain a password.
    throw BAD_URL();
  }
}

/** Whether an address contains a password, which then would be in the settings. */
export function hasPassword(url: string): boolean {
  if (url.trim() === '') return false;
  const { password, searchParams } = parseUrl(url);
  return password !== '' || searchParams.has('password');
}

/** Host and database for people, without user and password. */
export const placeOf = ({ host, port, database }: Pick<Target, 'host' | 'port' | 'database'>): string =>
  `${host}${port === 5432 ? '' : `:${port}`}/${database}`;

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    throw BAD_URL();
  }
};

function fromUrl(url: string): Values {
  if (url.trim() === '') return {};
  const { hostname, port, username, password, pathname, searchParams } = parseUrl(url);
  const named = {
    host: decode(hostname).replace(/^\[(.*)\]$/, '$1'),
    port,
    user: decode(username),
    password: decode(password),
    dbname: decode(pathname.slice(1)),
  };
  return {
    ...Object.fromEntries(Object.entries(named).filter(([, value]) => value !== '')),
    ...Object.fromEntries(searchParams),
  };
}

const ENVIRONMENT = {
  PGHOST: 'host',
  PGPORT: 'port',
  PGUSER: 'user',
  PGDATABASE: 'dbname',
  PGSSLMODE: 'sslmode',
  PGSSLROOTCERT: 'sslrootcert',
  PGSSLCERT: 'sslcert',
  PGSSLKEY: 'sslkey',
} as const;

const fromEnvironment = (env: Environment): Values =>
  Object.fromEntries(
    Object.entries(ENVIRONMENT).flatMap(([variable, name]) => {
      const value = env[variable];
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );

/** The section of a service in pg_service.conf. */
function fromService(name: string | undefined, env: Environment): Values {
  if (name === undefined || name === '') return {};
  const files = [
    env.PGSERVICEFILE ?? join(homedir(), '.pg_service.conf'),
    ...(env.PGSYSCONFDIR === undefined ? [] : [join(env.PGSYSCONFDIR, 'pg_service.conf')]),
  ];
  for (const file of files.filter((each) => existsSync(each))) {
    const section = sectionOf(readText(file), name);
    if (section) return section;
  }
  throw new MemdirError('bad-input', t('No service file of PostgreSQL has a section [{name}].', { name }));
}

function sectionOf(text: string, name: string): Values | undefined {
  let values: Record<string, string> | undefined;
  for (const line of text.split(/\r?\n/).map((each) => each.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    if (line.startsWith('[')) {
      if (values) return values;
      if (line === `[${name}]`) values = {};
    } else if (values && line.includes('=')) {
      const at = line.indexOf('=');
      values[line.slice(0, at).trim()] = line.slice(at + 1).trim();
    }
  }
  return values;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new MemdirError(
      'unavailable',
      t('{file}, which the team database needs, can’t be read: {reason}.', { file, reason: reasonOf(error) }),
      { cause: error },
    );
  }
}

/** A host that needs no encryption: this machine. */
export const isLoopback = (host: string): boolean =>
  host.startsWith('/') || host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);

/**
 * Encryption by sslmode. Without one it is `verify-full` for another machine, and off for this one. `prefer` and `allow` go without it
 * where the other side, or what is between, offers none: they count as `require`.
 */
function encryption(values: Values, host: string): ClientConfig['ssl'] {
  const mode = values.sslmode ?? (isLoopback(host) ? 'disable' : 'verify-full');
  if (mode === 'disable' || host.startsWith('/')) return false;
  const path = values.sslrootcert;
  const ca = path === undefined || path === 'system' ? undefined : readText(path);
  const certificates = {
    ...(ca === undefined ? {} : { ca }),
    ...(values.sslcert === undefined ? {} : { cert: readText(values.sslcert) }),
    ...(values.sslkey === undefined ? {} : { key: readText(values.sslkey) }),
  };
  if (mode === 'verify-full') return { ...certificates, rejectUnauthorized: true };
  // The name of the server is not compared.
  if (mode === 'verify-ca') return { ...certificates, rejectUnauthorized: true, checkServerIdentity: () => undefined };
  if (['require', 'prefer', 'allow'].includes(mode)) return { ...certificates, rejectUnauthorized: ca !== undefined };
  throw new MemdirError(
    'bad-input',
    t('sslmode={mode} isn’t known. Use verify-full, verify-ca, require or disable.', { mode }),
  );
}

/** What a connection is made with. Reads a service file and certificates. */
export function targetOf({ url, password }: TeamAddress, env: Environment = process.env): Target {
  const given = fromUrl(url);
  const values = { ...fromEnvironment(env), ...fromService(given.service ?? env.PGSERVICE, env), ...given };
  const host = values.host ?? 'localhost';
  const port = Number(values.port ?? 5432);
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw BAD_URL();
  const secret = password ?? values.password;
  return {
    host,
    port,
    database: values.dbname ?? values.user ?? 'postgres',
    ...(values.user === undefined ? {} : { user: values.user }),
    // Otherwise the library looks for PGPASSWORD and ~/.pgpass.
    ...(secret === undefined ? {} : { password: secret }),
    ssl: encryption(values, host),
  };
}
