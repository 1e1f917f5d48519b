/** What a sync of a team folder has to do: both sides compared with what they had in common last. Pure. */
import { t } from '../l10n.js';
import { collisions, keyFault, keyFaultText } from './key.js';

/** A file on the server. */
export interface RemoteFile {
  /** As `SearchPorts.hash` makes it of the text. */
  readonly hash: string;
  /** Raised by the server with every write; it gives none twice. */
  readonly version: number;
  /** Who wrote it: the name by which they logged in. */
  readonly author: string;
  /** Milliseconds since the epoch, by the clock of the server. */
  readonly updatedMs: number;
}

/** What both sides had after the last sync of a file, and what that text was made from, as far as is known. */
export interface BaseFile {
  readonly hash: string;
  readonly version: number;
  /** Versions that the server had before. */
  readonly past?: readonly number[] | undefined;
  /** Hashes of texts that both sides had before. */
  readonly texts?: readonly string[] | undefined;
}

/** Hashes of the files of this machine, by key. */
export type LocalFiles = ReadonlyMap<string, string>;
export type RemoteFiles = ReadonlyMap<string, RemoteFile>;
export type BaseFiles = ReadonlyMap<string, BaseFile>;

export interface Refusal {
  readonly key: string;
  /** A sentence. */
  readonly reason: string;
}

/** Keys, each in one list. */
export interface Delta {
  /** The server's text is new here, or replaces one that nothing was changed in. */
  readonly pull: readonly string[];
  /** Files of `pull` that were deleted here: a deletion does not travel. */
  readonly restored: readonly string[];
  /** The text of this machine is new there, or replaces the one it was made from. */
  readonly push: readonly string[];
  /** Changed on both sides: the server wins, and the text of this machine is kept beside it. */
  readonly conflicts: readonly string[];
  /** The same on both sides. */
  readonly same: readonly string[];
  /** Names that are not safe on every system. */
  readonly refused: readonly Refusal[];
}

/** Whether the server went back to a version that what both sides had was made from: it lost writes, or was restored. */
const isPast = ({ version }: RemoteFile, base: BaseFile): boolean =>
  version < base.version && base.past?.includes(version) === true;

/** Whether a text of the server is proved to be made from what both sides had: one that lost writes, or was restored, may go on from an older text. */
export const isMadeFrom = (
  { version, hash, past }: RemoteFile & { readonly past: readonly number[] },
  base: BaseFile | undefined,
): boolean => base !== undefined && (version === base.version ? hash === base.hash : past.includes(base.version));

/** Whether what both sides had was made from a text of the server, which lost it: also from one that another member gave it again. */
export const isOlder = (
  remote: RemoteFile & { readonly past: readonly number[] },
  base: BaseFile | undefined,
): base is BaseFile =>
  base !== undefined &&
  !isMadeFrom(remote, base) &&
  (isPast(remote, base) || remote.hash === base.hash || base.texts?.includes(remote.hash) === true);

export function deltaOf(local: LocalFiles, remote: RemoteFiles, base: BaseFiles): Delta {
  const delta = {
    pull: [] as string[],
    restored: [] as string[],
    push: [] as string[],
    conflicts: [] as string[],
    same: [] as string[],
    refused: [] as Refusal[],
  };
  // What both sides had stays when the same name is added in another spelling.
  const known = [...base.keys()].filter((key) => remote.has(key));
  const keys = [known, remote.keys(), local.keys()].flatMap((some) => [...some].sort());
  const colliding = collisions(keys);
  for (const key of new Set(keys)) {
    const reason = refusalOf(key, colliding.get(key));
    if (reason !== undefined) {
      delta.refused.push({ key, reason });
      continue;
    }
    const what = actionOf(local.get(key), remote.get(key), base.get(key));
    delta[what].push(key);
    if (what === 'pull' && base.has(key) && !local.has(key)) delta.restored.push(key);
  }
  return delta;
}

function refusalOf(key: string, other: string | undefined): string | undefined {
  const fault = keyFault(key);
  if (fault !== undefined) return keyFaultText(fault);
  return other === undefined
    ? undefined
    : t('Some systems can’t tell its name from {other}. Rename one of them.', { other });
}

function actionOf(
  local: string | undefined,
  remote: RemoteFile | undefined,
  base: BaseFile | undefined,
): 'pull' | 'push' | 'conflicts' | 'same' {
  if (remote === undefined) return 'push';
  if (local === undefined) return 'pull';
  if (local === remote.hash) return 'same';
  if (base === undefined) return 'conflicts';
  if (isPast(remote, base)) return 'push';
  if (local === base.hash && remote.version >= base.version) return 'pull';
  return remote.hash === base.hash && remote.version === base.version ? 'push' : 'conflicts';
}
