/** A team database with members, for tests. */
import pg from 'pg';
import { inject } from 'vitest';

import type { Log } from '../../src/core/ports/log.js';
import type { TeamAdministration } from '../../src/core/ports/team-store.js';
import { openTeamAdministration } from '../../src/store/postgres/administration.js';

export const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

let databases = 0;

/** An empty database; the address is that of the superuser. */
export async function emptyDatabase(server = inject('postgres')): Promise<string> {
  const name = `t${process.pid}_${Date.now().toString(36)}_${++databases}`;
  await query(server, `create database ${name}`);
  return server.replace(/\/postgres$/, `/${name}`);
}

/** Rows of a statement on a connection of its own. */
export async function query<Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
  ...values: unknown[]
): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

/** Address of another role in the same database. */
export function urlOf(url: string, user: string, password: string): string {
  const other = new URL(url);
  other.username = user;
  other.password = password;
  return other.href;
}

export interface Team {
  readonly url: string;
  readonly administration: TeamAdministration;
  /** Addresses by member. */
  readonly urls: ReadonlyMap<string, string>;
  /** Name of the login role of a member: roles are shared by all databases of the server. */
  role(member: string): string;
}

/**
 * @param access by member: repositories, `+` before those that it may write to
 * @param server address of its superuser; default: that of all tests
 */
export async function makeTeam(
  access: Readonly<Record<string, readonly string[]>>,
  server = inject('postgres'),
): Promise<Team> {
  const url = await emptyDatabase(server);
  const administration = openTeamAdministration({ address: { url }, log: quiet });
  await administration.init();
  const suffix = new URL(url).pathname.slice(1);
  const role = (member: string): string => `${member}_${suffix}`;
  const urls = new Map<string, string>();
  for (const [member, repositories] of Object.entries(access)) {
    const { password = '' } = await administration.addMember(role(member));
    urls.set(member, urlOf(url, role(member), password));
    for (const each of repositories) {
      const name = each.replace(/^\+/, '');
      await administration.addRepository(name);
      await administration.grant(name, role(member), each.startsWith('+'));
    }
  }
  return { url, administration, urls, role };
}
