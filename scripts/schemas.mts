/** Writes docs/json: JSON schemas of what commands print with `--json`, from the types the service answers with. `--check` only compares. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { createGenerator } from 'ts-json-schema-generator';

import { isMain, main, root } from './lib/project.mjs';

/** Command line without `--json`, and the type that it prints with it. */
export const OUTPUTS: Readonly<Record<string, string>> = {
  roots: 'readonly PrintedStore[]',
  'roots --orphans': 'readonly MoveCandidate[]',
  'roots --move --dry-run': 'MovePlan',
  'roots --move': 'MoveReport',
  'roots --undo-move': 'MoveUndone',
  consent: 'readonly ConsentedFolder[]',
  trust: 'readonly TrustedFolder[]',
  list: 'readonly MemorySummary[]',
  show: 'MemoryDetail',
  search: 'SearchResult',
  recall: 'InjectResult',
  remember: 'RememberResult',
  update: 'UpdateResult',
  forget: 'ForgetResult',
  restore: 'RestoreResult',
  history: 'HistoryResult',
  copy: 'PrintedTransfer',
  move: 'PrintedTransfer',
  split: 'PrintedTransfer',
  merge: 'PrintedTransfer',
  stale: 'readonly StaleMemory[]',
  review: 'ReviewQueue',
  'review --still-true': 'ReviewDone',
  'review --undo': 'ReviewUndone',
  export: 'PrintedExport',
  import: 'ImportReport',
  'team status': 'TeamReport',
  'team pull': 'TeamReport',
  'team push': 'TeamReport',
  'team sync': 'TeamReport',
  'team share': 'PrintedShare',
  'team revoke': 'RevokeResult',
  'team export': 'PrintedTeamExport',
  'team import': 'PrintedTeamImport',
  'team init': 'PrintedTeamInit',
  'team member add': 'PrintedAddedMember',
  'team member remove': 'PrintedRemovedMember',
  'team member list': 'readonly PrintedTeamMember[]',
  'team repository add': 'PrintedAddedRepository',
  'team repository list': 'readonly PrintedTeamRepository[]',
  'team repository grant': 'PrintedAccess',
  'team repository revoke': 'PrintedAccess',
  lint: 'PrintedLint',
  'lint --undo': 'RepairsUndone',
  inbox: 'readonly PrintedDraft[]',
  'inbox list': 'readonly PrintedDraft[]',
  'inbox show': 'PrintedDraft',
  'inbox decided': 'readonly DecidedDraft[]',
  'inbox accept': 'readonly DecisionResult[]',
  'inbox merge': 'readonly DecisionResult[]',
  'inbox supersede': 'readonly DecisionResult[]',
  'inbox reject': 'readonly DecisionResult[]',
  'inbox never': 'readonly DecisionResult[]',
  'inbox undo': 'readonly DecisionResult[]',
  'inbox reopen': 'readonly DecisionResult[]',
  'inbox edit': 'PrintedDraft',
  distill: 'PrintedDistillation',
  extract: 'ExtractReport',
  log: 'LogResult',
  dream: 'PrintedDream',
  'dream --undo': 'DreamUndone',
  observe: 'ObserveResult',
  queue: 'QueueState',
  'queue --retry-dead': 'RetryResult',
  index: 'IndexReport',
  'model list': 'readonly ModelFolderInfo[]',
  'model add': 'ModelAdded',
  'model remove': 'ModelRemoved',
  'model pull': 'PrintedPull',
  connect: 'PrintedConnection',
  'connect --list': 'readonly AgentState[]',
  prompt: 'PromptSection',
  doctor: 'readonly HealthCheck[]',
  loaded: 'LoadedReport',
};

/** What commands write line by line, as JSON Lines: the title of its schema, and the type of a line. */
export const LINES: Readonly<Record<string, readonly [string, string]>> = {
  'export-line': ['a line of what memdir export writes', 'PrintedMemory'],
};

/** `roots --move` -> `roots-move`. */
export const schemaName = (command: string): string => command.replace(/[ -]+/g, '-');

type Schema = ReturnType<ReturnType<typeof createGenerator>['createSchema']>;

/** Text of the schemas by their names. */
export function schemas(): Map<string, string> {
  const generator = createGenerator({
    path: path.join(root, 'src/core/{results,results/*,memory,problem}.ts'),
    tsconfig: path.join(root, 'tsconfig.json'),
    skipTypeCheck: true,
    additionalProperties: false,
    topRef: false,
  });
  const wanted = [
    ...Object.entries(OUTPUTS).map(
      ([command, type]) => [schemaName(command), `memdir ${command} --json`, type] as const,
    ),
    ...Object.entries(LINES).map(([name, [title, type]]) => [name, title, type] as const),
  ];
  return new Map(
    wanted.map(([file, title, type]) => {
      const name = /^readonly (\w+)\[\]$/.exec(type)?.[1];
      const { definitions = {}, ...one } = generator.createSchema(name ?? type) as Schema & { definitions?: object };
      const { $schema, ...shape } = one;
      const schema = { $schema, title, ...(name === undefined ? shape : { type: 'array', items: shape }), definitions };
      return [file, `${JSON.stringify(schema, null, 2)}\n`];
    }),
  );
}

export const schemaFile = (name: string): string => path.join(root, 'docs/json', `${name}.schema.json`);

if (isMain(import.meta.url)) {
  await main(async () => {
    mkdirSync(path.join(root, 'docs/json'), { recursive: true });
    for (const [name, text] of schemas()) {
      const file = schemaFile(name);
      if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
      if (process.argv.includes('--check'))
        throw new Error(`docs/json/${name}.schema.json is out of date. Run “npm run schemas”.`);
      writeFileSync(file, text);
    }
  });
}
