/**
 * Folders in which Claude Code is started, and where it keeps its memory then: seen in the prompts of version 2.1.332.
 * The table is compared with what Memdir finds, and with what an installed client says.
 */
import { cpSync, renameSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { git } from '../support/git.js';
import { bare, file, folder, holder, repository, superproject, worktree } from './checkouts.mjs';

export interface Start {
  /** Working directory of the agent. */
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface FolderCase {
  readonly name: string;
  /** Makes folders and settings below an empty real root; `home` below it is the home folder. */
  readonly make: (root: string) => Start;
  /** The memory folder, absolute and without a slash at the end; undefined where the agent is told of none. */
  readonly memory: (root: string) => string | undefined;
}

function memoryIn(config: string, path: string): string {
  const slug = path.replace(/[^a-zA-Z0-9]/g, '-');
  let hash = 0;
  for (let at = 0; at < path.length; at++) hash = ((hash << 5) - hash + path.charCodeAt(at)) | 0;
  const name = slug.length <= 200 ? slug : `${slug.slice(0, 200)}-${Math.abs(hash).toString(36)}`;
  return join(config, 'projects', name, 'memory');
}

/** A path of so many UTF-16 units below the root. */
function longPath(root: string, length: number, letter: string): string {
  let path = join(root, 'w');
  while (path.length < length)
    path += `/${letter.repeat(60).slice(0, Math.max(1, Math.min(60, length - path.length - 1)))}`;
  return path;
}

const long = (length: number, letter: string): FolderCase => ({
  name: `a path of ${length} units (${letter})`,
  make: (root) => ({ cwd: folder(longPath(root, length, letter)) }),
  memory: (root) => memoryIn(join(root, 'home', '.claude'), longPath(root, length, letter)),
});

/** Where memory of a folder below the root is, by its name alone. */
const namedAfter =
  (...names: readonly string[]) =>
  (root: string): string =>
    memoryIn(join(root, 'home', '.claude'), join(root, ...names));

const plain = (name: string, path: string): FolderCase => ({
  name,
  make: (root) => ({ cwd: folder(join(root, 'w', path)) }),
  memory: namedAfter('w', path),
});

const NAMES: readonly FolderCase[] = [
  plain('a plain folder', 'plain'),
  plain('capitals, blanks, dots and underscores', 'My App.v2_final'),
  plain('a hidden folder', '.hidden/a'),
  plain('punctuation', "it's (a) @b+c,d=e"),
  plain('composed letters', 'caf\u00e9'),
  plain('decomposed letters', 'cafe\u0301'),
  plain('Hangul, decomposed', '\u1112\u1161\u11ab'),
  plain('Chinese letters', '\u65b0\u805e'),
  plain('letters beyond the basic plane', '\u{1F680}'),
  plain('a line break', 'a\nb'),
  {
    name: 'decomposed letters, in a repository',
    make: (root) => ({ cwd: join(repository(join(root, 'w', 'cafe\u0301')), 'src') }),
    memory: namedAfter('w', 'cafe\u0301'),
  },
  {
    name: 'a link to a folder',
    make: (root) => {
      folder(join(root, 'w', 'real'));
      symlinkSync(join(root, 'w', 'real'), join(root, 'w', 'link'));
      return { cwd: join(root, 'w', 'link') };
    },
    memory: namedAfter('w', 'real'),
  },
  { name: 'the home folder', make: (root) => ({ cwd: join(root, 'home') }), memory: namedAfter('home') },
];

const LONG: readonly FolderCase[] = [long(200, 'a'), long(201, 'b'), long(260, 'e\u0301'), long(300, 'x.y')];

const CHECKOUTS: readonly FolderCase[] = [
  {
    name: 'a repository',
    make: (root) => ({ cwd: repository(join(root, 'w', 'repo')) }),
    memory: namedAfter('w', 'repo'),
  },
  {
    name: 'a folder of a repository',
    make: (root) => ({ cwd: join(repository(join(root, 'w', 'repo')), 'src') }),
    memory: namedAfter('w', 'repo'),
  },
  {
    name: 'a link into a repository',
    make: (root) => {
      symlinkSync(join(repository(join(root, 'w', 'repo')), 'src'), join(root, 'w', 'link'));
      return { cwd: join(root, 'w', 'link') };
    },
    memory: namedAfter('w', 'repo'),
  },
  {
    name: 'a repository in a repository',
    make: (root) => ({ cwd: repository(join(repository(join(root, 'w', 'outer')), 'inner')) }),
    memory: namedAfter('w', 'outer', 'inner'),
  },
  {
    name: 'an empty .git folder',
    make: (root) => {
      folder(join(root, 'w', 'empty', '.git'));
      return { cwd: folder(join(root, 'w', 'empty', 'src')) };
    },
    memory: namedAfter('w', 'empty'),
  },
  {
    name: 'a .git file that names nothing',
    make: (root) => {
      file(join(root, 'w', 'broken', '.git'), 'nonsense\n');
      return { cwd: folder(join(root, 'w', 'broken', 'src')) };
    },
    memory: namedAfter('w', 'broken'),
  },
  {
    name: 'a .git file that names what is not there',
    make: (root) => {
      file(join(root, 'w', 'lost', '.git'), 'gitdir: ../gone\n');
      return { cwd: folder(join(root, 'w', 'lost', 'src')) };
    },
    memory: namedAfter('w', 'lost'),
  },
  {
    name: 'a git folder apart',
    make: (root) => {
      const apart = folder(join(root, 'w', 'apart'));
      git(apart, 'init', '-q', `--separate-git-dir=${join(root, 'w', 'elsewhere')}`);
      return { cwd: folder(join(apart, 'src')) };
    },
    memory: namedAfter('w', 'apart'),
  },
  {
    name: 'inside a .git folder',
    make: (root) => ({ cwd: join(repository(join(root, 'w', 'repo')), '.git') }),
    memory: namedAfter('w', 'repo'),
  },
];

const WORKTREES: readonly FolderCase[] = [
  {
    name: 'a worktree',
    make: (root) => ({ cwd: worktree(repository(join(root, 'w', 'repo')), join(root, 'w', 'tree')) }),
    memory: namedAfter('w', 'repo'),
  },
  {
    name: 'a folder of a worktree inside its repository',
    make: (root) => {
      const repo = repository(join(root, 'w', 'repo'));
      return { cwd: join(worktree(repo, join(repo, '.claude', 'worktrees', 'one')), 'src') };
    },
    memory: namedAfter('w', 'repo'),
  },
  {
    name: 'a worktree of a repository with decomposed letters',
    make: (root) => ({ cwd: worktree(repository(join(root, 'w', 'cafe\u0301')), join(root, 'w', 'tree')) }),
    memory: namedAfter('w', 'cafe\u0301'),
  },
  {
    name: 'a worktree that was moved without git',
    make: (root) => {
      const tree = worktree(repository(join(root, 'w', 'repo')), join(root, 'w', 'tree'));
      renameSync(tree, join(root, 'w', 'moved'));
      return { cwd: join(root, 'w', 'moved') };
    },
    memory: namedAfter('w', 'moved'),
  },
  {
    name: 'a copy of a worktree',
    make: (root) => {
      const tree = worktree(repository(join(root, 'w', 'repo')), join(root, 'w', 'tree'));
      cpSync(tree, join(root, 'w', 'copy'), { recursive: true });
      return { cwd: join(root, 'w', 'copy') };
    },
    memory: namedAfter('w', 'copy'),
  },
  {
    name: 'a worktree of a repository with a git folder apart',
    make: (root) => {
      const apart = repository(join(root, 'w', 'apart'));
      git(apart, 'init', '-q', `--separate-git-dir=${join(root, 'w', 'elsewhere')}`);
      return { cwd: worktree(apart, join(root, 'w', 'tree')) };
    },
    memory: namedAfter('w', 'elsewhere'),
  },
  {
    name: 'a worktree of a bare repository',
    make: (root) => ({ cwd: worktree(bare(root, join(root, 'w', 'store.git')), join(root, 'w', 'tree')) }),
    memory: namedAfter('w', 'store.git'),
  },
  {
    name: 'a folder of a worktree inside the folder of its bare repository',
    make: (root) => {
      const store = bare(root, join(root, 'w', 'holder', 'store.git'));
      return { cwd: join(worktree(store, join(root, 'w', 'holder', 'tree')), 'src') };
    },
    memory: namedAfter('w', 'holder', 'store.git'),
  },
  {
    name: 'a bare repository itself',
    make: (root) => ({ cwd: bare(root, join(root, 'w', 'store.git')) }),
    memory: namedAfter('w', 'store.git'),
  },
  {
    name: 'a worktree of a bare repository named .bare',
    make: (root) => {
      const at = holder(root);
      return { cwd: worktree(join(at, '.bare'), join(at, 'tree')) };
    },
    memory: namedAfter('w', 'holder', '.bare'),
  },
  {
    name: 'beside a bare repository named .bare',
    make: (root) => ({ cwd: holder(root) }),
    memory: namedAfter('w', 'holder'),
  },
  {
    name: 'a folder beside a bare repository named .bare',
    make: (root) => ({ cwd: folder(join(holder(root), 'notes')) }),
    memory: namedAfter('w', 'holder'),
  },
  {
    name: 'a worktree of a bare repository named .git',
    make: (root) => {
      const at = join(root, 'w', 'holder');
      return { cwd: worktree(bare(root, join(at, '.git')), join(at, 'tree')) };
    },
    memory: namedAfter('w', 'holder'),
  },
];

const SUBMODULES: readonly FolderCase[] = [
  {
    name: 'a submodule',
    make: (root) => ({ cwd: join(superproject(root), 'sub') }),
    memory: namedAfter('w', 'main', 'sub'),
  },
  {
    name: 'a folder of a submodule in a folder',
    make: (root) => ({ cwd: join(superproject(root, 'vendor/sub'), 'vendor', 'sub', 'src') }),
    memory: namedAfter('w', 'main', 'vendor', 'sub'),
  },
  {
    name: 'a worktree of a submodule',
    make: (root) => ({ cwd: worktree(join(superproject(root), 'sub'), join(root, 'w', 'tree')) }),
    memory: namedAfter('w', 'main', '.git', 'modules', 'sub'),
  },
  {
    name: 'a submodule of a worktree',
    make: (root) => {
      const tree = worktree(superproject(root), join(root, 'w', 'tree'));
      git(tree, 'submodule', '--quiet', 'update', '--init');
      return { cwd: join(tree, 'sub') };
    },
    memory: namedAfter('w', 'tree', 'sub'),
  },
];

/** Settings of the layers; a text is written as it is. */
interface Layers {
  readonly user?: unknown;
  readonly project?: unknown;
  readonly local?: unknown;
  readonly env?: (root: string) => Readonly<Record<string, string>>;
}

/** Starts in a repository with these settings. `memory` absent: that named after the repository. */
const withSettings = (
  name: string,
  layers: Layers,
  memory = namedAfter('w', 'repo') as FolderCase['memory'],
): FolderCase => ({
  name,
  make: (root) => {
    const cwd = repository(join(root, 'w', 'repo'));
    const write = (path: string, settings: unknown): void => {
      if (settings === undefined) return;
      const text = typeof settings === 'string' ? settings : JSON.stringify(settings);
      file(join(root, path), text.replaceAll('ROOT', root));
    };
    write('home/.claude/settings.json', layers.user);
    write('w/repo/.claude/settings.json', layers.project);
    write('w/repo/.claude/settings.local.json', layers.local);
    return { cwd, env: layers.env?.(root) ?? {} };
  },
  memory,
});

const directory = (autoMemoryDirectory: unknown): unknown => ({ autoMemoryDirectory });
const below =
  (...names: readonly string[]) =>
  (root: string): string =>
    join(root, ...names);

/** With a directory in the user's settings, written as JSON takes it. */
const named = (value: unknown, memory?: FolderCase['memory']): FolderCase =>
  withSettings(`autoMemoryDirectory ${JSON.stringify(value)}`, { user: directory(value) }, memory);

const DIRECTORIES: readonly FolderCase[] = [
  named('ROOT/mem', below('mem')),
  named('ROOT/mem//', below('mem')),
  named('ROOT/x/../mem/./', below('mem')),
  named('ROOT/cafe\u0301', below('caf\u00e9')),
  named('~/mem', below('home', 'mem')),
  named('~//mem/', below('home', 'mem')),
  named('~\\mem', below('home', 'mem')),
  named('~/x/../mem', below('home', 'mem')),
  named('/tmp/../ab', () => '/ab'),
  ...['~', '~/', '~/..', '~/../x', '~/a/../../x', '~other/x', 'rel', './rel', '../rel', '', ' ', ' /tmp/x'].map(
    (value) => named(value),
  ),
  ...['/', '/a', '/tmp/../a', '\\\\server\\share', 'C:\\mem', 'C:x', 'file:///tmp/x', '$HOME/x', '/tmp/a\0b'].map(
    (value) => named(value),
  ),
  ...[42, null, true, ['/tmp/x']].map((value) => named(value)),
];

const LAYERS: readonly FolderCase[] = [
  withSettings('a directory in the project', { project: directory('ROOT/p'), user: directory('ROOT/u') }, below('p')),
  withSettings(
    'a directory in the local settings',
    { local: directory('ROOT/l'), project: directory('ROOT/p') },
    below('l'),
  ),
  ...['rel', '', '~/../x'].map((value) =>
    withSettings(`a nearer directory ${JSON.stringify(value)}`, { local: directory(value), user: directory('ROOT/u') }),
  ),
  withSettings('a nearer project directory that is relative', { project: directory('rel'), user: directory('ROOT/u') }),
  ...[42, null].map((value) =>
    withSettings(
      `a nearer file with the directory ${value}`,
      { local: directory(value), user: directory('ROOT/u') },
      below('u'),
    ),
  ),
  withSettings('a nearer file that is no JSON', { local: '{', user: directory('ROOT/u') }, below('u')),
  withSettings(
    'a nearer file with a comment',
    { local: '// a\n{"autoMemoryDirectory":"ROOT/l"}', user: directory('ROOT/u') },
    below('u'),
  ),
  withSettings('another wrong value in the file', {
    user: { autoMemoryDirectory: 'ROOT/u', autoMemoryEnabled: 'yes' },
  }),
  withSettings('an env that is no object', { user: { autoMemoryDirectory: 'ROOT/u', env: 5 } }),
  withSettings(
    'unknown keys and odd variables',
    { user: { autoMemoryDirectory: 'ROOT/u', zzz: 5, env: { A: {} } } },
    below('u'),
  ),
];

const variables = (
  name: string,
  env: Readonly<Record<string, string>>,
  memory?: FolderCase['memory'],
  more: Layers = {},
): FolderCase =>
  withSettings(
    name,
    {
      ...more,
      env: (root) =>
        Object.fromEntries(Object.entries(env).map(([key, value]) => [key, value.replaceAll('ROOT', root)])),
    },
    memory,
  );
const inBase =
  (...names: readonly string[]) =>
  (root: string): string =>
    memoryIn(join(root, ...names), join(root, 'w', 'repo'));
const NONE = (): undefined => undefined;
const OFF = { autoMemoryEnabled: false };
const DISABLE = 'CLAUDE_CODE_DISABLE_AUTO_MEMORY';
const OVERRIDE = 'CLAUDE_COWORK_MEMORY_PATH_OVERRIDE';
const REMOTE = { CLAUDE_CODE_REMOTE: '1' };

const VARIABLES: readonly FolderCase[] = [
  variables('CLAUDE_CONFIG_DIR', { CLAUDE_CONFIG_DIR: 'ROOT/cfg/' }, inBase('cfg')),
  variables('CLAUDE_CODE_REMOTE_MEMORY_DIR', { CLAUDE_CODE_REMOTE_MEMORY_DIR: 'ROOT/mounted/' }, inBase('mounted')),
  variables('the override', { [OVERRIDE]: 'ROOT/o/' }, below('o'), { user: directory('ROOT/u') }),
  ...['rel', '~/x', '~', '/a', '/tmp/../x'].map((value) =>
    variables(`the override as ${value}`, { [OVERRIDE]: value }, below('u'), { user: directory('ROOT/u') }),
  ),
  variables(
    'a fixed name',
    { CLAUDE_CONFIG_DIR: 'ROOT/cfg', CLAUDE_CODE_PROJECT_DIR_NAME: 'fixed' },
    below('cfg', 'projects', 'fixed', 'memory'),
  ),
  variables('a fixed name alone', { CLAUDE_CODE_PROJECT_DIR_NAME: 'fixed' }),
  variables(
    'a fixed name with a dot',
    { CLAUDE_CONFIG_DIR: 'ROOT/cfg', CLAUDE_CODE_PROJECT_DIR_NAME: 'a.b' },
    inBase('cfg'),
  ),
  variables('variables of other tools', { CLAUDE_MEMORY_DIR: 'ROOT/m' }, undefined, { user: { memoryDir: 'ROOT/n' } }),
];

const SWITCHES: readonly FolderCase[] = [
  ...['1', 'true', 'YES', ' on '].map((value) => variables(`switched off by ${value}`, { [DISABLE]: value }, NONE)),
  ...['', '0', '2', 'no'].map((value) =>
    variables(`not switched off by ${JSON.stringify(value)}`, { [DISABLE]: value }),
  ),
  ...['0', 'false', 'off'].map((value) =>
    variables(`forced on by ${value}`, { [DISABLE]: value }, undefined, { user: OFF }),
  ),
  variables('an empty switch beside the setting', { [DISABLE]: '' }, NONE, { user: OFF }),
  withSettings('switched off by the user', { user: OFF }, NONE),
  withSettings('switched off by the project', { project: OFF }, NONE),
  withSettings('switched on by a nearer layer', { user: OFF, local: { autoMemoryEnabled: true } }),
  withSettings('a switch that is a text', { user: { autoMemoryEnabled: 'no' } }),
  withSettings('switched off by a variable of the settings', { user: { env: { [DISABLE]: 1 } } }, NONE),
  variables('forced on by a variable of the settings', { [DISABLE]: '1' }, undefined, {
    user: { env: { [DISABLE]: '0' } },
  }),
  variables('remote', REMOTE, NONE),
  variables('remote, switched on in the settings', REMOTE, NONE, { user: { autoMemoryEnabled: true } }),
  variables('remote with a directory in the settings', REMOTE, NONE, { user: directory('ROOT/u') }),
  variables('remote, forced on', { ...REMOTE, [DISABLE]: '0' }),
  variables('remote with its folder', { ...REMOTE, CLAUDE_CODE_REMOTE_MEMORY_DIR: 'ROOT/mounted' }, inBase('mounted')),
  variables('remote with the override', { ...REMOTE, [OVERRIDE]: 'ROOT/o' }, below('o')),
  variables('not remote', { CLAUDE_CODE_REMOTE: '0' }),
  variables('simple', { CLAUDE_CODE_SIMPLE: '1' }, NONE),
  variables('simple, forced on', { CLAUDE_CODE_SIMPLE: '1', [DISABLE]: '0' }, NONE),
  variables('safe mode, forced on', { CLAUDE_CODE_SAFE_MODE: '1', [DISABLE]: '0' }, NONE),
  variables('without CLAUDE.md and its like', { CLAUDE_CODE_DISABLE_CLAUDE_MDS: '1' }),
];

export const FOLDERS: readonly FolderCase[] = [
  ...NAMES,
  ...LONG,
  ...CHECKOUTS,
  ...WORKTREES,
  ...SUBMODULES,
  ...DIRECTORIES,
  ...LAYERS,
  ...VARIABLES,
  ...SWITCHES,
];
