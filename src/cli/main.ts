#!/usr/bin/env node
/** Entry of the command. It checks the version of Node first, and loads one bundle: for hooks, for the MCP server, or for all other commands. */
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';

import { OWN_PROCESS } from '../core/capture/own-tools.js';
import { keepCompiled, keepNextCompiled } from '../node/compile-cache.js';
import type { runCommand as RunCommand } from './commands-entry.js';
import { commandIndex, hookArguments } from './entry-arguments.js';
import type { runMcp as RunMcp } from './mcp-entry.js';

const MINIMUM = 22;

/** Requires another bundle of the same folder. */
// eslint-disable-next-line @typescript-eslint/no-require-imports -- loaded when it is known to be needed
const load = (name: string): unknown => require(join(__dirname, name));

const args = process.argv.slice(2);
const name = args[commandIndex(args)];
const isHook = name === 'hook' && !args.includes('--help') && !args.includes('-h');
/** A hook fails with 0: exit code 2 of a hook tells the agent to stop. */
const FAILED = isHook ? 0 : 2;

async function start(): Promise<void> {
  if (isHook) return startHook();
  if (name === 'mcp') return await startServer();
  const env = environment();
  keepCompiled(env, false);
  const { runCommand } = load('commands.js') as { readonly runCommand: typeof RunCommand };
  process.exitCode = await runCommand(args, __dirname);
  keepNextCompiled(env);
}

/** That of the process, with the data folder of the arguments. */
function environment(): NodeJS.ProcessEnv {
  const { dataDir } = hookArguments(args);
  return { ...process.env, ...(dataDir ? { MEMDIR_DATA_DIR: dataDir } : {}) };
}

/**
 * Every client has a server, which lives as long as it: V8 collects garbage before it takes more memory. Set before anything is compiled, because compiled
 * code is cached for these flags. The compile cache is written only once the engine is loaded: a server without requests leaves no files.
 */
async function startServer(): Promise<void> {
  setFlagsFromString('--optimize-for-size');
  const env = environment();
  keepCompiled(env, false);
  const { runMcp } = load('mcp.js') as { readonly runMcp: typeof RunMcp };
  process.exitCode = await runMcp(args, __dirname, (file) => {
    keepCompiled(env);
    return load(file);
  });
}

/** The bundle of hooks reads an event and the environment, but no flags. In child processes of Memdir a hook does nothing. */
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
