/** Migrations of databases that were applied, and those that failed. */
import { allMatches, brief, failure, firstMatch, listed, type Recogniser } from './run.js';

interface Tool {
  readonly name: string;
  readonly command: RegExp;
  /** One migration that was applied. Groups: `name`, `what`. */
  readonly applied: RegExp;
  /** The line that says which one begins. Absent: `applied` is written as one begins. `null`: none says that. */
  readonly begins?: RegExp | null;
}

const TOOLS: readonly Tool[] = [
  {
    name: 'Alembic',
    command: /\b(?:alembic|flask db) upgrade\b/,
    applied: /Running upgrade (?:\w*\s*)?-> (?<name>\w+)(?:, (?<what>.+))?$/,
  },
  {
    name: 'Django',
    command: /\bmanage\.py migrate\b|\bdjango-admin migrate\b/,
    applied: /^\s+Applying (?<name>[\w.]+)\.\.\. ?OK/,
    begins: /^\s+Applying (?<name>[\w.]+)\.\.\./,
  },
  { name: 'Prisma', command: /\bprisma (?:migrate|db push)\b/, applied: /Applying migration `(?<name>[^`]+)`/ },
  {
    name: 'Rails',
    command: /\b(?:rails|rake) db:migrate\b/,
    applied: /^==\s+\d+ (?<name>\w+): migrated/,
    begins: /^==\s+\d+ (?<name>\w+): migrating/,
  },
  {
    name: 'Flyway',
    command: /\bflyway\b.*\bmigrate\b|flywayMigrate|flyway:migrate/,
    applied: /Migrating schema .* to version "?(?<name>[^"]+?)"?$/,
  },
  { name: 'Liquibase', command: /\bliquibase\b/, applied: /Running Changeset: (?<name>\S+)/ },
  {
    name: 'Knex',
    command: /\bknex\b.*\bmigrate:(?:latest|up)\b/,
    applied: /^Batch (?<name>\d+) run: \d+ migrations/,
    begins: /^migration file "(?<name>[^"]+)" failed/,
  },
  {
    name: 'TypeORM',
    command: /\btypeorm\b.*\bmigration:run\b/,
    applied: /^Migration (?<name>\w+) has been\s+executed successfully/,
    begins: /^Migration "(?<name>\w+)" failed/,
  },
  {
    name: 'Drizzle',
    command: /\bdrizzle-kit (?:migrate|push)\b/,
    applied: /(?<name>migrations applied successfully)/,
    begins: null,
  },
  { name: 'Ecto', command: /\bmix ecto\.migrate\b/, applied: /== Running \d+ (?<name>[\w.]+)\.change/ },
  {
    name: 'Supabase',
    command: /\bsupabase (?:db push|migration up|db reset)\b/,
    applied: /^Applying migration (?<name>\S+?)(?:\.\.\.)?$/,
  },
  {
    name: 'Laravel',
    command: /\bartisan migrate\b/,
    applied: /^\s*(?:Migrated:\s+)?(?<name>\d{4}_\d\d_\d\d_\d{6}_\w+)\s.*(?:\bDONE|\))\s*$/,
    begins: /^\s*(?:Migrating:\s+)?(?<name>\d{4}_\d\d_\d\d_\d{6}_\w+)\s.*\bFAIL\s*$/,
  },
  {
    name: 'Entity Framework',
    command: /\bdotnet ef database update\b/,
    applied: /^\s*Applying migration '(?<name>\w+)'/,
  },
  {
    name: 'Sequelize',
    command: /\bsequelize(?:-cli)? db:migrate\b/,
    applied: /^==\s+(?<name>[\w-]+): migrated/,
    begins: /^==\s+(?<name>[\w-]+): migrating/,
  },
  { name: 'golang-migrate', command: /\bmigrate\b.*\b(?:up|goto)\b/, applied: /^(?<name>\d+\/u \w+)/, begins: null },
];

/** What the database says; it says more than the tool. */
const SQL_ERROR =
  /(?:\b(?:psycopg2?|sqlalchemy|asyncpg|django\.db|pymysql|sqlite3)\S*\.(?:\w+Error|\w+Exception)\b:?\s*(?<why>.+)|\b(?:ERROR|Error|error|DatabaseError|Database error message):\s*(?<other>(?:column|relation|table|duplicate|syntax|constraint|null|foreign|type|could not|cannot|violates|deadlock|permission).*|.*(?:already exists|does not exist|violates|not-null|constraint).*))/i;
const TOOL_ERROR =
  /^(?:ERROR \[[\w.]+\] |(?:error|Error|FAILED|ERROR)(?: during migration run)?: (?:ERROR: )?(?!P\d{4}$|Validate failed: Migrations have failed)|P\d{4}:?|Database error:? |Message\s*: |(?=Migration checksum mismatch|Detected (?:failed|resolved|applied) migration)|Unexpected error running Liquibase: |migration .* failed with error: |\*\* \([\w.]+\) |\s*(?:SQLSTATE\[\w+\]:|Illuminate\S+Exception:?)|(?:\w+(?:\.|::))*\w*(?:Error|Invalid|Exception)\w*\b(?: \([^)]*\))?: )\s*(?<why>.+)$/;

export const migration: Recogniser = ({ command, lines }) => {
  const tool = TOOLS.find(({ command: runs }) => runs.test(command));
  if (tool === undefined) return undefined;
  const named = (pattern: RegExp): string[] =>
    allMatches(lines, pattern).map(
      ({ groups = {} }) => `${groups['name'] ?? ''}${groups['what'] === undefined ? '' : ` (${groups['what']})`}`,
    );
  const groups = (firstMatch(lines, SQL_ERROR) ?? firstMatch(lines, TOOL_ERROR))?.match.groups;
  const why = groups?.['why'] ?? groups?.['other'];
  if (why !== undefined) {
    // The last that was applied is not the one that failed.
    const last = tool.begins === null ? undefined : named(tool.begins ?? tool.applied).at(-1);
    return failure(`${tool.name} migration${last === undefined ? '' : ` ${brief(last, 80)}`} failed: ${brief(why)}`);
  }
  const done = named(tool.applied);
  if (done.length === 0) return undefined;
  return {
    text: `${tool.name} applied ${done.length === 1 ? 'migration' : 'migrations'} ${listed(done, 3)}`,
    type: 'context',
  };
};
