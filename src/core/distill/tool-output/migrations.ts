/** Migrations of databases that were applied, and those that failed. */
import { causeOf } from './diagnostics.js';
import { allMatches, brief, failure, listed, programOf, type Recogniser } from './run.js';

const COMMAND =
  /\b(?:(?:alembic|flask db) upgrade|(?:manage\.py|django-admin) migrate|prisma (?:migrate|db push)|(?:rails|rake) db:migrate|flyway\b.*\bmigrate|flyway:?[mM]igrate|liquibase|knex\b.*\bmigrate:(?:latest|up)|typeorm\b.*\bmigration:run|drizzle-kit (?:migrate|push)|mix ecto\.migrate|supabase (?:db push|migration up|db reset)|artisan migrate|dotnet ef database update|sequelize(?:-cli)? db:migrate|migrate\b.*\b(?:up|goto))\b/;
/** One migration that was applied. Groups: its name, and what it does where the tool says that. */
const APPLIED: readonly RegExp[] = [
  /Running upgrade (?:\w*\s*)?-> (\w+)(?:, (.+))?$/,
  /^\s+Applying ([\w.]+)\.\.\. ?OK/,
  /^\s*(?:Applying migration|Running Changeset:) [`']?([^`'\s]+?)[`']?\.*$/,
  /^==\s+(?:\d+ )?([\w-]+): migrated/,
  /Migrating schema .* to version "?([^"]+?)"?$/,
  /^Batch (\d+) run: \d+ migrations/,
  /^Migration (\w+) has been\s+executed successfully/,
  /(migrations applied successfully)/,
  /== Running \d+ ([\w.]+)\.change/,
  /^\s*(?:Migrated:\s+)?(\d{4}_\d\d_\d\d_\d{6}_\w+)\s.*(?:\bDONE|\))\s*$/,
  /^(\d+\/u \w+)/,
];
/** One that begins; the last of these is the one that failed. */
const BEGINS: readonly RegExp[] = [
  /Running upgrade (?:\w*\s*)?-> (\w+)(?:, (.+))?$/,
  /^\s+Applying ([\w.]+)\.\.\./,
  /^\s*(?:Applying migration|Running Changeset:) [`']?([^`'\s]+?)[`']?\.*$/,
  /^==\s+(?:\d+ )?([\w-]+): migrating/,
  /Migrating schema .* to version "?([^"]+?)"?$/,
  /^[Mm]igration (?:file )?"([^"]+)" failed/,
  /^\s*(?:Migrating:\s+)?(\d{4}_\d\d_\d\d_\d{6}_\w+)\s.*\bFAIL\s*$/,
];

export const migration: Recogniser = (run) => {
  if (!COMMAND.test(run.command)) return undefined;
  const named = (patterns: readonly RegExp[]): string[] =>
    patterns
      .flatMap((pattern) => allMatches(run.lines, pattern))
      .map((match) => `${match[1] ?? ''}${match[2] === undefined ? '' : ` (${match[2]})`}`);
  const why = causeOf(run)?.why;
  if (run.failed !== false && why !== undefined) {
    const last = named(BEGINS).at(-1);
    return failure(
      `${programOf(run.command)} failed${last === undefined ? '' : ` at migration ${brief(last, 80)}`}: ${brief(why)}`,
    );
  }
  const done = named(APPLIED);
  if (done.length === 0) return undefined;
  return {
    text: `${programOf(run.command)} applied ${done.length === 1 ? 'migration' : 'migrations'} ${listed(done, 3)}`,
    type: 'context',
  };
};
