/** Who shared a memory of a team, and whether the others have it as it is here. From what is known on this machine. */
import { isoTime } from '../../core/absolute-date.js';
import type { StoreInfo } from '../../core/memory.js';
import type { FileHead, ParsedFile } from '../../core/parsed-file.js';
import type { TeamProvenance } from '../../core/results.js';
import { maskForDisplay } from '../../core/secrets/secrets.js';
import { type KnownFile, syncOf, type TeamState } from '../../core/team/state.js';
import type { ServiceContext } from '../context.js';
import { absolutePath } from '../paths.js';

type Ports = Pick<ServiceContext['ports'], 'team' | 'hash'>;
type FindProvenance = (file: FileHead | ParsedFile) => TeamProvenance | undefined;

export const BELOW = 'team/';

/** Undefined for a store without memory of a team. */
export async function provenanceIn(
  { team, hash }: Ports,
  info: Pick<StoreInfo, 'kind' | 'path'>,
  paths: Iterable<string>,
): Promise<FindProvenance | undefined> {
  const isTeam = info.kind === 'team';
  if (!isTeam && ![...paths].some((path) => path.startsWith(BELOW))) return undefined;
  const state = await team.state(isTeam ? info.path : absolutePath(info, 'team'));
  return (file) => {
    const { path, stamp } = file.source;
    if (!isTeam && !path.startsWith(BELOW)) return undefined;
    const text = 'frontMatter' in file && file.source.unreadable === undefined ? file.source.text : undefined;
    const author = 'frontMatter' in file ? authorOf(file) : undefined;
    const now = { hash: text === undefined ? undefined : hash(text), version: stamp.version };
    return provenance(state, isTeam ? path : path.slice(BELOW.length), author, now);
  };
}

const authorOf = ({ frontMatter }: ParsedFile): string | undefined =>
  frontMatter.fields.find(({ path }) => path === 'author' || path === 'metadata.author')?.text;

export function provenance(
  state: TeamState | undefined,
  key: string,
  author: string | undefined,
  now: { readonly hash: string | undefined; readonly version?: string | undefined },
): TeamProvenance {
  const known = state !== undefined && Object.hasOwn(state.files, key) ? state.files[key] : undefined;
  const sync = state === undefined ? 'local' : syncOf(state, key);
  // What the server saw counts before what a file says of itself.
  const name = known?.author ?? author;
  return {
    author: name === undefined ? null : maskForDisplay(name),
    updatedAt: known === undefined ? null : isoTime(known.updatedMs),
    sync: sync === 'synced' && known !== undefined && isChanged(known, now) ? 'pending' : sync,
  };
}

/** By the text, else by the state of the file, as far as either is known. */
function isChanged(
  known: KnownFile,
  { hash, version }: { readonly hash: string | undefined; readonly version?: string | undefined },
): boolean {
  if (hash !== undefined) return hash !== known.hash;
  // A file without a version was changed a moment ago.
  return known.seen !== undefined && version !== known.seen;
}
