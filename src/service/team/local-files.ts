/** The files of a team folder as a sync sees them. */
import { MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { copyNames } from '../../core/lint/copy-names.js';
import { isInside } from '../../core/paths.js';
import type { MemoryFiles } from '../../core/ports/files.js';
import type { Team } from '../../core/ports/team.js';
import type { BlockedFile, TeamState } from '../../core/team/state.js';
import { mapLimited } from '../async.js';

const READS_AT_ONCE = 16;

export interface LocalFile {
  readonly hash: string;
  /** See `KnownFile.seen`. */
  readonly seen: string | undefined;
}

export interface LocalFolder {
  readonly files: ReadonlyMap<string, LocalFile>;
  /** Files whose text is not known, or is none: neither sent nor replaced. */
  readonly blocked: readonly BlockedFile[];
  /** Whether nothing is known of a key: it is in a folder that cannot be listed, or belongs to another store. */
  readonly isUnknown: (key: string) => boolean;
  /** Conflict copies by the key of their original. */
  readonly copies: ReadonlyMap<string, readonly string[]>;
}

interface Context {
  readonly ports: {
    readonly files: MemoryFiles;
    readonly team: Team;
    readonly hash: (text: string) => string;
  };
}

/** Rejects with `unavailable` for a folder that cannot be listed: none of its files is taken for deleted. */
export async function readLocal(
  { ports: { files, team, hash } }: Context,
  folder: string,
  known: TeamState['files'],
  signal?: AbortSignal,
): Promise<LocalFolder> {
  const listing = await files.list(folder, signal);
  const isNew = listing.status === 'unreachable' && listing.gone === true && Object.keys(known).length === 0;
  if (listing.status === 'unreachable' && !isNew) throw new MemdirError('unavailable', listing.reason);
  if (listing.status !== 'listed') return { files: new Map(), blocked: [], isUnknown: () => false, copies: new Map() };
  const isSeen = ({ path, version }: { readonly path: string; readonly version: string }): boolean =>
    Object.hasOwn(known, path) && known[path]?.seen !== undefined && known[path].seen === version;
  const aliases = (listing.aliases ?? []).map(({ path }) => path);
  // What is as it was when it was read is no link.
  const unseen = listing.files.filter((file) => !isSeen(file)).map(({ path }) => path);
  const linked = await team.linked(folder, [...unseen, ...aliases]);
  const found = new Map<string, LocalFile>();
  const blocked: BlockedFile[] = [...linked].map((key) => ({
    key,
    reason: t('It is a symbolic link, or in a folder that is one. Links aren’t shared.'),
  }));
  for (const file of listing.files) {
    const before = isSeen(file) ? known[file.path] : undefined;
    if (before !== undefined) found.set(file.path, { hash: before.hash, seen: before.seen });
  }
  await mapLimited(
    unseen.filter((path) => !linked.has(path)),
    READS_AT_ONCE,
    async (path) => {
      const source = await files.read(folder, path);
      if (source === undefined) return;
      const reason = source.unreadable ?? (source.encoding === 'utf8' ? undefined : t('It isn’t UTF-8 text.'));
      if (reason !== undefined) blocked.push({ key: path, reason });
      // A program that was ended while it wrote leaves nothing of what was there: that is no change to be sent.
      else if (source.text !== '' || !Object.hasOwn(known, path) || known[path]?.hash === hash(''))
        found.set(path, { hash: hash(source.text), seen: source.stamp.version });
    },
  );
  const unknown = [...(listing.unlisted ?? []).map(({ path }) => path), ...(listing.stores ?? [])];
  return {
    files: found,
    blocked,
    isUnknown: (key) => unknown.some((place) => isInside(key, place)),
    copies: copiesIn(listing.files.map(({ path }) => path)),
  };
}

function copiesIn(paths: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const copies = new Map<string, string[]>();
  for (const path of paths) {
    if (!path.includes('.team-conflict-')) continue;
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const original = copyNames(path.slice(folder.length, -'.md'.length)).find(({ sure }) => sure)?.stem;
    if (original === undefined) continue;
    const key = `${folder}${original}.md`;
    copies.set(key, [...(copies.get(key) ?? []), path]);
  }
  return copies;
}
