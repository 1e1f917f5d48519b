#!/usr/bin/env node
/** Entry of the bundle. Nothing else is loaded before the version of Node is known to do; a hook and a server load no more than they need. */
import { join } from 'node:path';

import { OWN_PROCESS } from '../core/capture/own-tools.js';
import { keepCompiled } from '../node/compile-cache.js';
import type { runCommand as RunCommand } from './commands-entry.js';
import { commandIndex, hookArguments } from './leading.js';
import type { runMcp as RunMcp } from './mcp-entry.js';

const MINIMUM = 22;

/** Another built file, beside this one. */
// eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is known to be needed
const load = (name: string): unknown => require(join(__dirname, name));

const args = process.argv.slice(2);
const name = args[commandIndex(args)];
const isHook = name === 'hook' && !args.includes('--help') && !args.includes('-h');
/** An agent takes 2 for “stop”: a hook that cannot run must not keep it from working. */
const FAILED = isHook ? 0 : 2;

async function start(): Promise<void> {
  if (isHook) return startHook();
  if (name === 'mcp') return await startServer();
  const { runCommand } = load('commands.js') as { readonly runCommand: typeof RunCommand };
  process.exitCode = await runCommand(args, __dirname);
}

/** A server that was asked nothing yet leaves nothing on the disk: what is compiled of it is kept from the first time on that its engine was needed. */
async function startServer(): Promise<void> {
  const { dataDir } = hookArguments(args);
  const env = { ...process.env, ...(dataDir ? { MEMDIR_DATA_DIR: dataDir } : {}) };
  keepCompiled(env, false);
  const { runMcp } = load('mcp.js') as { readonly runMcp: typeof RunMcp };
  process.exitCode = await runMcp(args, __dirname, (file) => {
    keepCompiled(env);
    return load(file);
  });
}

/** The bundle of hooks reads an event and the environment, no flags. Below a process of our own nothing is loaded, and nothing written. */
function startHook(): void {
  if (process.env[OWN_PROCESS]) return;
  const { event, dataDir } = hookArguments(args);
  if (dataDir) process.env['MEMDIR_DATA_DIR'] = dataDir;
  process.argv.splice(2, Infinity, 'hook', event);
  keepCompiled(process.env);
  load('hook.js');
}

if (Number(process.versions.node.split('.')[0]) < MINIMUM) {
  process.stderr.write(
    `memdir: Node ${MINIMUM} or newer is needed, this is Node ${process.versions.node}. Install a newer one from https://nodejs.org and run memdir again.\n`,
  );
  process.exitCode = FAILED;
} else {
  start().catch((error: unknown) => {
    process.stderr.write(`memdir: ${error instanceof Error ? error.message : String(error)} Install memdir again.\n`);
    process.exitCode = FAILED;
  });
}
