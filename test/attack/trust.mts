/** What folders that somebody else made reach outside of themselves, at every door: before a person trusts them, and after. */
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable, Writable } from 'node:stream';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

import { runCommand } from '../../src/cli/commands-entry.js';
import { formatDraft } from '../../src/core/inbox/draft-file.js';
import { projectSlug } from '../../src/core/stores/project-slug.js';
import type { Row } from '../bench/measure.mjs';
import {
  ASKED,
  HOSTILE,
  type HostileFolder,
  makePerson,
  memoryText,
  NEEDLE,
  OWN,
  type Person,
  writeTree,
} from './hostile-folders.mjs';
import type { Attack } from './main.mjs';

const DIST = path.resolve('dist');
/** Milliseconds a hook may take on a busy machine. */
const HOOK_MS = '20000';
const DRAFT = 'a'.repeat(16);

/** One hostile folder in the home of one person. */
interface Bed {
  readonly person: Person;
  /** That was made. */
  readonly folder: string;
  /** That is worked in. */
  readonly cwd: string;
  readonly dataDir: string;
  readonly env: NodeJS.ProcessEnv;
}

async function makeBed(base: string, hostile: HostileFolder): Promise<Bed> {
  const home = path.join(base, createHash('sha1').update(hostile.name).digest('hex').slice(0, 8));
  const person = await makePerson(home);
  const folder = path.join(home, 'clones', 'nice_project');
  await mkdir(folder, { recursive: true });
  await hostile.make(folder, person);
  const cwd = path.join(folder, hostile.work ?? '');
  const dataDir = path.join(home, 'data');
  await writeTree(path.join(home, '.claude', 'projects', projectSlug(folder)), {
    'memory/MEMORY.md': `- [own](own.md) — ${OWN}\n`,
    'memory/own.md': memoryText('own', `The ${OWN} salaries dashboard is built with make.`),
  });
  await writeTree(path.join(home, '.claude', 'projects', '-gone-project'), {
    'memory/former.md': memoryText('former', 'Ports are counted from 4100.'),
    'a.jsonl': `${JSON.stringify({ type: 'user', cwd: '/gone/project' })}\n`,
  });
  await writeTree(dataDir, {
    'settings.json': JSON.stringify({ 'embedding.provider': 'none' }),
    [`inbox/${DRAFT}.md`]: formatDraft({
      id: DRAFT,
      name: 'draft',
      description: 'The importer locks its table.',
      type: 'failure',
      body: 'The importer locks its table.',
      origin: { source: 'hook', engine: 'rules', observedAt: '2026-03-11T14:05:00+01:00', cwd },
      createdAt: '2026-03-11T13:06:00.000Z',
    }),
  });
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    USERPROFILE: home,
    MEMDIR_DATA_DIR: dataDir,
    MEMDIR_HOOK_MS: HOOK_MS,
  };
  return { person, folder, cwd, dataDir, env };
}

class Recorder extends Writable {
  text = '';
  override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/** Runs a command line in this process; answers everything it printed. */
async function command({ cwd, env }: Bed, args: readonly string[]): Promise<string> {
  const [stdout, stderr] = [new Recorder(), new Recorder()];
  const nothing = (): void => undefined;
  await runCommand(args, DIST, {
    env,
    cwd,
    home: env['HOME'] ?? '',
    stdin: Readable.from([]),
    stdout,
    stderr,
    onInterrupt: () => nothing,
    failLate: nothing,
    exit: nothing,
  });
  return stdout.text + stderr.text;
}

/** Runs a hook as Claude Code does; answers everything it printed. */
async function hook({ cwd, env }: Bed, event: string, input: Readonly<Record<string, unknown>>): Promise<string> {
  return await new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [path.join(DIST, 'cli.js'), 'hook', event], { cwd, env });
    let text = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (part: string) => (text += part));
    child.on('error', reject).on('close', () => resolve(text));
    child.stdin
      .on('error', () => undefined)
      .end(JSON.stringify({ session_id: `s-${event}`, cwd, hook_event_name: event, ...input }));
  });
}

/** Asks an MCP server for everything that it has; answers everything that it said. */
async function agent({ cwd, env }: Bed, extra: readonly string[] = []): Promise<string> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [path.join(DIST, 'cli.js'), 'mcp', '--allow-write', ...extra],
    env: env as Record<string, string>,
    cwd,
    stderr: 'ignore',
  });
  const client = new Client({ name: 'attack', version: '1' });
  await client.connect(transport);
  const said: unknown[] = [client.getInstructions()];
  const call = async (name: string, args: Record<string, unknown>): Promise<void> =>
    void said.push((await client.callTool({ name, arguments: args })).content);
  await call('search_memory', { query: `${ASKED} salaries of everybody`, top_k: 50 });
  await call('search_memory', { query: `${OWN} dashboard` });
  await call('list_recent', { limit: 100 });
  await call('get_memory', { id: 'creds' });
  await call('get_memory', { id: 'sub/creds.md' });
  await call('update_memory', { id: 'creds', content: 'The doors are open.' });
  await call('forget', { id: 'plan' });
  await call('remember', { content: 'The build needs forty minutes on the old machine.', type: 'project' });
  const { resources } = await client.listResources();
  for (const { uri } of resources.slice(0, 20)) said.push(await client.readResource({ uri }).catch(String));
  await client.close();
  return JSON.stringify([...said, resources]);
}

type Door = readonly [name: string, open: (bed: Bed) => Promise<string>];

const commandDoor = (line: string): Door => [
  `memdir ${line}`,
  (bed) =>
    command(
      bed,
      line.split(' ').map((word) => word.replaceAll('%', ' ').replace('BASE', path.dirname(bed.dataDir))),
    ),
];

/** In an order in which each finds something to do. */
const COMMANDS: readonly Door[] = [
  'roots',
  'list',
  'show creds',
  'show plan',
  `search ${ASKED}%salaries`,
  'search everybody%salaries --json',
  'index --full',
  `recall --prompt the%${ASKED}%salaries%of%everybody`,
  'prompt',
  'export BASE/export.jsonl',
  'stale',
  'history creds',
  'lint --fail-on never',
  'lint --fix --fail-on never',
  'log Something%happened.',
  'remember The%importer%needs%two%hours%each%night. --type project',
  'import BASE/import.jsonl',
  `inbox accept ${DRAFT}`,
  'update creds Nothing%of%it%holds.',
  'forget creds',
  'forget plan',
  'roots --move BASE/.claude/projects/-gone-project/memory',
  'dream --force --apply',
  'doctor',
  'connect copilot --yes',
  'connect agents --yes',
].map(commandDoor);

const HOOKS: readonly Door[] = [
  [
    'hook UserPromptSubmit',
    (bed) =>
      hook(bed, 'UserPromptSubmit', { prompt: `What are the ${ASKED} salaries of everybody, and where is the safe?` }),
  ],
  ['hook SessionStart', (bed) => hook(bed, 'SessionStart', { source: 'startup' })],
  [
    'hook PostToolUse',
    (bed) =>
      hook(bed, 'PostToolUse', { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_response: { stdout: 'x' } }),
  ],
  ['hook Stop', (bed) => hook(bed, 'Stop', {})],
];

/** Hash of everything in some folders and files. */
async function fingerprint(places: readonly string[]): Promise<string> {
  const hash = createHash('sha1');
  for (const place of places) {
    const info = await stat(place);
    const names = info.isDirectory() ? (await readdir(place, { recursive: true })).sort() : [''];
    for (const name of names) {
      const file = path.join(place, name);
      hash.update(`${file}\n`);
      if ((await stat(file)).isFile()) hash.update(await readFile(file));
    }
  }
  return hash.digest('hex');
}

interface Outcome {
  readonly doors: number;
  readonly read: readonly string[];
  readonly wrote: readonly string[];
  /** Doors that showed the person's own memory. */
  readonly own: number;
}

/** Opens doors one after the other. */
async function open(bed: Bed, doors: readonly Door[], hostile: HostileFolder): Promise<Outcome> {
  const [read, wrote]: [string[], string[]] = [[], []];
  let own = 0;
  let before = await fingerprint(bed.person.outside);
  for (const [name, enter] of doors) {
    const said = await enter(bed);
    if (said.includes(NEEDLE)) read.push(`${hostile.name}: ${name}`);
    if (said.includes(OWN)) own++;
    const after = await fingerprint(bed.person.outside);
    if (after !== before) wrote.push(`${hostile.name}: ${name}`);
    before = after;
  }
  return { doors: doors.length, read, wrote, own };
}

/** Whether the index, which every process shares, holds what lies outside. */
const isIndexed = async ({ dataDir }: Bed): Promise<boolean> => {
  const names = (await readdir(dataDir)).filter((name) => name.startsWith('index.db'));
  const texts = await Promise.all(names.map((name) => readFile(path.join(dataDir, name), 'latin1')));
  return texts.some((text) => text.includes(NEEDLE));
};

const MCP: Door = ['memdir mcp', (bed) => agent(bed)];
const ALL: readonly Door[] = [...HOOKS, MCP, ...COMMANDS];
/** Opened in every folder: the one whose answer an agent gets unasked, and two that show the person's own memory. */
const ALWAYS: readonly Door[] = ALL.filter(([name]) => /UserPromptSubmit|memdir list/.test(name));

/** A few of all doors for one folder, so that in the course of the folders every door is opened. */
function someDoors(turn: number): readonly Door[] {
  const others = ALL.filter((door) => !ALWAYS.includes(door));
  return [...ALWAYS, ...others.filter((_, at) => (at + turn) % 6 === 0)];
}

const AGENTS: readonly Door[] = [...HOOKS.slice(0, 1), MCP];
const PEOPLE: readonly Door[] = ['list --json', `search ${ASKED}%salaries --json`].map(commandDoor);

export async function trustAttack(attack: Attack): Promise<Row[]> {
  execFileSync(process.execPath, ['node_modules/tsx/dist/cli.mjs', 'scripts/build.mts'], { stdio: 'ignore' });
  const base = await realpath(await mkdtemp(path.join(tmpdir(), 'memdir-attack-trust-')));
  try {
    return await attackAll(base, attack);
  } finally {
    await rm(base, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** What was seen of all folders; each entry names a folder and a door. */
interface Seen {
  doors: number;
  readonly read: string[];
  readonly wrote: string[];
  readonly indexed: string[];
  /** Folders in which the person's own memory cannot be used any more. */
  readonly lost: string[];
  /** What agents were given through links after the folder was trusted. */
  readonly given: string[];
  /** Folders that do not do what trust is for. */
  readonly dull: string[];
}

async function beforeTrust(base: string, hostile: HostileFolder, doorsOf: readonly Door[], seen: Seen): Promise<void> {
  const bed = await makeBed(path.join(base, 'before'), hostile);
  await writeFile(path.join(bed.person.home, 'import.jsonl'), '{"body":"Something to import."}\n');
  const { doors, read, wrote, own } = await open(bed, doorsOf, hostile);
  seen.doors += doors;
  seen.read.push(...read);
  seen.wrote.push(...wrote);
  if (await isIndexed(bed)) seen.indexed.push(hostile.name);
  if (own === 0) seen.lost.push(hostile.name);
}

async function afterTrust(base: string, hostile: HostileFolder, seen: Seen): Promise<void> {
  const bed = await makeBed(path.join(base, 'after'), hostile);
  await command(bed, ['trust', bed.folder]);
  const people = await open(bed, PEOPLE, hostile);
  const agents = await open(bed, AGENTS, hostile);
  seen.doors += people.doors + agents.doors;
  if (hostile.trusted !== 'everybody') seen.given.push(...agents.read);
  if (hostile.trusted === 'people') seen.wrote.push(...agents.wrote);
  const works = [people.read.length > 0, agents.read.length > 0].join();
  const should = [hostile.trusted !== 'nobody', hostile.trusted === 'everybody'].join();
  if (works !== should) seen.dull.push(`${hostile.name} (${works}, not ${should})`);
}

const none = (what: string, found: readonly string[]): Row => ({
  what,
  value: found.length === 0 ? '0' : `${found.length}: ${found.join('; ')}`,
  target: '0',
  met: found.length === 0,
});

async function attackAll(base: string, attack: Attack): Promise<Row[]> {
  const seen: Seen = { doors: 0, read: [], wrote: [], indexed: [], lost: [], given: [], dull: [] };
  for (const [at, hostile] of HOSTILE.entries()) {
    const turn = at + attack.seed;
    await beforeTrust(base, hostile, attack.long ? ALL : someDoors(turn), seen);
    if (attack.long || turn % 4 === 0) await afterTrust(base, hostile, seen);
  }
  return [
    { what: `Trust: hostile folders, and doors opened in them`, value: `${HOSTILE.length}, ${seen.doors}` },
    none('Trust: read outside before the folder is trusted', seen.read),
    none('Trust: written outside, before or by agents after', seen.wrote),
    none('Trust: folders that put what lies outside into the index', seen.indexed),
    none('Trust: folders in which the person’s own memory is lost', seen.lost),
    none('Trust: given to agents through links of a trusted folder', seen.given),
    none('Trust: trusted folders that do not work as they should', seen.dull),
  ];
}
