/** Connects agents: plans the changes of their settings files, and writes them after saving copies. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { copyFile, lstat, mkdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

import { CONNECT_AGENTS, CONNECTABLE, type ConnectAgent } from '../../core/connect/agents.js';
import { MemdirError, messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { isInside } from '../../core/paths.js';
import type { AgentConnections } from '../../core/ports/agent-connections.js';
import type {
  AgentState,
  ConnectChange,
  ConnectPlan,
  ConnectReport,
  ConnectRequest,
  ConnectScope,
} from '../../core/results.js';
import type { RunningEditor } from '../../protocol/configuration.js';
import { removeFile } from '../files/remove-file.js';
import { changeFileIn } from '../files/write-file.js';
import { isGone, isWritable, realPathOf } from '../paths.js';
import { claudeConfigDir } from '../stores/base-folders.js';
import { findRepository } from '../stores/git.js';
import { type AgentPlace, rowOf, type Target } from './agents.js';
import { isReadByClaude } from './agents-file.js';
import { type Entry, extendedHooks, withHooks, withoutHooks, withoutServer, withServer } from './claude-settings.js';
import { type HookSupport, hookSupport, leftOut, UNKNOWN_SUPPORT } from './claude-version.js';
import {
  type ConnectRecord,
  isUntouched,
  keyOf,
  readRecord,
  recordRow,
  saveRecord,
  textBefore,
} from './connect-record.js';
import type { JsonText } from './json-edit.js';
import { launcherFile, writeLauncher } from './launcher.js';
import { obstacles } from './obstacles.js';
import { requirePlain } from './plain-json.js';
import { quoted, runtimeOf, shellPath } from './runtime.js';
import type { ServerEntry } from './server-entry.js';

export interface ConnectionsOptions {
  readonly dataDir: string;
  /** Folder of the built files. */
  readonly distDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly platform: NodeJS.Platform;
  /** The editor that Memdir runs in. */
  readonly editor?: RunningEditor | undefined;
  /** Settings file of the administrator; default: where the platform keeps it. */
  readonly managed?: string;
  /** Whether links in a folder may lead to files outside of it. Default: in none. */
  readonly isTrusted?: (folder: string) => Promise<boolean>;
}

type ClaudeTarget = Target<Entry>;

const hooks = (path: string): ClaudeTarget => ({ path, add: withHooks, take: withoutHooks, say: extendedHooks });
const server = (path: string, above: readonly string[] = []): ClaudeTarget => ({
  path,
  add: (file, entry) => withServer(file, above, entry),
  take: (file, before) => withoutServer(file, above, before),
});

/** Entries under a project, which is the repository of the folder; entries that former versions wrote for the folder itself are removed. */
function projectServer(path: string, project: string, folder: string): ClaudeTarget {
  const [ofProject, ofFolder] = [project, folder].map((name) =>
    server(path, ['projects', name.replaceAll('\\', '/')]),
  ) as [ClaudeTarget, ClaudeTarget];
  return project === folder
    ? ofProject
    : { ...ofProject, take: (file, before) => ofFolder.take(ofProject.take(file, before), before) };
}

export function createConnections(options: ConnectionsOptions): AgentConnections {
  const plan = async (request: ConnectRequest): Promise<ConnectPlan> => {
    const { agent = 'claude', folder, scope, remove = false, section = '' } = request;
    const place = { agent, folder: await realPathOf(folder), scope };
    const record = await readRecord(options.dataDir);
    if (agent !== 'claude') {
      const { env, home, platform, editor } = options;
      return await agentPlan(options, { env, home, platform, editor, ...place, agent, remove, section }, record);
    }
    const support = scope === 'project' || remove ? UNKNOWN_SUPPORT : await supportOf(options);
    const entry = scope === 'project' ? ON_PATH : { ...(await entryOf(options)), support };
    const targets = targetsOf(options, place, (await findRepository(place.folder))?.canonical ?? place.folder);
    const { changes, fileNotes } = await changesOf(options, targets, { place, remove, record, entry });
    const notes = [
      ...fileNotes,
      ...(remove ? [] : await obstacles(options, { changes, settings: settingsFiles(configDirOf(options), folder) })),
      ...(remove ? [] : await secondSection(options, place)),
      ...(remove
        ? []
        : scope === 'project'
          ? [sharedSettings()]
          : [leftOut(support)].filter((note) => note !== undefined)),
    ];
    return {
      folder,
      scope,
      ...(remove ? { remove } : {}),
      changes,
      files: targets.map(({ path }) => path),
      notes,
      digest: digestOf(changes),
    };
  };
  return {
    list: (folder) => agentStates(options, folder),
    plan,
    apply: async ({ agent, folder, scope, remove, section, digest }) => {
      const now = await plan({
        folder,
        scope,
        ...(agent ? { agent } : {}),
        ...(remove ? { remove } : {}),
        ...(section === undefined ? {} : { section }),
      });
      if (now.digest !== digest)
        throw new MemdirError(
          'changed-on-disk',
          t('The settings changed in the meantime. Nothing was written: review the changes again.'),
        );
      if (!remove && scope !== 'project' && agent !== 'agents')
        await writing(t('The data folder'), () => writeLauncher(options.dataDir, options.distDir));
      return await write({ ...now, folder: await realPathOf(folder) }, options.dataDir);
    },
  };
}

const supportOf = (options: ConnectionsOptions): Promise<HookSupport> =>
  hookSupport({ ...options, configDir: configDirOf(options) });

const digestOf = (changes: readonly ConnectChange[]): string =>
  createHash('sha256').update(JSON.stringify(changes)).digest('hex');

const sharedSettings = (): string =>
  t(
    'Everyone in this project needs “memdir” on the PATH, because shared files contain no paths of this machine. Claude Code asks each person to trust the folder and to start the server first.',
  );

/** The text without Memdir: the saved copy if the file is unchanged since (and the copy has no Memdir), else the text with our entries removed. */
async function taken(
  file: JsonText,
  row: ConnectRecord[string] | undefined,
  take: (file: JsonText, before: JsonText | undefined) => JsonText,
): Promise<string> {
  const before = await textBefore(row);
  if (
    before !== undefined &&
    isUntouched(row, file.text) &&
    take({ path: file.path, text: before }, undefined).text === before
  )
    return before;
  // Containers that only an older connection needed are not the user's.
  return take(file, before === undefined ? undefined : take({ path: file.path, text: before }, undefined)).text;
}

/** Rejects for a file of the folder that a link puts elsewhere: who made the folder would choose which file is written. */
async function requireInside({ isTrusted }: ConnectionsOptions, folder: string, path: string): Promise<void> {
  if (!isInside(path, folder)) return;
  const around = (await findRepository(folder))?.checkout ?? folder;
  if (isInside(await realPathOf(path), around) || (await isTrusted?.(folder)) === true) return;
  throw new MemdirError(
    'bad-input',
    t(
      '{path} points outside this folder, which isn’t trusted, so it was skipped. Remove the link, or trust the folder with “memdir trust”.',
      { path },
    ),
  );
}

interface Changing<E extends ServerEntry> {
  readonly place: Pick<Required<ConnectRequest>, 'agent' | 'folder' | 'scope'>;
  readonly remove: boolean;
  readonly record: ConnectRecord;
  readonly entry: E;
}

/** What changes in each file, and notes about the files. */
async function changesOf<E extends ServerEntry>(
  options: ConnectionsOptions,
  targets: readonly Target<E>[],
  { place, remove, record, entry }: Changing<E>,
): Promise<{ readonly changes: readonly ConnectChange[]; readonly fileNotes: readonly string[] }> {
  const changes: ConnectChange[] = [];
  const fileNotes: string[] = [];
  for (const { path, add, take, say } of targets) {
    if (place.scope !== 'user' || place.agent !== 'claude') await requireInside(options, place.folder, path);
    const before = await textOf(path);
    const file = { path, text: before ?? '' };
    if (!remove && place.agent === 'claude') requirePlain(file);
    const after = remove ? await taken(file, record[keyOf(place, path)], take) : add(file, entry).text;
    if (after !== file.text) changes.push({ path, before, after });
    fileNotes.push(...(say?.(file, remove) ?? []));
  }
  return { changes, fileNotes };
}

type OtherAgent = Exclude<ConnectAgent, 'claude'>;

async function agentPlan(
  options: ConnectionsOptions,
  request: AgentPlace & { readonly agent: OtherAgent; readonly remove: boolean },
  record: ConnectRecord,
): Promise<ConnectPlan> {
  const { agent, folder, scope, remove, section } = request;
  const { title, scopes } = CONNECTABLE[agent];
  if (!(scopes as readonly string[]).includes(scope))
    throw new MemdirError(
      'bad-input',
      t('{agent} can’t be connected for the scope “{scope}”. Available: {scopes}.', {
        agent: title,
        scope,
        scopes: scopes.map((each) => `“${each}”`).join(', '),
      }),
    );
  if (agent === 'agents' && !remove) await requireOneSection(options, request);
  const row = rowOf(agent);
  const targets = row.targets(request);
  const entry = scope === 'project' ? ON_PATH : await entryOf(options);
  const { changes, fileNotes } = await changesOf(options, targets, { place: request, remove, record, entry });
  const isShared = scope === 'project' && agent !== 'agents' && agent !== 'copilot';
  return {
    agent,
    folder,
    scope,
    section,
    ...(remove ? { remove } : {}),
    changes,
    files: targets.map(({ path }) => path),
    notes: [...fileNotes, ...(remove ? [] : [...(row.notes?.(request) ?? []), ...(isShared ? [sharedServer()] : [])])],
    digest: digestOf(changes),
  };
}

/** Rejects where Claude Code is connected and reads AGENTS.md: it would have a second memory section beside its own. */
async function requireOneSection(options: ConnectionsOptions, place: AgentPlace): Promise<void> {
  const { folder } = place;
  if (!(await isReadByClaude(folder))) return;
  const project = (await findRepository(folder))?.canonical ?? folder;
  for (const scope of CONNECTABLE.claude.scopes)
    if (await isConnected(options, 'claude', { ...place, scope }, project))
      throw new MemdirError(
        'bad-input',
        t(
          'Claude Code is connected and also reads {file}, because this folder has no other CLAUDE.md: it would get two memory sections. Nothing was changed. Add a CLAUDE.md that doesn’t import AGENTS.md and try again, or remove an existing section with “memdir connect agents --remove”.',
          { file: join(folder, 'AGENTS.md') },
        ),
      );
}

/** A note where Claude Code is connected after AGENTS.md. */
async function secondSection(
  options: ConnectionsOptions,
  place: Pick<AgentPlace, 'folder' | 'scope'>,
): Promise<readonly string[]> {
  const { env, home, platform } = options;
  const there = { env, home, platform, ...place, section: '' };
  if (!(await isReadByClaude(place.folder)) || !(await isConnected(options, 'agents', there, place.folder))) return [];
  return [
    t(
      'Claude Code also reads Memdir’s section in AGENTS.md, in addition to its own. Remove it with “memdir connect agents --remove”, or add a CLAUDE.md that doesn’t import AGENTS.md to keep it for other agents.',
    ),
  ];
}

/** By the files that are there. */
async function isConnected(
  options: ConnectionsOptions,
  agent: ConnectAgent,
  place: AgentPlace,
  project: string,
): Promise<boolean> {
  try {
    const targets: readonly Pick<Target, 'path' | 'take'>[] =
      agent === 'claude' ? targetsOf(options, place, project) : rowOf(agent).targets(place);
    const texts = await Promise.all(targets.map(async ({ path }) => ({ path, text: (await textOf(path)) ?? '' })));
    return targets.every(({ take }, at) => {
      const file = texts[at] as JsonText;
      return take(file, undefined).text !== file.text;
    });
  } catch (error) {
    // Settings that cannot be read connect nothing; connecting says why.
    if (error instanceof MemdirError) return false;
    throw error;
  }
}

/** What is installed and what is connected, by the files that are there. */
async function agentStates(options: ConnectionsOptions, named: string): Promise<readonly AgentState[]> {
  const folder = await realPathOf(named);
  const project = (await findRepository(folder))?.canonical ?? folder;
  const { env, home, platform, editor } = options;
  return await Promise.all(
    CONNECT_AGENTS.map(async (agent) => {
      const { title, scopes } = CONNECTABLE[agent];
      const place = { env, home, platform, editor, folder, scope: 'user', section: '' } as const;
      const signs = agent === 'claude' ? [configDirOf(options)] : rowOf(agent).sign(place);
      const connected: ConnectScope[] = [];
      for (const scope of scopes)
        if (await isConnected(options, agent, { ...place, scope }, project)) connected.push(scope);
      return { agent, title, installed: signs.length === 0 ? null : signs.some((path) => existsSync(path)), connected };
    }),
  );
}

const sharedServer = (): string =>
  t('Everyone in this project needs “memdir” on the PATH, because the shared file contains no paths of this machine.');

/** A note for files that are shared. */
const ON_PATH: Entry = { shell: 'memdir', program: 'memdir', args: [], env: {}, support: UNKNOWN_SUPPORT };

async function entryOf({ dataDir, env, platform }: ConnectionsOptions): Promise<Omit<Entry, 'support'>> {
  const { program, env: added } = await runtimeOf(env);
  const launcher = launcherFile(dataDir);
  const variables = Object.entries(added).map(([name, value]) => `${name}=${value}`);
  return {
    shell: [...variables, ...[program, launcher].map((path) => quoted(shellPath(path, platform)))].join(' '),
    program,
    args: [launcher],
    env: added,
  };
}

const configDirOf = ({ env, home }: Pick<ConnectionsOptions, 'env' | 'home'>): string =>
  claudeConfigDir({ env, home, platform: process.platform }).path;

const stateFile = (options: Pick<ConnectionsOptions, 'env' | 'home'>): string =>
  join(options.env['CLAUDE_CONFIG_DIR'] ? configDirOf(options) : options.home, '.claude.json');

/** All settings files that apply to a folder. */
const settingsFiles = (configDir: string, folder: string): string[] => [
  ...new Set([
    join(configDir, 'settings.json'),
    ...['settings.json', 'settings.local.json'].map((name) => join(folder, '.claude', name)),
  ]),
];

/** Every file of Claude Code that connecting writes to, for the user and in these folders. */
export const connectedFiles = (
  options: Pick<ConnectionsOptions, 'env' | 'home'>,
  folders: readonly string[],
): string[] => [
  join(configDirOf(options), 'settings.json'),
  stateFile(options),
  ...folders.flatMap((folder) => [
    ...['settings.json', 'settings.local.json'].map((name) => join(folder, '.claude', name)),
    join(folder, '.mcp.json'),
  ]),
];

/** Where Claude Code reads hooks and servers of a scope: settings where it is started, servers of a project by its repository. */
function targetsOf(
  options: Pick<ConnectionsOptions, 'env' | 'home'>,
  { folder, scope }: Pick<ConnectRequest, 'folder' | 'scope'>,
  project: string,
): ClaudeTarget[] {
  const configDir = configDirOf(options);
  const state = stateFile(options);
  if (scope === 'user') return [hooks(join(configDir, 'settings.json')), server(state)];
  if (scope === 'project') return [hooks(join(folder, '.claude', 'settings.json')), server(join(folder, '.mcp.json'))];
  return [hooks(join(folder, '.claude', 'settings.local.json')), projectServer(state, project, folder)];
}

const isLink = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => undefined))?.isSymbolicLink() ?? false;

/** Undefined when there is no such file. */
async function textOf(path: string): Promise<string | undefined> {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(path));
  } catch (error) {
    if (isGone(error) && !(await isLink(path))) return undefined;
    if (isGone(error))
      throw new MemdirError(
        'bad-input',
        t(
          '{path} is a link to a file that doesn’t exist. Nothing was changed: create the file or remove the link, and try again.',
          { path },
        ),
        { cause: error },
      );
    throw new MemdirError(
      'bad-input',
      t('{path} can’t be read ({reason}). Nothing was changed: correct this and try again.', {
        path,
        reason: messageOf(error),
      }),
      { cause: error },
    );
  }
}

async function write(plan: ConnectPlan, dataDir: string): Promise<ConnectReport> {
  const { changes, remove } = plan;
  if (changes.length === 0) return { status: 'unchanged', files: [] };
  for (const { path } of changes) await requireWritable(path);
  const backup = join(dataDir, 'connect', new Date().toISOString().replace(/[:.]/g, '-'));
  const copyOf = (change: ConnectChange): string | null =>
    change.before === undefined ? null : join(backup, copyName(changes, change));
  const copies = changes.filter(({ before }) => before !== undefined);
  const record: Record<string, ConnectRecord[string]> = { ...(await readRecord(dataDir)) };
  await writing(t('The data folder'), async () => {
    if (copies.length > 0) await mkdir(backup, { recursive: true, mode: 0o700 });
    for (const change of copies) await copyFile(change.path, join(backup, copyName(changes, change)));
  });
  for (const change of changes) {
    const { path, before, after } = change;
    const key = keyOf(plan, path);
    const row = record[key];
    await writing(path, () => put(dataDir, change, remove === true && after === '' && row?.copy === null));
    delete record[key];
    // After repeated connections the first record counts, unless the file was changed in between.
    if (!remove) record[key] = recordRow(isUntouched(row, before ?? '') ? row.copy : copyOf(change), after);
    await writing(t('The data folder'), () => saveRecord(dataDir, record));
  }
  return {
    status: remove ? 'removed' : 'connected',
    files: changes.map(({ path }) => path),
    ...(copies.length > 0 ? { backup } : {}),
  };
}

/** The file's own name, with a number where an earlier file has the same. */
function copyName(changes: readonly ConnectChange[], { path }: ConnectChange): string {
  const at = changes.findIndex((each) => each.path === path);
  const isTaken = changes.slice(0, at).some((each) => basename(each.path) === basename(path));
  return isTaken ? `${at}-${basename(path)}` : basename(path);
}

/** `gone`: there was no such file before. */
async function put(dataDir: string, { path, before, after }: ConnectChange, gone: boolean): Promise<void> {
  const real = await realPathOf(path);
  const changed = new MemdirError('changed-on-disk', t('{path} just changed and was skipped. Try again.', { path }));
  if (gone) {
    if (!(await removeFile(real, async (file) => (await textOf(file)) === before))) throw changed;
    return;
  }
  await mkdir(dirname(real), { recursive: true });
  await changeFileIn(dataDir, dirname(real), {
    path: basename(real),
    mode: 0o600,
    maxBytes: Infinity,
    change: (now) => {
      if (now?.text !== before) throw changed;
      return after;
    },
  });
}

/** A read-only file could still be replaced by a rename, but its owner marked it on purpose. */
async function requireWritable(path: string): Promise<void> {
  const real = await realPathOf(path);
  const there = await lstat(real).catch(() => undefined);
  if (there !== undefined && !(await isWritable(real)))
    throw new MemdirError(
      'read-only',
      t('{path} is read-only. Nothing was changed: make it writable and try again.', { path }),
    );
}

async function writing(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (error instanceof MemdirError && (error.code !== 'read-only' || error.cause === undefined)) throw error;
    const reason = messageOf(error instanceof MemdirError ? error.cause : error);
    throw new MemdirError('read-only', t('{path} can’t be written: {reason}', { path: what, reason }), {
      cause: error,
    });
  }
}
