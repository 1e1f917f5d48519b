/** What a person said of folders: to Memdir, in Claude Code's dialog, and in windows of VS Code that are open. */
import { join } from 'node:path';

import { messageOf } from '../../core/errors.js';
import { isInside } from '../../core/paths.js';
import type { Log } from '../../core/ports/log.js';
import type { RootScope } from '../../core/ports/roots.js';
import { nearestAround } from '../../core/trust/nearest-folder.js';
import type { TrustedFolder } from '../../core/trust/results.js';
import { HOSTS_FOLDER } from '../../protocol/hooks.js';
import { hostFiles } from '../discovery.js';
import { realPathOf } from '../paths.js';
import { isRunning } from '../process-running.js';
import { findRepository } from '../stores/git.js';
import { claudeStateFile, claudeTrustedFolders } from './claude-trust.js';
import { readTrustRecord, type TrustEntry, trustRecordFile } from './trust-record.js';

/** Whether what lies in a folder, or in a file's folder, is trusted. Any absolute path. Never rejects. */
export type IsTrusted = (folder: string) => Promise<boolean>;

export interface TrustRecords {
  /** Yes, no, or undefined where a person said nothing. Any absolute path. Never rejects. */
  readonly decision: (folder: string) => Promise<boolean | undefined>;
  readonly list: () => Promise<readonly TrustedFolder[]>;
  /** Forgets what was read, because it was changed. */
  readonly refresh: () => void;
}

export interface TrustRecordsOptions {
  /** Absolute. */
  readonly dataDir: string;
  /** That in which Claude Code's files are found. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly log?: Log;
}

/** Milliseconds for which the records are not read again. */
const FRESH_MS = 200;

interface Entry extends TrustEntry {
  readonly by: TrustedFolder['by'];
  /** Real path of the record. */
  readonly file: string;
}

/** What is said in one place; an earlier place outranks a later one. */
type Records = readonly (readonly Entry[])[];

export function createTrustRecords(options: TrustRecordsOptions): TrustRecords {
  let last: { readonly records: Promise<Records>; readonly atMs: number } | undefined;
  const records = (): Promise<Records> => {
    if (last === undefined || performance.now() - last.atMs > FRESH_MS)
      last = { records: readRecords(options), atMs: performance.now() };
    return last.records;
  };
  const said = async (folder: string, around: string): Promise<boolean | undefined> => {
    const counting = ({ path, file }: Entry): boolean =>
      ![path, folder, around].some((each) => vouchesForItself(file, each, options.home));
    for (const place of await records()) {
      const entry = nearestAround(folder, place.filter(counting));
      if (entry !== undefined) return entry.trusted;
    }
    return undefined;
  };
  return {
    decision: async (folder) => {
      const real = await realPathOf(folder);
      const repository = await findRepository(real);
      const around = repository?.checkout ?? real;
      const answer = await said(real, around);
      // Claude Code records the trust in a worktree for the main checkout.
      return answer === undefined && repository !== undefined && repository.canonical !== around
        ? await said(repository.canonical, around)
        : answer;
    },
    list: async () => {
      const all = new Map<string, Entry>();
      for (const entry of (await records()).flat()) if (!all.has(entry.path)) all.set(entry.path, entry);
      return [...all.values()]
        .filter(({ trusted }) => trusted)
        .map(({ path, since, by }) => ({ path, since: since === '' ? null : since, by }))
        .sort((a, b) => (a.path < b.path ? -1 : 1));
    },
    refresh: () => {
      last = undefined;
    },
  };
}

/**
 * Whether a record lies inside the folder that it is asked about: then the author of the folder may have written it, and a setting of the
 * folder may have named it. Only a folder around the whole home folder contains the records of its person.
 */
export const vouchesForItself = (record: string, folder: string, home: string): boolean =>
  isInside(record, folder) && !isInside(home, folder);

async function readRecords({ dataDir, env, home, log }: TrustRecordsOptions): Promise<Records> {
  const read = async (
    file: string,
    entries: () => Promise<readonly TrustEntry[]>,
    by: Entry['by'],
  ): Promise<Entry[]> => {
    try {
      const [real, found] = [await realPathOf(file), await entries()];
      return found.map((entry) => ({ ...entry, by, file: real }));
    } catch (error) {
      log?.warn(`${file} is not used, so no folder is trusted for what it says: ${messageOf(error)}.`);
      return [];
    }
  };
  const [record, state] = [trustRecordFile(dataDir), claudeStateFile(env, home)];
  const ofClaude = async (): Promise<TrustEntry[]> =>
    (await claudeTrustedFolders(state)).map((path) => ({ path, trusted: true, since: '' }));
  return [
    await read(record, () => readTrustRecord(record), 'memdir'),
    await read(state, ofClaude, 'claude'),
    await read(join(dataDir, HOSTS_FOLDER), () => Promise.resolve(trustedWindows(dataDir)), 'vscode'),
  ];
}

/** Folders of the windows that are open and trusted. */
const trustedWindows = (dataDir: string): TrustEntry[] =>
  hostFiles(dataDir).flatMap(({ address }) =>
    address?.trusted === true && isRunning(address.pid)
      ? address.folders.map((path) => ({ path, trusted: true, since: address.started }))
      : [],
  );

/** Trust in the folders of a scope; see {@link RootScope.trusted}. */
export function trustIn({ trusted }: Pick<RootScope, 'trusted'>, records: TrustRecords | undefined): IsTrusted {
  if (typeof trusted === 'boolean') return () => Promise.resolve(trusted);
  return async (folder) => {
    const real = await realPathOf(folder);
    return trusted?.some((each) => isInside(real, each)) === true || (await records?.decision(real)) === true;
  };
}
