import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { beforeAll, describe, expect, it } from 'vitest';
import { OUTPUTS, schemaFile, schemas } from '../../scripts/schemas.mjs';
import { memoryText } from '../support/service.js';
import { tempFolder, terminal, type Terminal } from './support.js';

const ajv = new Ajv({ strict: false });
addFormats(ajv);
let shell: Terminal;
let dir: string;
let exported: string;

beforeAll(async () => {
  shell = await terminal();
  dir = join(await tempFolder(), 'memory');
  exported = join(shell.home, 'import.jsonl');
  await mkdir(join(shell.home, 'data'), { recursive: true });
  await writeFile(join(shell.home, 'data', 'settings.json'), '{ "embedding.provider": "none" }');
  await mkdir(dir);
  await writeFile(join(dir, 'MEMORY.md'), '- [Deploys](deploy.md) — how\n');
  await writeFile(join(dir, 'deploy.md'), memoryText({ name: 'deploy', description: 'How we deploy', body: 'Deploy with ship prod. See [[colours]].' }));
  await writeFile(join(dir, 'colours.md'), memoryText({ name: 'colours', description: 'Palette', body: 'Teal.' }));
  await writeFile(join(dir, 'context.md'), `---\nname: old-context\ndescription: An old state\ntype: context\ncreated: 2020-01-01\n---\nLong gone.\n`);
  await writeFile(exported, '{"body":"Something to import."}\n');
});

/** What each schema is about, in an order in which every command has something to say. */
const RUNS: readonly (readonly [string, readonly string[]])[] = [
  ['roots', []], ['list', []], ['show', ['deploy']], ['search', ['how do we deploy', '--explain']], ['search', ['nothing of the kind whatsoever']],
  ['recall', ['--prompt', 'how do we deploy with ship']], ['prompt', []], ['index', []], ['remember', ['Invoices are sent on Mondays at noon.', '--type', 'project']],
  ['remember', ['Invoices are sent on Mondays at noon.']], ['update', ['colours', 'Headings are teal, links are red.']], ['history', ['deploy']], ['forget', ['deploy']], ['restore', ['deploy']],
  ['stale', []], ['import', ['FILE']], ['model-list', []], ['doctor', []],
];

describe('schemas of what is printed with --json', () => {
  it('are those of the types', () => {
    for (const [command, text] of schemas()) expect(readFileSync(schemaFile(command), 'utf8'), `Run “npm run schemas” (${command}).`).toBe(text);
  });

  it('are all tried', () => {
    expect([...new Set(RUNS.map(([command]) => command))].sort()).toEqual(Object.keys(OUTPUTS).sort());
  });

  it.each(RUNS)('hold for memdir %s %j', async (command, args) => {
    const printed = await shell.json<unknown>(...command.split('-'), ...args.map((arg) => (arg === 'FILE' ? exported : arg)), '--dir', dir);
    const validate = ajv.compile(JSON.parse(readFileSync(schemaFile(command), 'utf8')) as object);
    validate(printed);
    expect(validate.errors ?? []).toEqual([]);
  });
});
