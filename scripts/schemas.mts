/** Writes docs/json: JSON schemas of what commands print with `--json`, from the types the service answers with. `--check` only compares. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createGenerator } from 'ts-json-schema-generator';
import { isMain, main, root } from './lib/project.mjs';

/** Command, or command and flag, and the type of core/results it prints. */
export const OUTPUTS: Readonly<Record<string, string>> = {
  roots: 'readonly PrintedStore[]',
  list: 'readonly MemorySummary[]',
  show: 'MemoryDetail',
  search: 'SearchResult',
  recall: 'InjectResult',
  prompt: 'PromptSection',
  index: 'IndexReport',
  remember: 'RememberResult',
  update: 'UpdateResult',
  forget: 'ForgetResult',
  restore: 'RestoreResult',
  history: 'HistoryResult',
  stale: 'readonly StaleMemory[]',
  import: 'ImportReport',
  'model-list': 'readonly ModelFolderInfo[]',
  doctor: 'readonly HealthCheck[]',
};

type Schema = ReturnType<ReturnType<typeof createGenerator>['createSchema']>;

/** The schemas by command. */
export function schemas(): Map<string, string> {
  const generator = createGenerator({ path: path.join(root, 'src/core/{results,results/*,memory,problem}.ts'), tsconfig: path.join(root, 'tsconfig.json'), skipTypeCheck: true, additionalProperties: false, topRef: false });
  return new Map(Object.entries(OUTPUTS).map(([command, type]) => {
    const name = /^readonly (\w+)\[\]$/.exec(type)?.[1];
    const { definitions = {}, ...one } = generator.createSchema(name ?? type) as Schema & { definitions?: object };
    const { $schema, ...shape } = one;
    const schema = { $schema, title: `memdir ${command.replace('-', ' ')} --json`, ...(name === undefined ? shape : { type: 'array', items: shape }), definitions };
    return [command, `${JSON.stringify(schema, null, 2)}\n`];
  }));
}

export const schemaFile = (command: string): string => path.join(root, 'docs/json', `${command}.schema.json`);

if (isMain(import.meta.url)) {
  await main(async () => {
    mkdirSync(path.join(root, 'docs/json'), { recursive: true });
    for (const [command, text] of schemas()) {
      const file = schemaFile(command);
      if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
      if (process.argv.includes('--check')) throw new Error(`docs/json/${command}.schema.json is out of date. Run “npm run schemas”.`);
      writeFileSync(file, text);
    }
  });
}
