/** Connects Claude Code: plans what its settings files become, and writes them with the files as they were kept aside. */
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { MemdirError, messageOf } from '../core/errors.js';
import { withBlock, withoutBlock } from '../core/prompt/block.js';
import type { AgentConnections } from '../core/ports.js';
import type { ConnectChange, ConnectPlan, ConnectReport, ConnectRequest } from '../core/results.js';
import { withHooks, withoutHooks, withoutServer, withServer, type Entry } from './connect/claude.js';
import type { JsonText } from './connect/edit.js';
import { launcherFile, writeLauncher } from './connect/launcher.js';
import { quoted, runtimeOf, shellPath } from './connect/runtime.js';
import { writeWhole } from './files/whole.js';
import { expandHome, isGone, realPathOf } from './paths.js';

export interface ConnectionsOptions {
  readonly dataDir: string;
  /** Folder of the built files. */
  readonly distDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly platform: NodeJS.Platform;
}

interface Target {
  /** Absolute. */
  readonly path: string;
  readonly change: (file: JsonText, entry: Entry, remove: boolean) => JsonText;
}

const hooks: Target['change'] = (file, entry, remove) => (remove ? withoutHooks(file) : withHooks(file, entry));
const server = (above: readonly string[]): Target['change'] => (file, entry, remove) => (remove ? withoutServer(file, above) : withServer(file, above, entry));

export function createConnections(options: ConnectionsOptions): AgentConnections {
  const plan = async (request: ConnectRequest): Promise<ConnectPlan> => {
    const { agent = 'claude', folder, scope, remove = false, section = '' } = request;
    if (agent !== 'claude') return await instructionPlan({ agent, folder: await realPathOf(folder), scope, remove, section });
    const entry = scope === 'project' ? ON_PATH : await entryOf(options);
    const targets = targetsOf(options, { folder: await realPathOf(folder), scope });
    const changes: ConnectChange[] = [];
    for (const { path, change } of targets) {
      const before = await textOf(path);
      const after = change({ path, text: before ?? '' }, entry, remove).text;
      if (after !== (before ?? '')) changes.push({ path, before, after });
    }
    const notes = scope === 'project' && !remove ? ['Everyone who works in this project needs “memdir” on the PATH: the files are shared, so no path of this machine stands in them.'] : [];
    return { folder, scope, ...(remove ? { remove } : {}), changes, files: targets.map(({ path }) => path), notes, digest: digestOf(changes) };
  };
  return {
    plan,
    apply: async ({ agent, folder, scope, remove, section, digest }) => {
      const now = await plan({ folder, scope, ...(agent ? { agent } : {}), ...(remove ? { remove } : {}), ...(section === undefined ? {} : { section }) });
      if (now.digest !== digest) throw new MemdirError('changed-on-disk', 'The settings changed since they were looked at. Nothing was written: look at the change again.');
      if (!remove && scope !== 'project' && (agent ?? 'claude') === 'claude') await writing('the data folder', () => writeLauncher(options.dataDir, options.distDir));
      return await write(now, options.dataDir);
    },
  };
}

const digestOf = (changes: readonly ConnectChange[]): string => createHash('sha256').update(JSON.stringify(changes)).digest('hex');

/** Where agents look for instructions of a project. */
const INSTRUCTIONS = { copilot: join('.github', 'copilot-instructions.md'), agents: 'AGENTS.md' } as const;

async function instructionPlan({ agent, folder, scope, remove, section }: Required<ConnectRequest>): Promise<ConnectPlan> {
  const path = join(folder, INSTRUCTIONS[agent === 'copilot' ? 'copilot' : 'agents']);
  const before = await textOf(path);
  const after = remove ? withoutBlock(path, before ?? '') : withBlock(path, before, section);
  const changes = after === (before ?? '') ? [] : [{ path, before, after }];
  const notes = remove ? [] : ['The file belongs to the project: others read it too. It says where your memory is, and none of what is in it.'];
  return { agent, folder, scope, section, ...(remove ? { remove } : {}), changes, files: [path], notes, digest: digestOf(changes) };
}

/** For files that others get as well. */
const ON_PATH: Entry = { shell: 'memdir', program: 'memdir', args: [], env: {} };

async function entryOf({ dataDir, env, platform }: ConnectionsOptions): Promise<Entry> {
  const { program, env: added } = await runtimeOf(env);
  const launcher = launcherFile(dataDir);
  const variables = Object.entries(added).map(([name, value]) => `${name}=${value}`);
  return { shell: [...variables, ...[program, launcher].map((path) => quoted(shellPath(path, platform)))].join(' '), program, args: [launcher], env: added };
}

/** Where Claude Code reads hooks and servers of a scope. */
function targetsOf({ env, home }: ConnectionsOptions, { folder, scope }: ConnectRequest): Target[] {
  const config = env['CLAUDE_CONFIG_DIR'];
  const configDir = resolve(expandHome(config || join(home, '.claude'), home));
  const state = config ? join(configDir, '.claude.json') : join(home, '.claude.json');
  if (scope === 'user') return [{ path: join(configDir, 'settings.json'), change: hooks }, { path: state, change: server([]) }];
  if (scope === 'project') return [{ path: join(folder, '.claude', 'settings.json'), change: hooks }, { path: join(folder, '.mcp.json'), change: server([]) }];
  return [{ path: join(folder, '.claude', 'settings.local.json'), change: hooks }, { path: state, change: server(['projects', folder.replaceAll('\\', '/')]) }];
}

/** Undefined when there is no such file. */
async function textOf(path: string): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(path));
  } catch (error) {
    if (isGone(error)) return undefined;
    throw new MemdirError('bad-input', `${path} cannot be read (${messageOf(error)}). Correct that and repeat; nothing was changed.`, { cause: error });
  }
}

async function write({ changes, remove }: ConnectPlan, dataDir: string): Promise<ConnectReport> {
  if (changes.length === 0) return { status: 'unchanged', files: [] };
  const backup = join(dataDir, 'connect', new Date().toISOString().replace(/[:.]/g, '-'));
  const kept = changes.filter(({ before }) => before !== undefined);
  await writing('the data folder', async () => {
    if (kept.length > 0) await mkdir(backup, { recursive: true, mode: 0o700 });
    for (const { path } of kept) await copyFile(path, join(backup, basename(path)));
  });
  for (const { path, before, after } of changes) {
    const real = await realPathOf(path);
    if ((await textOf(real)) !== before) throw new MemdirError('changed-on-disk', `${path} changed just now and was left alone. Repeat.`);
    await writing(path, async () => {
      await mkdir(dirname(real), { recursive: true });
      await writeWhole(real, after, { mode: 0o600 });
    });
  }
  return { status: remove ? 'removed' : 'connected', files: changes.map(({ path }) => path), ...(kept.length > 0 ? { backup } : {}) };
}

async function writing(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new MemdirError('read-only', `${what} cannot be written: ${messageOf(error)}`, { cause: error });
  }
}
