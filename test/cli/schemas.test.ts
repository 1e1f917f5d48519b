import { readFileSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { LINES, OUTPUTS, schemaFile, schemaName, schemas } from '../../scripts/schemas.mjs';
import type { Cli } from '../../src/cli/cli.js';
import { COMMANDS } from '../../src/cli/commands/registry.js';
import { buildProgram } from '../../src/cli/run.js';
import { formatDraft } from '../../src/core/inbox/draft-file.js';
import { projectSlug } from '../../src/core/stores/project-slug.js';
import { codeUser, copilotUser, copilotWorkspace } from '../support/agent-memory.js';
import { type OllamaDouble, startOllama } from '../support/ollama-server.js';
import { memoryText } from '../support/service.js';
import { type Ended, tempFolder, type Terminal, terminal } from './support.js';

const ajv = new Ajv({ strict: false });
addFormats(ajv);
let shell: Terminal;
let ollama: OllamaDouble;
/** What stands in capital letters in arguments. */
const paths: Record<string, string> = {};

beforeAll(async () => {
  shell = await terminal();
  ollama = await startOllama();
  const folder = await tempFolder();
  const former = join(shell.home, '.claude', 'projects', projectSlug('/gone/project'), 'memory');
  Object.assign(paths, {
    DIR: join(folder, 'memory'),
    NOTHING: join(folder, 'nothing'),
    EXPORT: join(folder, 'export.jsonl'),
    IMPORT: join(folder, 'import.jsonl'),
    BROKEN: join(folder, 'broken.jsonl'),
    FORMER: former,
    MODEL: resolve('media/model'),
    NOMODEL: folder,
    PLAIN: join(folder, 'plain'),
    DATA: join(folder, 'other data'),
    MANY: join(folder, 'many'),
    NOTES: copilotUser(codeUser(shell.home)),
    REPO: join(copilotWorkspace(codeUser(shell.home), 'abc'), 'repo'),
    SESSION: join(folder, 'session.jsonl'),
    SETTINGS: join(shell.home, '.claude', 'settings.json'),
  });
  const files: Readonly<Record<string, string>> = {
    [join(shell.home, 'data', 'settings.json')]: JSON.stringify({
      'embedding.provider': 'none',
      'ollama.url': ollama.url,
      // Where no database answers.
      'team.url': 'postgresql://ann@127.0.0.1:9/memory',
    }),
    [join(folder, 'other data', 'settings.json')]: JSON.stringify({
      'embedding.provider': 'none',
      'ollama.url': 'http://127.0.0.1:9',
    }),
    [join(folder, 'memory', 'MEMORY.md')]: '- [Deploys](deploy.md) — how\n- [Gone](gone.md) — nothing there\n',
    [join(folder, 'memory', 'deploy.md')]: memoryText({
      name: 'deploy',
      description: 'How we deploy',
      body: 'Deploy with ship prod. See [[colours]].',
    }),
    [join(folder, 'memory', 'colours.md')]: memoryText({ name: 'colours', description: 'Palette', body: 'Teal.' }),
    [join(folder, 'memory', 'context.md')]:
      `---\nname: old-context\ndescription: An old state\ntype: context\ncreated: 2020-01-01\n---\nLong gone.\n`,
    [join(folder, 'import.jsonl')]: '{"body":"Something to import."}\n',
    [join(folder, 'broken.jsonl')]: '{"body":\n{"body":"Another thing to import."}\n',
    [join(folder, 'plain')]: 'no folder',
    ...Object.fromEntries(
      DRAFTS.map(([id, body]) => [
        join(shell.home, 'data', 'inbox', `${id}.md`),
        formatDraft({
          id,
          name: id,
          description: body,
          type: 'failure',
          body,
          origin: { source: 'hook', engine: 'rules', observedAt: '2026-03-11T14:05:00+01:00' },
          createdAt: '2026-03-11T13:06:00.000Z',
        }),
      ]),
    ),
    [join(folder, 'session.jsonl')]: ['user', 'assistant']
      .map(
        (role) =>
          `${JSON.stringify({ type: role, message: { role, content: 'We decided to use Celery instead of RQ because of retries.' }, timestamp: '2026-03-11T13:05:00Z', sessionId: 's' })}\n`,
      )
      .join(''),
    ...Object.fromEntries(
      MEMORIES.map(([name, body]) => [join(folder, 'many', `${name}.md`), memoryText({ name, body })]),
    ),
    [join(paths.NOTES ?? '', 'tools.md')]:
      '## Editor\n\n- Two blanks for a tab\n\n## Shell\n\n- Prompts with the branch\n',
    [join(paths.NOTES ?? '', 'music.md')]: '- Listens to the radio\n',
    [join(paths.REPO ?? '', 'build.md')]: '- Built with make\n',
    [join(former, 'MEMORY.md')]: '- [A](a.md) — a\n',
    [join(former, 'a.md')]: 'alpha\n',
    [join(former, '..', 's.jsonl')]: `${JSON.stringify({ cwd: '/gone/project' })}\n`,
  };
  for (const [file, text] of Object.entries(files)) {
    await mkdir(join(file, '..'), { recursive: true });
    await writeFile(file, text);
  }
});
afterAll(async () => await ollama.stop());

/** Enough of them to be consolidated, two of them the same. */
const MEMORIES = [
  ...['api', 'build', 'cache', 'docs', 'editor', 'files', 'git', 'hosts', 'images'].map(
    (name) => [name, `All about the ${name} of this project.`] as const,
  ),
  ['twice', 'Invoices are rounded down.'],
  ['again', 'Invoices are rounded down.'],
] as const;

/** What waits in the inbox. */
const DRAFTS = [
  'The proxy drops idle sockets.',
  'The nightly build needs Node 24.',
  'Thumbnails are kept for a day.',
  'Mails are sent twice on retry.',
  'Tokens expire at midnight.',
  'The importer locks its table.',
  'Search ignores umlauts.',
].map((body, at) => [`${at}`.repeat(16), body] as const);

interface Run {
  readonly command: string;
  readonly args: readonly string[];
  readonly code: number;
}

/** Commands of {@link OUTPUTS} with arguments and the exit code they end with, in an order in which each has something to say. */
const RUNS: readonly Run[] = (
  [
    ['roots', ''],
    ['roots', '--dir NOTHING'],
    ['roots --orphans', ''],
    ['roots --move --dry-run', 'FORMER'],
    ['roots --move', 'FORMER'],
    ['roots --undo-move', ''],
    ['trust', ''],
    ['trust', '--list'],
    ['trust', '--revoke'],
    ['consent', ''],
    ['consent', '--list'],
    ['consent', '--revoke'],
    ['list', '--dir DIR'],
    ['list', ''],
    ['show', 'deploy --dir DIR'],
    ['search', 'deploy --explain --dir DIR'],
    ['search', 'nothing-of-the-kind --dir DIR'],
    ['recall', '--prompt how%do%we%deploy%with%ship --dir DIR'],
    ['recall', '--prompt one --dir DIR'],
    ['prompt', '--dir DIR'],
    ['prompt', ''],
    ['index', '--dir DIR'],
    ['remember', 'Invoices%are%sent%on%Mondays%at%noon. --type project --dir DIR'],
    ['remember', 'Invoices%are%sent%on%Mondays%at%noon. --dir DIR', 1],
    ['remember', '% --dir DIR', 1],
    ['update', 'colours Headings%are%teal,%links%are%red. --dir DIR'],
    ['update', 'deploy Deploy%it --agent nobody --dir DIR', 1],
    ['history', 'colours --dir DIR'],
    ['forget', 'deploy --dir DIR'],
    ['forget', 'deploy --dir DIR', 1],
    ['restore', 'deploy --dir DIR'],
    ['restore', 'deploy --dir DIR', 1],
    ['stale', '--dir DIR'],
    ['review', '--dir DIR'],
    ['review --still-true', 'old-context --dir DIR'],
    ['review --undo', '--dir DIR old-context'],
    ['copy', 'music.md --to claude --dir NOTES --dir DIR'],
    ['split', 'tools.md --dir NOTES'],
    ['merge', 'editor.md shell.md --dir NOTES'],
    ['move', 'music.md --to repository --dry-run --dir NOTES --dir REPO'],
    ['move', 'music.md --to repository --dir NOTES --dir REPO'],
    ['export', 'EXPORT --dir DIR'],
    ['import', 'IMPORT --dir DIR'],
    ['import', 'BROKEN --dir DIR', 1],
    ['lint', 'DIR --fail-on never'],
    ['lint', 'DIR --fail-on info', 1],
    ['lint', 'DIR --dry-run --fail-on never'],
    ['lint', 'DIR --fix --fail-on never'],
    ['lint --undo', '--dir DIR'],
    ['log', 'Shipped%the%colours. --dir DIR'],
    ['dream', '--force --dir MANY'],
    ['dream', '--dir MANY', 1],
    ['dream', '--force --apply --dir MANY'],
    ['dream --undo', 'last --dir MANY'],
    ['distill', 'The%proxy%drops%idle%sockets%after%60%seconds.'],
    ['distill', 'ok%thanks'],
    ['extract', '--transcript SESSION --dir DIR'],
    ['extract', '--transcript SESSION --dir DIR'],
    ['inbox', '--dir DIR'],
    ['inbox list', '--dir DIR'],
    ['inbox show', '0000 --dir DIR'],
    ['inbox accept', '0000 --dir DIR'],
    ['inbox accept', '9999999999999999 1111 --dir DIR', 1],
    ['inbox merge', '2222 deploy --dir DIR'],
    ['inbox supersede', '3333 old-context --dir DIR'],
    ['inbox reject', '4444 --dir DIR'],
    ['inbox reopen', '4444444444444444 --dir DIR'],
    ['inbox undo', '4444444444444444 --dir DIR'],
    ['inbox never', '5555 --dir DIR'],
    ['inbox edit', '6666 --type decision --dir DIR'],
    ['inbox decided', '--dir DIR'],
    ['observe', 'The%build%needs%Node%24.'],
    ['queue', ''],
    ['queue --retry-dead', ''],
    ['model list', ''],
    ['model add', 'MODEL'],
    ['model remove', 'own-model'],
    ['model pull', ''],
    ['connect', 'claude --print'],
    ['connect', 'claude --yes'],
    ['connect', 'claude --yes'],
    ['connect', 'copilot --yes'],
    ['connect --list', ''],
    ['connect', 'claude --remove --yes'],
    ['team status', '--dir MANY', 1],
    ['team pull', '--dir MANY', 1],
    ['team push', '--dir MANY', 1],
    ['team sync', '--dir MANY', 1],
    ['team share', 'git --dry-run --dir MANY'],
    ['team share', 'git --dir MANY', 1],
    ['team revoke', 'git --dir MANY', 1],
    ['doctor', ''],
    ['doctor', '--data-dir PLAIN'],
    ['loaded', ''],
  ] as const
).map(([command, args, code = 0]) => ({ command, args: args.split(' ').filter((word) => word !== ''), code }));

/** Every command once with what it cannot do. */
const FAILURES: readonly Run[] = (
  [
    ['roots', '--dry-run'],
    ['roots --move', 'NOTHING'],
    ['roots --undo-move', '../x'],
    ['roots --orphans', '--what'],
    ['roots --move --dry-run', 'NOTHING'],
    ['trust', 'NOTHING'],
    ['consent', 'NOTHING'],
    ['list', '--dir NOTHING'],
    ['show', 'nobody --dir DIR'],
    ['search', 'x --limit 1000 --dir DIR'],
    ['recall', '--dir DIR'],
    ['prompt', '--dir NOTHING'],
    ['index', '--dir NOTHING'],
    ['remember', '--dir DIR'],
    ['update', 'nobody text --dir DIR'],
    ['history', 'nobody --dir DIR'],
    ['forget', 'nobody --dir DIR'],
    ['restore', 'nobody --dir DIR'],
    ['stale', '--limit 0 --dir DIR'],
    ['review', '--what'],
    ['review --still-true', 'nobody --dir DIR'],
    ['review --undo', '--dir DIR'],
    ['copy', 'deploy --to nobody --dir DIR'],
    ['move', 'deploy --to user --dir DIR'],
    ['split', 'deploy --dir DIR'],
    ['merge', 'deploy colours --dir DIR'],
    ['export', 'EXPORT --dir DIR'],
    ['import', 'NOTHING --dir DIR'],
    ['team init', ''],
    ['team member add', 'anna'],
    ['team member remove', 'anna'],
    ['team member list', ''],
    ['team repository add', 'api'],
    ['team repository list', ''],
    ['team repository grant', 'api anna'],
    ['team repository revoke', 'api anna'],
    ['team export', ''],
    ['team import', 'team.jsonl'],
    ['lint', 'NOTHING'],
    ['lint --undo', '../x'],
    ['log', '% --dir DIR'],
    ['dream', '--apply --dry-run --dir MANY'],
    ['dream --undo', '../x'],
    ['distill', '--what'],
    ['extract', '--transcript NOTHING --dir DIR'],
    ['inbox', '--what'],
    ['inbox list', '--what'],
    ['inbox show', 'nobody --dir DIR'],
    ['inbox decided', '--what'],
    ['inbox accept', 'nobody --dir DIR'],
    ['inbox merge', '6666 nobody --dir DIR'],
    ['inbox supersede', '6666 nobody --dir DIR'],
    ['inbox reject', 'nobody --dir DIR'],
    ['inbox reopen', '9999999999999999 --dir DIR'],
    ['inbox undo', '9999999999999999 --dir DIR'],
    ['inbox never', 'nobody --dir DIR'],
    ['inbox edit', '6666 --type zebra%crossing --dir DIR'],
    ['observe', '%'],
    ['queue', 'what'],
    ['queue --retry-dead', 'what'],
    ['model list', '--what'],
    ['model add', 'NOMODEL'],
    ['model remove', 'nobody'],
    ['model pull', '--data-dir DATA'],
    ['connect', 'claude'],
    ['connect --list', 'claude'],
    ['team status', '--what'],
    ['team pull', '--data-dir DATA'],
    ['team push', '--data-dir DATA'],
    ['team sync', '--data-dir DATA'],
    ['team share', 'nobody --dir MANY'],
    ['team revoke', 'old-context --dir DIR'],
    ['doctor', 'what'],
    ['loaded', 'what'],
  ] as const
).map(([command, args]) => ({ command, args: args.split(' ').filter((word) => word !== ''), code: 2 }));

async function run({ command, args }: Run): Promise<Ended> {
  // A flag of the command that takes a value comes before it.
  const [first = '', ...flags] = command.split(' ').toSorted((a, b) => Number(a === '--move') - Number(b === '--move'));
  const given = args.map((arg) => paths[arg] ?? arg.replaceAll('%', ' '));
  return await shell.run(first, ...flags, ...given, '--json');
}

function expectValid(name: string, printed: unknown): void {
  const validate = ajv.compile(JSON.parse(readFileSync(schemaFile(name), 'utf8')) as object);
  validate(printed);
  expect(validate.errors ?? []).toEqual([]);
}

/** Commands that take `--json`, those that have subcommands aside. */
function commandsWithJson(): string[] {
  const withJson = (command: Command, above: readonly string[]): string[] => {
    if (command.commands.length > 0) return command.commands.flatMap((sub) => withJson(sub, [...above, sub.name()]));
    return command.options.some(({ long }) => long === '--json') ? [above.join(' ')] : [];
  };
  // Nothing of it is run.
  return withJson(buildProgram({ out: {}, version: '0' } as unknown as Cli, COMMANDS), []);
}

describe('schemas of what is printed with --json', () => {
  it('are those of the types, and no others', async () => {
    for (const [name, text] of schemas())
      expect(readFileSync(schemaFile(name), 'utf8'), `Run “npm run schemas” (${name}).`).toBe(text);
    expect((await readdir('docs/json')).sort()).toEqual(
      [...schemas().keys()].map((name) => `${name}.schema.json`).sort(),
    );
  });

  it('are there for every command that takes --json', () => {
    const commands = commandsWithJson();
    expect(commands).toEqual(expect.arrayContaining(['roots', 'lint', 'connect', 'export', 'model pull']));
    expect(
      commands.filter((command) => !(command in OUTPUTS)),
      'Add its type to OUTPUTS in scripts/schemas.mts and a run of it to this test.',
    ).toEqual([]);
    expect(Object.keys(LINES)).toEqual(['export-line']);
  });

  it('are all tried, with a failure of each command', () => {
    // Those that set up a team need a database: test/postgres/administration.test.ts.
    const tried = Object.keys(OUTPUTS).filter(
      (command) => !/^team (?:init|member|repository|export|import)/.test(command),
    );
    expect([...new Set(RUNS.map(({ command }) => command))].sort()).toEqual(tried.sort());
    expect([...new Set(FAILURES.map(({ command }) => command))].sort()).toEqual(Object.keys(OUTPUTS).sort());
  });

  it.each(RUNS)('hold for memdir $command $args', async (one) => {
    if (one.command === 'model remove') await ownModel();
    const { code, stdout, stderr } = await run(one);
    // A file in place of the data folder can hold no index.
    const isPlain = one.args.some((argument) => argument === 'PLAIN' || argument === paths['PLAIN']);
    expect({ code, stderr: /^memdir: .*/m.exec(stderr)?.[0] }).toEqual({
      code: one.code,
      stderr: isPlain ? (expect.stringContaining('The index is kept in memory only') as string) : undefined,
    });
    expectValid(schemaName(one.command), JSON.parse(stdout));
  });

  it('hold for each line of an export', async () => {
    const lines = (await readFile(paths['EXPORT'] ?? '', 'utf8')).trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(2);
    for (const line of lines) expectValid('export-line', JSON.parse(line));
  });

  it.each(FAILURES)('are not broken by a failure: memdir $command $args', async (one) => {
    const { code, stdout, stderr } = await run(one);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^memdir: .+\n$/);
  });
});

/** A copy of a model that can be removed again. */
async function ownModel(): Promise<void> {
  const folder = join(await tempFolder(), 'model');
  await cp(paths['MODEL'] ?? '', folder, { recursive: true });
  const file = join(folder, 'memdir-model.json');
  await writeFile(file, JSON.stringify({ ...(JSON.parse(await readFile(file, 'utf8')) as object), id: 'own-model' }));
  await rm(join(folder, 'SHA256SUMS'));
  expect(await shell.json('model', 'add', folder)).toMatchObject({ status: 'added' });
}
