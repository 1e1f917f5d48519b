/** One repository of a team's database as a sync sees it. */
import { MemdirError } from '../../core/errors.js';
import type { TeamServer } from '../../core/ports/team.js';
import type { TeamHead, TeamStore } from '../../core/ports/team-store.js';
import type { RemoteFile } from '../../core/team/delta.js';

/** Digits that `SearchPorts.hash` has of a SHA-256. */
const DIGITS = 32;

const remoteOf = ({ hash, version, author, updatedMs }: TeamHead): RemoteFile => ({
  hash: hash.slice(0, DIGITS),
  version,
  author,
  updatedMs,
});

const byKey = (heads: Iterable<TeamHead>): ReadonlyMap<string, RemoteFile> =>
  new Map([...heads].map((head) => [head.key, remoteOf(head)]));

export function teamServer(store: TeamStore, repository: string): TeamServer {
  return {
    hashes: async (signal) => byKey((await asked(store.heads(repository, signal))).values()),
    read: async (keys, signal) => {
      const files = await asked(store.read(repository, keys, signal));
      return new Map(
        [...files].map(([key, file]) => [key, { ...remoteOf(file), text: file.content, past: file.past }]),
      );
    },
    write: async (files, signal) => {
      const changes = files.map(({ key, text, expected = 0 }) => ({ key, content: text, version: expected }));
      return byKey((await asked(store.save(repository, changes, signal))).saved);
    },
  };
}

/** A repository that is not there, or an address that is none, stays so until something changes. */
async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof MemdirError && (error.code === 'not-found' || error.code === 'bad-input'))
      throw new MemdirError('declined', error.message, { cause: error });
    throw error;
  }
}
