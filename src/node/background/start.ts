/** Finds the background process of a data folder, and starts one where there is none. Small: hooks load it. */
import { closeSync, mkdirSync, openSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { messageOf } from '../../core/errors.js';
import type { Log } from '../../core/ports/log.js';
import { type HostAddress, HOSTS_FOLDER, type ProgramIdentity, STOP_PATH, WARM_PATH } from '../../protocol/hooks.js';
import { askHost, hostFiles } from '../discovery.js';
import { codeOf } from '../error-codes.js';
import { isRunning } from '../process-running.js';
import { isOutdated } from './program.js';
import { variablesOf } from './variables.js';

/** Memory that is opened at once. */
export interface WarmScope {
  /** Where the first client works. */
  readonly folder: string;
  readonly directories?: readonly string[];
  readonly all?: boolean;
  /** Asked there as well, so that what it needs is prepared. */
  readonly question?: string | undefined;
}

export type BackgroundHost = HostAddress & Required<Pick<HostAddress, 'background'>>;

export interface BackgroundPlace {
  /** Absolute. */
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly program: ProgramIdentity;
  readonly log: Pick<Log, 'info' | 'warn'>;
}

/** Present while a process starts; its age says whether that one is still to be waited for. */
export const startingFile = (dataDir: string): string => join(dataDir, HOSTS_FOLDER, 'background.starting');

/** Milliseconds a start may take before another one is tried. */
const START_MS = 10_000;
/** Milliseconds an outdated process may take to say that it ends. */
const STOP_MS = 500;
const POLL_MS = 15;
/**
 * A process that runs for hours keeps less unused memory, for no measurable processor time: V8 reserves 128 MB for new objects otherwise, and lets the
 * others grow to three times what is in use.
 */
const FLAGS = ['--max-semi-space-size=16', '--heap-growing-percent=40'];
/** Milliseconds for it to say that it opens what is needed. */
const WARM_MS = 300;
/** A question that a process is started with: everybody can read the arguments of a process, which lives for hours. */
export const WARM_QUESTION = 'MEMDIR_WARM_QUESTION';

/** The one that runs. */
export const findBackground = (dataDir: string): BackgroundHost | undefined =>
  hostFiles(dataDir)
    .flatMap(({ address }) => address ?? [])
    .findLast((address): address is BackgroundHost => address.background !== undefined && isRunning(address.pid));

/** The one that runs, unless this program is newer: then that one is asked to end. */
export async function usableBackground(place: BackgroundPlace): Promise<BackgroundHost | undefined> {
  const found = findBackground(place.dataDir);
  if (found === undefined || !isOutdated(found.background.program, place.program)) return found;
  await askHost(found, STOP_PATH, {}, STOP_MS).catch((error: unknown) =>
    place.log.info(`The former background process did not say that it ends: ${messageOf(error)}`),
  );
  return undefined;
}

/** Starts a process unless another one is starting. Never waits. */
export async function startBackground(
  { dataDir, env, program, log }: BackgroundPlace,
  { folder, directories = [], all = false, question = '' }: WarmScope,
): Promise<void> {
  try {
    if (!claimStart(dataDir)) return;
    const { spawn } = await import('node:child_process');
    // Its own group and no pipe of ours: the agent does not wait for it, and closing a terminal does not end it.
    const warm = [
      '--warm',
      folder,
      ...directories.flatMap((one) => ['--warm-dir', one]),
      ...(all ? ['--warm-all'] : []),
    ];
    const command = [...FLAGS, program.file, 'serve', '--quiet', '--data-dir', dataDir, ...warm];
    const child = spawn(process.execPath, command, {
      cwd: dataDir,
      env: { ...env, MEMDIR_DATA_DIR: dataDir, ...(question === '' ? {} : { [WARM_QUESTION]: question }) },
      detached: true,
      stdio: 'ignore',
      windowsHide: true,
    });
    child.on('error', (error) => log.warn(`The background process was not started: ${error.message}`)).unref();
  } catch (error) {
    log.warn(`The background process was not started: ${messageOf(error)}`);
  }
}

/** Has the one that runs open memory, and starts one where none does. Never rejects; false when it was not told. */
export async function warmBackground(
  place: BackgroundPlace,
  { folder, question = '', ...scope }: WarmScope,
): Promise<boolean> {
  try {
    const found = await usableBackground(place);
    if (found === undefined) {
      // One that another process is starting at this moment is told by the next search.
      await startBackground(place, { folder, question, ...scope });
      return true;
    }
    const call = { prompt: question, session: '', cwd: folder, env: variablesOf(place.env), ...scope };
    await askHost(found, WARM_PATH, call, WARM_MS);
    return true;
  } catch (error) {
    place.log.info(`The background process was not told what to open: ${messageOf(error)}`);
    return false;
  }
}

/** Whether this process is the one to start it. Throws where the data folder cannot be written. */
function claimStart(dataDir: string): boolean {
  const file = startingFile(dataDir);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  try {
    closeSync(openSync(file, 'wx', 0o600));
    return true;
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  const age = Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
  // A time from the future is no reason to wait.
  if (age >= 0 && age < START_MS) return false;
  utimesSync(file, new Date(), new Date());
  return true;
}

export const startEnded = (dataDir: string): void => rmSync(startingFile(dataDir), { force: true });

/** Waits for a process that was started. */
export async function awaitBackground(dataDir: string, ms: number): Promise<BackgroundHost | undefined> {
  for (const end = performance.now() + ms; ;) {
    const found = findBackground(dataDir);
    if (found !== undefined || performance.now() >= end) return found;
    await sleep(POLL_MS);
  }
}
