/** Migrations of databases that were applied, and those that failed. */
import { allMatches, brief, firstMatch, type Recogniser, some } from './run.js';

interface Tool {
  readonly name: string;
  readonly command: RegExp;
  /** One migration that was applied; `name` is it. */
  readonly applied: RegExp;
  /** The line that says which one begins; `name` is it. Absent: `applied` is said as one begins. `null`: that is not said. */
  readonly begins?: RegExp | null;
  readonly fails: RegExp;
}

const SQL_ERROR =
  /(?:\b(?:psycopg2?|sqlalchemy|asyncpg|django\.db|pymysql|sqlite3)\S*\.(?:\w+Error|\w+Exception)\b:?\s*(?<why>.+)|\b(?:ERROR|Error|error|DatabaseError|Database error message):\s*(?<other>(?:column|relation|table|duplicate|syntax|constraint|null|foreign|type|could not|cannot|violates|deadlock|permission).*|.*(?:already exists|does not exist|violates|not-null|constraint).*))/i;

const TOOLS: readonly Tool[] = [
  {
    name: 'Alembic',
    command: /\b(?:alembic|flask db) upgrade\b/,
    applied: /Running upgrade (?:\w*\s*)?-> (?<name>\w+)(?:, (?<what>.+))?$/,
    fails: /^(?:ERROR \[[\w.]+\] |(?:FAILED|ERROR).*?: )(?<why>.+)$/,
  },
  {
    name: 'Django',
    command: /\bmanage\.py migrate\b|\bdjango-admin migrate\b/,
    applied: /^\s+Applying (?<name>[\w.]+)\.\.\. ?OK/,
    begins: /^\s+Applying (?<name>[\w.]+)\.\.\./,
    fails: /^(?:\w+\.)*(?:\w*Error|\w*Exception): (?<why>.+)$/,
  },
  {
    name: 'Prisma',
    command: /\bprisma (?:migrate|db push)\b/,
    applied: /Applying migration `(?<name>[^`]+)`/,
    fails: /^(?:Error: )?(?:P\d{4}:?|Database error:?|ERROR:)\s*(?<why>.+)$/,
  },
  {
    name: 'Rails',
    command: /\b(?:rails|rake) db:migrate\b/,
    applied: /^==\s+\d+ (?<name>\w+): migrated/,
    begins: /^==\s+\d+ (?<name>\w+): migrating/,
    fails: /^(?:\w+::)*(?:\w*Error|\w*Invalid|\w*Exception)\w*: (?<why>.+)$/,
  },
  {
    name: 'Flyway',
    command: /\bflyway\b.*\bmigrate\b|flywayMigrate|flyway:migrate/,
    applied: /Migrating schema .* to version "?(?<name>[^"]+?)"?$/,
    fails:
      /^(?:ERROR: (?!Validate failed: Migrations have failed)|Message\s*: |(?=Migration checksum mismatch|Detected (?:failed|resolved|applied) migration))(?<why>.+)$/,
  },
  {
    name: 'Liquibase',
    command: /\bliquibase\b/,
    applied: /Running Changeset: (?<name>\S+)/,
    fails: /^(?:Unexpected error running Liquibase: |ERROR: )(?<why>.+)$/,
  },
  {
    name: 'Knex',
    command: /\bknex\b.*\bmigrate:(?:latest|up)\b/,
    applied: /^Batch (?<name>\d+) run: \d+ migrations/,
    begins: /^migration file "(?<name>[^"]+)" failed/,
    fails: /^(?:migration .* failed with error: |error: )(?<why>.+)$/,
  },
  {
    name: 'TypeORM',
    command: /\btypeorm\b.*\bmigration:run\b/,
    applied: /^Migration (?<name>\w+) has been\s+executed successfully/,
    begins: /^Migration "(?<name>\w+)" failed/,
    fails: /^(?:Error during migration run:|QueryFailedError:)\s*(?<why>.+)$/,
  },
  {
    name: 'Drizzle',
    command: /\bdrizzle-kit (?:migrate|push)\b/,
    applied: /(?<name>migrations applied successfully)/,
    begins: null,
    fails: /^(?:error|Error): (?<why>.+)$/,
  },
  {
    name: 'Ecto',
    command: /\bmix ecto\.migrate\b/,
    applied: /== Running \d+ (?<name>[\w.]+)\.change/,
    fails: /^\*\* \([\w.]+\) (?<why>.+)$/,
  },
  {
    name: 'Supabase',
    command: /\bsupabase (?:db push|migration up|db reset)\b/,
    applied: /^Applying migration (?<name>\S+?)(?:\.\.\.)?$/,
    fails: /^ERROR: (?<why>.+)$/,
  },
  {
    name: 'Laravel',
    command: /\bartisan migrate\b/,
    applied: /^\s*(?:Migrated:\s+)?(?<name>\d{4}_\d\d_\d\d_\d{6}_\w+)\s.*(?:\bDONE|\))\s*$/,
    begins: /^\s*(?:Migrating:\s+)?(?<name>\d{4}_\d\d_\d\d_\d{6}_\w+)\s.*\bFAIL\s*$/,
    fails: /^\s*(?:SQLSTATE\[\w+\]:|Illuminate\S+Exception:?)\s*(?<why>.+)$/,
  },
  {
    name: 'Entity Framework',
    command: /\bdotnet ef database update\b/,
    applied: /^\s*Applying migration '(?<name>\w+)'/,
    fails: /^\S*(?:SqlException|PostgresException|Exception)\b.*?: (?<why>.+)$/,
  },
  {
    name: 'Sequelize',
    command: /\bsequelize(?:-cli)? db:migrate\b/,
    applied: /^==\s+(?<name>[\w-]+): migrated/,
    begins: /^==\s+(?<name>[\w-]+): migrating/,
    fails: /^ERROR: (?<why>.+)$/,
  },
  {
    name: 'golang-migrate',
    command: /\bmigrate\b.*\b(?:up|goto)\b/,
    applied: /^(?<name>\d+\/u \w+)/,
    begins: null,
    fails: /^error: (?<why>.+)$/,
  },
];

export const migration: Recogniser = ({ command, lines }) => {
  for (const { name, command: runs, applied, begins, fails } of TOOLS) {
    if (!runs.test(command)) continue;
    const named = (pattern: RegExp): string[] =>
      allMatches(lines, pattern).map(
        (match) =>
          `${match.groups?.['name'] ?? ''}${match.groups?.['what'] === undefined ? '' : ` (${match.groups['what']})`}`,
      );
    const done = named(applied);
    const groups = (firstMatch(lines, SQL_ERROR) ?? firstMatch(lines, fails))?.match.groups;
    const why = groups?.['why'] ?? groups?.['other'];
    // The last that was applied is not the one that failed.
    const last = begins === null ? undefined : named(begins ?? applied).at(-1);
    if (why !== undefined)
      return {
        text: `${name} migration${last === undefined ? '' : ` ${brief(last, 80)}`} failed: ${brief(why)}`,
        type: 'failure',
      };
    if (done.length > 0)
      return {
        text: `${name} applied ${done.length === 1 ? 'migration' : 'migrations'} ${some(done, 3)}`,
        type: 'context',
      };
  }
  return undefined;
};
