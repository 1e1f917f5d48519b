/**
 * Runs a script of this repository from a fresh clone: `node scripts/bootstrap.mjs scripts/test.mts [arguments]`.
 * Without a script it installs alone. Needs nothing but Node 20 and npm. Installs what package-lock.json names when that has not happened yet, then hands
 * over to the Node that comes with the development dependencies. MEMDIR_NO_INSTALL=1 leaves node_modules alone.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import path from 'node:path';

const root = path.dirname(import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname));
const windows = process.platform === 'win32';
const [script, ...args] = process.argv.slice(2);

const fail = (message) => {
  console.error(`memdir: ${message}`);
  process.exit(2);
};

/** True when every package of the lock file was installed after the lock file was last changed. */
const installed = () => {
  const mark = path.join(root, 'node_modules', '.package-lock.json');
  return existsSync(mark) && statSync(mark).mtimeMs >= statSync(path.join(root, 'package-lock.json')).mtimeMs;
};

const install = () => {
  console.log('memdir: installing the packages of package-lock.json (npm ci; two to three minutes the first time) …');
  const npm = process.env.npm_execpath;
  const [command, first] = npm && /\.c?js$/.test(npm) ? [process.execPath, [npm]] : ['npm', []];
  const done = spawnSync(command, [...first, 'ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    // Its CUDA libraries are hundreds of megabytes. In .npmrc npm would warn of the name at each command.
    env: { ...process.env, npm_config_onnxruntime_node_install: 'skip' },
    shell: windows && command === 'npm',
  });
  if (done.error) fail(`npm could not be started (${done.error.message}). Install npm 11 and try again.`);
  if (done.status !== 0)
    fail('npm ci failed. Its message is above; the usual cause is that the package registry cannot be reached.');
};

if (process.env.MEMDIR_NO_INSTALL !== '1' && !installed()) install();
if (script === undefined) process.exit(0);

const node = path.join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node');
if (!existsSync(node)) fail(`${node} is missing. Delete node_modules and run npm ci (with install scripts allowed).`);

// Child processes find this Node, and the tools of node_modules, before any other.
const bin = [path.join(root, 'node_modules', '.bin'), path.dirname(node)].join(path.delimiter);
const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
const env = { ...process.env, [pathName]: `${bin}${path.delimiter}${process.env[pathName] ?? ''}` };
const child = spawn(
  node,
  [path.join(root, 'node_modules', 'tsx', 'dist', 'cli.mjs'), path.resolve(root, script), ...args],
  { cwd: root, stdio: 'inherit', env },
);
// Ctrl+C reaches the whole group; the child decides when it is done.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => signal === 'SIGTERM' && child.kill(signal));
child.on('error', (error) => fail(error.message));
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
