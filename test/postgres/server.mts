import type { TestProject } from 'vitest/node';

import { startPostgres } from '../support/postgres.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the superuser of a server for all tests of this project; each file has a database of its own. */
    postgres: string;
    /** What that server logs. */
    postgresLog: string;
  }
}

/** Plans of statements inside of functions go to the client that asks for messages of level `log`. */
const SETTINGS = `
session_preload_libraries = 'auto_explain'
auto_explain.log_min_duration = -1
auto_explain.log_nested_statements = on
log_statement = ddl
`;

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres(SETTINGS);
  project.provide('postgres', server.url());
  project.provide('postgresLog', server.logFile);
  return () => server.stop();
}
