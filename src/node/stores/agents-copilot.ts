/** Memory of Copilot in VS Code: files of its memory tool in the user folder of an editor. */
import { readdir } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { parse } from 'jsonc-parser';
import * as z from 'zod';

import { t } from '../../core/l10n.js';
import { isInside } from '../../core/paths.js';
import type { RunningEditor } from '../../protocol/configuration.js';
import { readRegular } from '../files/regular-file.js';
import { isDirectory, isFile, realPathOf } from '../paths.js';
import type { IsTrusted } from '../trust/trust-records.js';
import type { StoreCandidate } from './candidate.js';

const MEMORIES = join('memory-tool', 'memories');
/** Copilot's folder of a user and of a workspace: they are spelt differently. */
const OF_USER = join('globalStorage', 'github.copilot-chat');
const OF_WORKSPACE = 'GitHub.copilot-chat';
const REPOSITORY = 'repo';
/** Sessions of a workspace that are listed. */
const MOST_SESSIONS = 50;

/** Memory of a workspace. */
export interface CopilotWorkspace {
  /** Absolute folder with `repo` and a folder for each session. */
  readonly memories: string;
  /** Real paths of its folders on this machine. */
  readonly folders: readonly string[];
  /** How the workspace is named where it has no folder on this machine. */
  readonly name: string;
}

export interface CopilotSearch {
  /** User folders of editors. */
  readonly editors: readonly string[];
  readonly running?: RunningEditor | undefined;
  /** Folders that the running editor has open, real. */
  readonly open: readonly string[];
  readonly isTrusted: IsTrusted;
}

/** Notes of the user, in every editor that Copilot is installed in. */
export async function copilotUserStores(editors: readonly string[]): Promise<StoreCandidate[]> {
  const found: StoreCandidate[] = [];
  for (const user of editors)
    if (await isDirectory(join(user, OF_USER)))
      found.push({
        path: join(user, OF_USER, MEMORIES),
        kind: 'copilot',
        scope: 'user',
        label: 'Copilot: user',
        why: t('Copilot in {editor} keeps what it knows about you here, for all projects.', {
          editor: editorName(user),
        }),
        always: true,
      });
  return found;
}

/** Every workspace that Copilot was used in. */
export async function copilotWorkspaces(search: CopilotSearch): Promise<CopilotWorkspace[]> {
  const found: CopilotWorkspace[] = [];
  for (const user of search.editors) {
    const storage = join(user, 'workspaceStorage');
    for (const name of (await readdir(storage).catch(() => [])).sort()) {
      const folder = join(storage, name);
      const isOpen = folder === search.running?.workspace;
      if (!(await isDirectory(join(folder, OF_WORKSPACE)))) continue;
      const memories = join(folder, OF_WORKSPACE, MEMORIES);
      const { folders, name: shown } = await foldersOf(folder, search.isTrusted);
      found.push({ memories, folders: isOpen ? [...new Set([...search.open, ...folders])] : folders, name: shown });
    }
  }
  return found;
}

/** The stores of a workspace: its repository's, and one for each session, the latest first. */
export async function copilotStores(
  { memories }: CopilotWorkspace,
  project: string,
  { always }: Pick<StoreCandidate, 'always'>,
): Promise<StoreCandidate[]> {
  const names = (await readdir(memories, { withFileTypes: true }).catch(() => []))
    .filter((item) => item.isDirectory() && !item.name.startsWith('.') && item.name !== REPOSITORY)
    .map(({ name }) => name);
  return [
    {
      path: join(memories, REPOSITORY),
      kind: 'copilot',
      scope: 'repository',
      label: `Copilot: ${basename(project) || project}`,
      why: t('Copilot keeps what it knows about {project} here.', { project }),
      project,
      always,
    },
    ...names.slice(0, MOST_SESSIONS).map((name): StoreCandidate => {
      const session = sessionName(name);
      return {
        path: join(memories, name),
        kind: 'copilot',
        scope: 'session',
        label: t('Copilot: session {id}', { id: session.slice(0, 8) }),
        why: t(
          'Copilot’s notes from session {session} in {project}. Copilot deletes them 14 days after the session was last used.',
          { session, project },
        ),
        project,
        always: false,
      };
    }),
  ];
}

/** The name of a session's folder is the Base64 of its id. */
function sessionName(folder: string): string {
  const text = Buffer.from(folder, 'base64').toString('utf8');
  return /^[\x21-\x7e]{4,}$/.test(text) ? text : folder;
}

function editorName(user: string): string {
  const names = user.split(/[\\/]/).filter((name) => !/^(user|data|user-data|config)$/i.test(name));
  const name = names.at(-1) ?? user;
  return name === 'Code' ? 'VS Code' : name === 'Code - Insiders' ? 'VS Code Insiders' : name.replace(/^\./, '');
}

const WORKSPACE = z.object({
  folder: z.string().optional().catch(undefined),
  workspace: z.string().optional().catch(undefined),
  /** As older versions call it, and the file that a remote machine has. */
  configuration: z.string().optional().catch(undefined),
});

async function foldersOf(folder: string, isTrusted: IsTrusted): Promise<Pick<CopilotWorkspace, 'folders' | 'name'>> {
  const named = {
    ...(await readWorkspace(join(folder, 'meta.json'))),
    ...(await readWorkspace(join(folder, 'workspace.json'))),
  };
  const uri = named.folder ?? named.workspace ?? named.configuration;
  if (uri === undefined) return { folders: [], name: basename(folder) };
  const path = localPath(uri);
  if (path === undefined) return { folders: [], name: decoded(uri) };
  const real = await realPathOf(path);
  return named.folder === undefined
    ? { folders: await foldersOfFile(real, isTrusted), name: path }
    : { folders: [real], name: path };
}

async function readWorkspace(file: string): Promise<z.infer<typeof WORKSPACE>> {
  const text = await readRegular(file).catch(() => '');
  return WORKSPACE.catch({}).parse(parse(text));
}

/** Path of a folder on this machine; undefined for one on another, behind SSH, a container or WSL. */
function localPath(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
  } catch {
    // A file on another host, or no URI.
    return undefined;
  }
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

const FILE = z.object({ folders: z.array(z.object({ path: z.string().optional(), uri: z.string().optional() })) });

/**
 * Folders of a `.code-workspace` file. The file may have come with a project, so folders outside of its own count only where that is trusted: else
 * a project could have notes about it shown in another one.
 */
async function foldersOfFile(file: string, isTrusted: IsTrusted): Promise<string[]> {
  if (!(await isFile(file))) return [];
  const { folders } = FILE.catch({ folders: [] }).parse(parse(await readRegular(file).catch(() => '')));
  const base = dirname(file);
  const trusted = await isTrusted(base);
  const found: string[] = [];
  for (const { path, uri } of folders) {
    const local = uri === undefined ? path : localPath(uri);
    if (local === undefined) continue;
    const real = await realPathOf(isAbsolute(local) ? local : resolve(base, local));
    if (trusted || isInside(real, base)) found.push(real);
  }
  return found;
}
