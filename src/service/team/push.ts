/** Sends texts of a team folder to the server: none with a secret, none that is about one person. */
import { MemdirError } from '../../core/errors.js';
import { fieldOf } from '../../core/frontmatter/model.js';
import { t } from '../../core/l10n.js';
import { conflictLines } from '../../core/markdown/conflict-markers.js';
import { layoutOf } from '../../core/markdown/layout.js';
import { sourceOfText } from '../../core/memory.js';
import { parseMemory } from '../../core/parse-memory.js';
import type { TeamServer, TeamWrite } from '../../core/ports/team.js';
import { findSecrets } from '../../core/secrets/secrets.js';
import type { RemoteFiles } from '../../core/team/delta.js';
import { bytesOf, isTeamIndex } from '../../core/team/key.js';
import { isLoginRefused } from '../../core/team/login.js';
import type { BlockedFile } from '../../core/team/state.js';
import { TextLines } from '../../core/text.js';
import { agree, indexLast, LARGEST_FILE, type SyncRun, type TeamContext } from './context.js';
import type { LocalFolder } from './local-files.js';

/** Limits of one transaction. */
const FILES_AT_ONCE = 100;
const BYTES_AT_ONCE = 1_000_000;
/** Texts of a file that were sent without an answer and are remembered. */
const MOST_UNANSWERED = 8;

/** Texts in the order given, as many together as one transaction takes. */
export async function* batches(writes: Iterable<TeamWrite> | AsyncIterable<TeamWrite>): AsyncGenerator<TeamWrite[]> {
  let [batch, bytes]: [TeamWrite[], number] = [[], 0];
  for await (const write of writes) {
    const size = bytesOf(write.text);
    if (batch.length > 0 && (batch.length >= FILES_AT_ONCE || bytes + size > BYTES_AT_ONCE)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(write);
    bytes += size;
  }
  if (batch.length > 0) yield batch;
}

/** Resolves with the keys that have another version on the server by now. */
export async function push(
  context: TeamContext,
  server: TeamServer,
  run: SyncRun,
  keys: readonly string[],
  seen: { readonly local: LocalFolder; readonly remote: RemoteFiles },
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  const outdated: string[] = [];
  // A text is read right before its batch is sent: one that was changed since is not.
  async function* writes(): AsyncGenerator<TeamWrite> {
    for (const key of indexLast(keys)) {
      const text = await textToSend(context, run, key, seen.local);
      if (text === undefined) outdated.push(key);
      else if (typeof text !== 'string') run.blocked.set(key, { ...text, hash: seen.local.files.get(key)?.hash });
      else yield { key, text, expected: seen.remote.get(key)?.version };
    }
  }
  for await (const batch of batches(writes())) {
    const index = await noteSent(context, run, batch);
    const written = await write(server, batch, signal);
    run.index = index;
    for (const { key, text } of batch) {
      const local = seen.local.files.get(key);
      if (written instanceof MemdirError) {
        run.blocked.set(key, { key, reason: written.message, hash: local?.hash });
        unsend(run, key);
        continue;
      }
      const file = written.get(key);
      if (file === undefined) {
        outdated.push(key);
        unsend(run, key);
      } else {
        agree(run, key, file, local?.seen);
        run.pushed.add(key);
        if (isTeamIndex(key)) run.index = text;
      }
    }
  }
  return outdated;
}

/** Forgets what was sent last: the server did not take it. */
function unsend(run: SyncRun, key: string): void {
  const before = run.sent.get(key)?.slice(0, -1) ?? [];
  if (before.length === 0) run.sent.delete(key);
  else run.sent.set(key, before);
}

/**
 * Keeps what is sent before it is: when this process ends, or the answer is lost, it is not known whether the server has it. Answers what both sides had of
 * MEMORY.md until now.
 */
async function noteSent(
  { ports: { hash } }: TeamContext,
  run: SyncRun,
  batch: readonly TeamWrite[],
): Promise<string | undefined> {
  const { index } = run;
  for (const { key, text } of batch)
    if (isTeamIndex(key)) run.index = undefined;
    else run.sent.set(key, [...(run.sent.get(key) ?? []).slice(-MOST_UNANSWERED), hash(text)]);
  await run.save();
  return index;
}

/** Resolves with the refusal of a server that may be read and not written to: the rest of the sync goes on. */
async function write(
  server: TeamServer,
  batch: readonly TeamWrite[],
  signal: AbortSignal | undefined,
): Promise<RemoteFiles | MemdirError> {
  try {
    return await server.write(batch, signal);
  } catch (error) {
    if (error instanceof MemdirError && error.code === 'declined' && !isLoginRefused(error)) return error;
    throw error;
  }
}

/** Notes what of the keys is not sent because of its text. */
export async function noteBlocked(
  context: TeamContext,
  run: SyncRun,
  keys: readonly string[],
  local: LocalFolder,
): Promise<void> {
  for (const key of keys) {
    const text = await textToSend(context, run, key, local);
    if (typeof text === 'object') run.blocked.set(key, text);
  }
}

/** Undefined: the file is another one than a moment ago. */
async function textToSend(
  context: TeamContext,
  run: SyncRun,
  key: string,
  local: LocalFolder,
): Promise<string | BlockedFile | undefined> {
  const { files, hash } = context.ports;
  const source = await files.read(run.folder.path, key);
  if (source === undefined || source.unreadable !== undefined || source.encoding !== 'utf8') return undefined;
  if (hash(source.text) !== local.files.get(key)?.hash) return undefined;
  return blockedText(context, key, source.text) ?? source.text;
}

/** Why a text is not sent; undefined for one that may be. */
export function blockedText({ types }: Pick<TeamContext, 'types'>, key: string, text: string): BlockedFile | undefined {
  const size = bytesOf(text);
  if (size > LARGEST_FILE)
    return {
      key,
      reason: t('The file is too large to be shared: {size} kB, the limit is {limit} kB. Split it.', {
        size: Math.ceil(size / 1_000),
        limit: LARGEST_FILE / 1_000,
      }),
    };
  const [named] = findSecrets(key, { includeAllowed: true });
  if (named !== undefined)
    return {
      key,
      reason: t('The name of the file contains what looks like a secret ({kind}). Rename it, then sync again.', {
        kind: named.kind,
      }),
    };
  const lines = new TextLines(text);
  const [secret] = findSecrets(text, { includeAllowed: true });
  if (secret !== undefined)
    return {
      key,
      line: lines.position(secret.start).line + 1,
      reason: t('The file contains what looks like a secret ({kind}). Remove it, then sync again.', {
        kind: secret.kind,
      }),
    };
  const [marker] = conflictLines(lines, layoutOf(lines));
  if (marker !== undefined)
    return {
      key,
      line: marker + 1,
      reason: t('The file contains Git conflict markers. Finish the merge, then sync again.'),
    };
  return isTeamIndex(key) ? undefined : blockedScope(key, text, types);
}

/** Whom a memory is about is in its front matter. */
function blockedScope(key: string, text: string, types: TeamContext['types']): BlockedFile | undefined {
  const { memory, frontMatter } = parseMemory(sourceOfText(key, text), { types, storeKind: 'team' });
  if (['unclosed', 'late', 'executable'].includes(frontMatter.state))
    return {
      key,
      line: (frontMatter.range?.start.line ?? 0) + 1,
      reason: t('Its front matter can’t be read, so it isn’t known whom it is about. Correct it, then sync again.'),
    };
  const isUser = (path: string): boolean => fieldOf(frontMatter, path)?.text?.trim().toLowerCase() === 'user';
  if (memory.type !== 'user' && !isUser('type') && !isUser('metadata.type')) return undefined;
  return {
    key,
    reason: t('Memories of the type “user” are about one person and are never shared. Move it to your own memory.'),
  };
}
