/**
 * Folders in which Claude Code is started, made with real git, and where it keeps its memory then: seen in the prompts of version 2.1.332.
 * The table is compared with what Memdir finds, and with what an installed client says.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

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

/** Runs git as no user in particular, whatever its settings on this machine are. */
function git(cwd: string, ...args: readonly string[]): void {
  const env = {
    PATH: process.env['PATH'],
    HOME: cwd,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b',
  };
  execFileSync('git', ['-c', 'protocol.file.allow=always', '-c', 'init.defaultBranch=main', ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function folder(path: string): string {
  mkdirSync(path, { recursive: true });
  return path;
}

function file(path: string, text: string): void {
  folder(dirname(path));
  writeFileSync(path, text);
}

/** A repository with one commit and a folder `src`. */
function repository(path: string): string {
  file(join(path, 'src', 'a.txt'), 'a\n');
  git(path, 'init', '-q');
  git(path, 'add', '.');
  git(path, 'commit', '-qm', 'first');
  return path;
}

function worktree(repo: string, path: string): string {
  git(repo, 'worktree', 'add', '-q', '--detach', path);
  return path;
}

/** `main` with the submodule `sub` in it. */
function superproject(root: string, sub = 'sub'): string {
  const [lib, main] = [repository(join(root, 'w', 'lib')), repository(join(root, 'w', 'main'))];
  git(main, 'submodule', '--quiet', 'add', lib, sub);
  git(main, 'commit', '-qm', 'submodule');
  return main;
}

/** The bare clone of a repository. */
function bare(root: string, path: string): string {
  folder(dirname(path));
  git(root, 'clone', '-q', '--bare', repository(join(root, 'w', 'source')), path);
  return path;
}

/** A folder with a bare repository in `.bare` and a `.git` file that names it. */
function holder(root: string): string {
  const at = join(root, 'w', 'holder');
  bare(root, join(at, '.bare'));
  file(join(at, '.git'), 'gitdir: ./.bare\n');
  return at;
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

const DIRECTORIES: readonly FolderCase[] = [withSettings('a directory', { user: directory('ROOT/mem') }, below('mem'))];

export const FOLDERS: readonly FolderCase[] = [
  ...NAMES,
  ...LONG,
  ...CHECKOUTS,
  ...WORKTREES,
  ...SUBMODULES,
  ...DIRECTORIES,
];
