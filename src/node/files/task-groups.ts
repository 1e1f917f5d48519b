/** The task groups of Codex's MEMORY.md in place of the file: see core/stores/task-groups. */
import { INDEX_NAME } from '../../core/index/index-file.js';
import type { SourceFile } from '../../core/memory.js';
import type { ListedFile, Listing } from '../../core/ports/files.js';
import { CODEX_PARTS } from '../../core/stores/agent-places.js';
import { fileOf, type FilePart, taskGroupsOf } from '../../core/stores/task-groups.js';
import { shortHash } from '../hash.js';
import { readFileIn, type ReadOptions } from './read-file.js';

interface Reading extends ReadOptions {
  readonly parts?: readonly string[] | undefined;
}

/** A listing of Codex's memory with its task groups in place of their file; any other listing as it is. */
export async function withTaskGroups(listing: Listing, storePath: string, how: Reading): Promise<Listing> {
  if (listing.status !== 'listed' || how.parts !== CODEX_PARTS) return listing;
  const file = listing.files.find(({ path }) => path === INDEX_NAME);
  const groups = file && groupsOf(await readFileIn(storePath, INDEX_NAME, how));
  if (file === undefined || groups === undefined || groups.length === 0) return listing;
  const files = [...listing.files.filter((each) => each !== file), ...groups.map((group) => listedAs(group, file))];
  return { ...listing, files: files.sort((a, b) => (a.path < b.path ? -1 : 1)) };
}

export async function stampOfGroup(
  file: ListedFile | undefined,
  path: string,
  storePath: string,
  how: Reading,
): Promise<ListedFile | undefined> {
  const group = file && (await findGroup(storePath, path, how))?.group;
  return group && listedAs(group, file);
}

export async function readGroup(storePath: string, path: string, how: Reading): Promise<SourceFile | undefined> {
  const found = await findGroup(storePath, path, how);
  if (found === undefined) return undefined;
  const { source, group } = found;
  return { ...source, ...group, stamp: { ...source.stamp, hash: shortHash(group.text) } };
}

async function findGroup(
  storePath: string,
  path: string,
  how: Reading,
): Promise<{ readonly source: SourceFile; readonly group: FilePart } | undefined> {
  if (how.parts !== CODEX_PARTS) return undefined;
  const source = await readFileIn(storePath, fileOf(path), how);
  const group = groupsOf(source)?.find((each) => each.path === path);
  return source && group && { source, group };
}

const groupsOf = (source: SourceFile | undefined): FilePart[] | undefined =>
  source && taskGroupsOf(source.path, source.text);

const listedAs = ({ path }: FilePart, file: ListedFile): ListedFile => ({ ...file, path });
