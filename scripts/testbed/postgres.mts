/**
 * PostgreSQL with pgvector for tests, from Debian's packages, unpacked into a folder of its own: it needs no root and installs nothing in the system.
 * Debian 13 has both as packages; on Debian 12, pgvector is compiled from the source package of Debian 13. Elsewhere MEMDIR_TEST_POSTGRES names a
 * folder with initdb and postgres (15 or newer, with pgvector 0.8 or newer).
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

import { isMain, main } from '../lib/project.mjs';

/** Version of how it is unpacked: another one unpacks anew. */
const LAYOUT = 1;
const KEYRING = '/usr/share/keyrings/debian-archive-keyring.gpg';

interface Release {
  readonly server: number;
  readonly packages: readonly string[];
  /** pgvector comes from another release's source. */
  readonly compile: boolean;
}

const RELEASES: Readonly<Record<string, Release>> = {
  bookworm: {
    server: 15,
    packages: ['postgresql-15', 'postgresql-client-15', 'libpq5', 'postgresql-server-dev-15'],
    compile: true,
  },
  trixie: {
    server: 17,
    packages: ['postgresql-17', 'postgresql-client-17', 'libpq5', 'postgresql-17-pgvector'],
    compile: false,
  },
};

export interface Postgres {
  /** Folder of initdb and postgres. */
  readonly bin: string;
  /** For LD_LIBRARY_PATH; empty: the system's own. */
  readonly libraries: string;
}

const machine = (): string => execFileSync('uname', ['-m'], { encoding: 'utf8' }).trim();

const librariesOf = (folder: string): string => {
  const parts = `${machine()}-linux-gnu`;
  return [`${folder}/usr/lib/${parts}`, `${folder}/lib/${parts}`].join(':');
};

const codename = (): string =>
  existsSync('/etc/os-release')
    ? (/^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8'))?.[1] ?? '')
    : '';

/** Whether {@link ensurePostgres} can have a server on this machine. */
export const canHavePostgres = (): boolean => Boolean(process.env.MEMDIR_TEST_POSTGRES) || codename() in RELEASES;

/** What runs the tests; unpacked first when it is not there. */
export function ensurePostgres(): Postgres {
  const named = process.env.MEMDIR_TEST_POSTGRES;
  if (named) return { bin: path.resolve(named), libraries: '' };
  const debian = codename();
  const release = RELEASES[debian];
  if (!release)
    throw new Error(
      'Tests of the team database run on Debian 12 and 13. Elsewhere set MEMDIR_TEST_POSTGRES to the folder with initdb and postgres of a PostgreSQL (15 or newer) that has pgvector (0.8 or newer).',
    );
  // The server runs as another user where tests run as root, who cannot enter root's folders.
  const home = path.join('/var/tmp', `memdir-postgres-${process.getuid?.() ?? 0}`);
  const target = path.join(home, `${debian}-${release.server}-${LAYOUT}`);
  if (!existsSync(target)) install(debian, release, home, target);
  return { bin: path.join(target, binOf(release)), libraries: librariesOf(target) };
}

const binOf = ({ server }: Release): string => `usr/lib/postgresql/${server}/bin`;

function install(debian: string, release: Release, home: string, target: string): void {
  console.log(`Unpacking PostgreSQL ${release.server} with pgvector (about 150 MB, less than a minute) in ${target} …`);
  mkdirSync(home, { recursive: true, mode: 0o755 });
  const work = mkdtempSync(path.join(home, 'unpack-'));
  try {
    chmodSync(work, 0o755);
    const folders = ['lists/partial', 'cache/archives/partial', 'debs', 'source', 'root'];
    for (const each of folders) mkdirSync(path.join(work, each), { recursive: true });
    const apt = new Apt(work, debian, release.compile);
    apt.run('debs', 'apt-get', '-qq', 'update');
    apt.run('debs', 'apt-get', '-qq', 'download', ...release.packages);
    unpack(globSync(`${work}/debs/*.deb`), `${work}/root`);
    addLibraries(apt, work, release);
    if (release.compile) compileVector(apt, work, release);
    execFileSync('chmod', ['-R', 'a+rX', `${work}/root`]);
    // Another process may have been quicker.
    if (!existsSync(target)) renameSync(`${work}/root`, target);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** apt with lists and a cache of its own, from the mirrors that this machine uses already. */
class Apt {
  readonly #work: string;

  constructor(work: string, debian: string, withSources: boolean) {
    this.#work = work;
    const main = mirrorOf(debian);
    if (main === undefined) throw new Error(`This machine has no package source for ${debian}.`);
    const security = mirrorOf(`${debian}-security`);
    const source = (type: string, uri: string, suite: string): string =>
      `Types: ${type}\nURIs: ${uri}\nSuites: ${suite}\nComponents: main\nSigned-By: ${KEYRING}\n\n`;
    writeFileSync(
      `${work}/list.sources`,
      [
        source('deb', main, debian),
        security === undefined ? '' : source('deb', security, `${debian}-security`),
        withSources ? source('deb-src', main, 'trixie') : '',
      ].join(''),
    );
    writeFileSync(
      `${work}/apt.conf`,
      `Dir::Etc::sourcelist "${work}/list.sources"; Dir::Etc::sourceparts "/dev/null"; Dir::Etc::preferencesparts "/dev/null";
Dir::State::lists "${work}/lists"; Dir::Cache "${work}/cache"; Acquire::Languages "none"; Acquire::Retries "3";
APT::Sandbox::User ""; APT::Install-Recommends "0"; Debug::NoLocking "1";
`,
    );
  }

  run(folder: string, command: string, ...args: string[]): void {
    execFileSync(command, args, {
      cwd: path.join(this.#work, folder),
      env: { ...process.env, APT_CONFIG: `${this.#work}/apt.conf`, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
}

function mirrorOf(suite: string): string | undefined {
  const targets = execFileSync(
    'apt-get',
    ['indextargets', '--format', '$(REPO_URI) $(RELEASE)', 'Created-By: Packages'],
    { encoding: 'utf8' },
  );
  const line = targets.split('\n').find((each) => each.split(' ')[1] === suite);
  return line?.split(' ')[0];
}

function unpack(packages: readonly string[], into: string): void {
  for (const each of packages) execFileSync('dpkg', ['-x', each, into]);
}

/** Shared libraries that this machine lacks. The C library and the optional compiler of queries stay out. */
function addLibraries(apt: Apt, work: string, release: Release): void {
  const programs = ['postgres', 'initdb', 'psql'].map((name) => `${work}/root/${binOf(release)}/${name}`);
  const missing = (): string[] =>
    spawnSync('ldd', programs, {
      encoding: 'utf8',
      env: { ...process.env, LD_LIBRARY_PATH: librariesOf(`${work}/root`) },
    })
      .stdout.split('\n')
      .filter((line) => line.includes('not found'));
  if (missing().length === 0) return;
  apt.run('debs', 'apt-get', '-qq', '-y', 'install', '--download-only', `postgresql-${release.server}`);
  const libraries = globSync(`${work}/cache/archives/lib*.deb`);
  unpack(
    libraries.filter((file) => !/^lib(?:c6|c-|llvm|perl)/.test(path.basename(file))),
    `${work}/root`,
  );
  const left = missing();
  if (left.length > 0) throw new Error(`PostgreSQL lacks libraries here:\n${left.join('\n')}`);
}

function compileVector(apt: Apt, work: string, release: Release): void {
  for (const tool of ['gcc', 'make'])
    if (spawnSync('which', [tool]).status !== 0)
      throw new Error('pgvector is compiled here, which needs gcc and make. Install: gcc libc6-dev make');
  apt.run('source', 'apt-get', '-qq', 'source', '--download-only', 'pgvector');
  const [archive] = globSync(`${work}/source/pgvector_*.orig.tar.gz`);
  if (archive === undefined) throw new Error('The source of pgvector was not found.');
  mkdirSync(`${work}/source/pgvector`);
  execFileSync('tar', ['xzf', archive, '--strip-components=1', '-C', `${work}/source/pgvector`]);
  const config = `PG_CONFIG=${work}/root/${binOf(release)}/pg_config`;
  for (const goal of ['all', 'install'])
    apt.run('source/pgvector', 'make', '-s', '-j2', goal, config, 'with_llvm=no', 'OPTFLAGS=');
}

if (isMain(import.meta.url)) await main(() => Promise.resolve(console.log(ensurePostgres().bin)));
