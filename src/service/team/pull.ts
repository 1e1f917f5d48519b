/** Brings texts of the server into a team folder. What this machine alone has is kept beside them. */
import { MemdirError } from '../../core/errors.js';
import { INDEX_NAME, parseIndex } from '../../core/index/index-file.js';
import { t } from '../../core/l10n.js';
import { type SourceFile, sourceOfText } from '../../core/memory.js';
import { parseMemory } from '../../core/parse-memory.js';
import type { RemoteText, TeamServer } from '../../core/ports/team.js';
import { isMadeFrom, isOlder } from '../../core/team/delta.js';
import { bytesOf, conflictPath, isTeamIndex } from '../../core/team/key.js';
import { type MergedIndex, mergeIndexes } from '../../core/team/merge-index.js';
import { knownFile } from '../../core/team/state.js';
import { isChangedOnDisk } from '../write/context.js';
import { isForgotten } from '../write/find-memory.js';
import { agree, indexLast, know, LARGEST_FILE, putIndexAway, type SyncRun, type TeamContext } from './context.js';

/** Texts that are asked for at once. */
export const TEXTS_AT_ONCE = 200;
/** Times that a file is read anew because another program changes it. */
const TRIES = 20;
const NONE: ReadonlySet<string> = new Set();

export async function pull(
  context: TeamContext,
  server: TeamServer,
  run: SyncRun,
  keys: readonly string[],
  isNew: (key: string) => boolean,
  signal: AbortSignal | undefined,
): Promise<void> {
  const linked = await context.ports.team.linked(run.folder.path, keys);
  for (const key of linked)
    run.blocked.set(key, {
      key,
      reason: t('Not written, because a symbolic link has its name here. Remove the link.'),
    });
  const wanted = indexLast(keys.filter((key) => !linked.has(key)));
  for (let at = 0; at < wanted.length; at += TEXTS_AT_ONCE) {
    const some = wanted.slice(at, at + TEXTS_AT_ONCE);
    const texts = new Map(await server.read(some, signal));
    for (const [key, remote] of texts) {
      const reason = refusal(context, remote);
      if (reason === undefined) continue;
      run.blocked.set(key, { key, reason });
      texts.delete(key);
    }
    const created = await createNew(context, run, texts, isNew);
    for (const key of some) {
      const remote = texts.get(key);
      if (remote !== undefined && !created.has(key)) await pullFile(context, run, key, remote);
    }
  }
}

/** Creates the files that are not there. What came meanwhile is compared like any other. */
async function createNew(
  { ports: { files } }: TeamContext,
  run: SyncRun,
  texts: ReadonlyMap<string, RemoteText>,
  isNew: (key: string) => boolean,
): Promise<ReadonlySet<string>> {
  const missing = [...texts].filter(([key]) => isNew(key) && !isTeamIndex(key));
  if (missing.length < 2) return new Set();
  const created = await files.createAll(
    run.folder.path,
    missing.map(([path, { text, updatedMs }]) => ({ path, text, modifiedMs: updatedMs })),
  );
  for (const [key, remote] of missing) {
    if (!created.has(key)) continue;
    run.pulled.add(key);
    noteFile(run, key, remote);
  }
  return created;
}

/** Why a text of the server is not taken; the server is no more trusted than any file. */
function refusal({ ports: { hash } }: TeamContext, { text, hash: said }: RemoteText): string | undefined {
  if (bytesOf(text) > LARGEST_FILE) return t('The text on the server is too large for a memory.');
  if (!text.isWellFormed() || text.includes('\0')) return t('The text on the server isn’t UTF-8 text.');
  return hash(text) === said ? undefined : t('The text on the server is damaged: its checksum doesn’t match.');
}

async function pullFile(context: TeamContext, run: SyncRun, key: string, remote: RemoteText): Promise<void> {
  const { files, hash } = context.ports;
  const both = run.files.get(key);
  const base = isMadeFrom(remote, both) ? both?.hash : undefined;
  const known = isTeamIndex(key) ? await putIndexAway(run) : undefined;
  const before = known !== undefined && hash(known) === base ? known : undefined;
  // In MEMORY.md the entries of both sides stay.
  const older = !isTeamIndex(key) && isOlder(remote, both);
  for (let tries = 1; ; tries++) {
    const now = await files.read(run.folder.path, key);
    // The text here was made from that of the server: it is what is sent next.
    if (older && (now?.text ?? '') !== '') {
      agree(run, key, remote);
      run.merged.add(key);
      return;
    }
    const blocked = now === undefined ? undefined : unwritable(now);
    if (blocked !== undefined) return leave(run, key, blocked, known);
    const own = now?.text;
    const forgotten = own === undefined || !isTeamIndex(key) ? NONE : await forgottenIn(context, run, own);
    const textFor = (text: string | undefined): MergedIndex => {
      if (text === undefined || text === '' || hash(text) === remote.hash || hash(text) === base)
        return { text: remote.text, complete: true };
      return isTeamIndex(key)
        ? mergeIndexes(before, text, remote.text, forgotten)
        : { text: remote.text, complete: false };
    };
    const kept = own === undefined || textFor(own).complete ? undefined : await keep(context, run, key, own);
    let put: string | undefined;
    try {
      const wrote = await files.change(
        run.folder.path,
        key,
        (source) => {
          // Also called for what another program writes into the file after it was replaced.
          const { text, complete } = textFor(source?.text);
          if (source?.text === own || (source !== undefined && isTeamIndex(key) && complete)) return (put = text);
          throw new MemdirError('changed-on-disk', t('{path} is being changed.', { path: key }));
        },
        { modifiedMs: remote.updatedMs },
      );
      // The first copy of a sync is the one with what was written here; a later one has a text that was pulled a moment ago.
      if (kept !== undefined && !run.conflicts.has(key)) run.conflicts.set(key, { kept, author: remote.author });
      if (wrote) run.pulled.add(key);
      if (put !== remote.text) run.merged.add(key);
      noteFile(run, key, remote);
      return;
    } catch (error) {
      if (error instanceof MemdirError && error.code === 'read-only') return leave(run, key, error.message, known);
      if (!isChangedOnDisk(error) || tries === TRIES) throw error;
    }
  }
}

function leave(run: SyncRun, key: string, reason: string, index: string | undefined): void {
  run.blocked.set(key, { key, reason });
  if (isTeamIndex(key)) run.index = index;
}

/** Memories that are listed in a MEMORY.md and were taken back. Their files are here by now: the index comes last. */
async function forgottenIn({ ports, types }: TeamContext, run: SyncRun, index: string): Promise<ReadonlySet<string>> {
  const { entries } = parseIndex(sourceOfText(INDEX_NAME, index));
  const forgotten = new Set<string>();
  for (const path of new Set(entries.flatMap((entry) => entry.path ?? []))) {
    const source = await ports.files.read(run.folder.path, path);
    if (source !== undefined && isForgotten(parseMemory(source, { types, storeKind: 'team' }))) forgotten.add(path);
  }
  return forgotten;
}

/** Without a state of the file: a merged index has another text than the server, and any file may have changed again, so the next look reads it. */
function noteFile(run: SyncRun, key: string, remote: RemoteText): void {
  if (isTeamIndex(key)) run.index = remote.text;
  const both = run.files.get(key);
  know(run, key, knownFile(remote, isMadeFrom(remote, both) ? both : undefined));
}

const unwritable = ({ unreadable, encoding }: SourceFile): string | undefined =>
  unreadable ?? (encoding === 'utf8' ? undefined : t('The file here isn’t UTF-8 text, so it isn’t replaced.'));

/** Saves a text beside its file; one that is saved there already is not saved twice. Resolves with its path. */
async function keep({ ports }: TeamContext, run: SyncRun, key: string, text: string): Promise<string> {
  const mark = ports.hash(text);
  const there = run.copies.get(key)?.find((path) => path.endsWith(`-${mark.slice(0, 7).toUpperCase()}.md`));
  if (there !== undefined) return there;
  const path = conflictPath(key, new Date(ports.clock.now()).toISOString(), mark);
  try {
    await ports.files.write(run.folder.path, path, text, undefined);
  } catch (error) {
    // The same text in the same second.
    if (!isChangedOnDisk(error)) throw error;
  }
  return path;
}
