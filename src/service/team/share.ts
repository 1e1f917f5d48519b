/** Shares a memory with a team, and takes it back: without what is about one person, and after a look at what the others get. */
import { redactHomes } from '../../core/distill/personal/redact-home.js';
import { redactSessions, sessionsOf } from '../../core/distill/personal/redact-sessions.js';
import { MemdirError } from '../../core/errors.js';
import { INDEX_NAME, parseIndex } from '../../core/index/index-file.js';
import { t } from '../../core/l10n.js';
import { sourceOfText, type StoreInfo } from '../../core/memory.js';
import type { TeamTarget } from '../../core/ports/team.js';
import type { RevokeResult, SharePlan, ShareRequest, ShareResult, TeamReport } from '../../core/results.js';
import { findSecrets } from '../../core/secrets/secrets.js';
import { isPlain } from '../../core/stores/agent-forms.js';
import { withEntries } from '../../core/write/index-entries.js';
import { freeName, slugOf } from '../../core/write/names.js';
import { styleOf } from '../../core/write/writing-style.js';
import { absolutePath, memoryId } from '../paths.js';
import { readIndex, type StoreHeads } from '../stores/heads.js';
import { type Content, prepareContent } from '../write/content.js';
import { afterWrite, parseAs, updateIndex, withParsed } from '../write/context.js';
import { composeText, takenNamesIn } from '../write/create-file.js';
import { findForWrite, findWritable, type FoundMemory, isActive, locationOf } from '../write/find-memory.js';
import { forgetMemory } from '../write/forget.js';
import { loadHeadsForWriting, requireWritable } from '../write/target-store.js';
import type { TeamContext } from './context.js';
import { type TargetedFolder, targetedFolders } from './folders.js';
import { syncTeam } from './sync.js';

interface Planned {
  readonly plan: SharePlan;
  readonly found: FoundMemory;
  readonly store?: StoreHeads;
  /** Path of the shared file inside the team folder. */
  readonly path?: string;
  readonly dateMs: number;
}

export const planShare = async (context: TeamContext, id: string, signal?: AbortSignal): Promise<SharePlan> =>
  (await planned(context, id, signal)).plan;

async function planned(context: TeamContext, id: string, signal: AbortSignal | undefined): Promise<Planned> {
  const found = await findForWrite(context, id, isActive);
  const { file } = found;
  const folder = await folderToShareIn(context);
  const base = {
    id: locationOf(found).id,
    name: file.memory.name,
    original: { path: locationOf(found).path, text: file.source.text },
    author: await context.ports.team.userName(folder.folder.project),
    way: folder.target.way,
  };
  const { dateMs } = file.memory;
  const refused = refusalOf(found);
  if (refused !== undefined)
    return {
      found,
      dateMs,
      plan: { ...base, scope: 'refused', reason: refused, reworded: [], digest: '' },
    };
  const { content, reworded, reason } = await sharedContent(context, found, base.author);
  const store = await storeOf(context, folder, signal);
  const style = styleOf(store.files.values(), 'team');
  const { path, name } = freeName(slugOf(content.title), content.type, style, takenNamesIn(store));
  const text = composeText(content, name, style, { exact: false, dateMs });
  const shared = { path: absolutePath(store.info, path), text };
  const before = (await readIndex(context, store))?.source.text ?? '';
  const parsed = parseAs(context, store.info, path, text);
  const after = withEntries(
    parseIndex(sourceOfText(INDEX_NAME, before)),
    [{ path, memory: parsed.memory }],
    withParsed(store, parsed).files,
  );
  const plan: SharePlan = {
    ...base,
    scope: reason === undefined ? 'free' : 'asks',
    ...(reason === undefined ? {} : { reason }),
    shared,
    index: { path: absolutePath(store.info, INDEX_NAME), before, after },
    reworded,
    digest: context.ports.hash(JSON.stringify([base.original, shared, before])),
  };
  return { found, plan, store, path, dateMs };
}

/** The folder that a server keeps, else one that git brings to the others, else the one of Claude Code. */
async function folderToShareIn(context: TeamContext): Promise<TargetedFolder> {
  const folders = await targetedFolders(context);
  const found =
    folders.find(({ target }) => target.way === 'server') ??
    folders.find(({ target }) => target.way === 'git') ??
    folders.find(({ folder }) => folder.info !== undefined && folder.info.off === undefined && !folder.info.readOnly);
  if (found === undefined)
    throw new MemdirError(
      'not-found',
      t(
        'There is no team folder to share in. Set memdir.team.url to your team’s database, or create .claude/memory with a MEMORY.md in the project and commit it.',
      ),
    );
  return found;
}

const isShared = ({ file, snapshot: { info } }: FoundMemory): boolean =>
  info.kind === 'team' || file.memory.path.startsWith('team/');

function refusalOf(found: FoundMemory): string | undefined {
  const { file } = found;
  const { memory, source } = file;
  if (isShared(found)) return t('It is already shared with the team.');
  if (source.unreadable !== undefined) return source.unreadable;
  if (source.encoding !== 'utf8') return t('It isn’t UTF-8 text.');
  if (!isActive(file)) return t('It is forgotten or replaced.');
  if (memory.type === 'user') return t('Memories of the type “user” are about one person and are never shared.');
  const [secret] = findSecrets(source.text, { includeAllowed: true });
  if (secret === undefined) return undefined;
  const { line } = file.lines.position(secret.start);
  return t('Line {line} contains what looks like a secret ({kind}). Remove it first.', {
    line: line + 1,
    kind: secret.kind,
  });
}

interface SharedContent extends Pick<SharePlan, 'reworded'> {
  readonly content: Content;
  /** Why a person has to say that it is meant for all. */
  readonly reason: string | undefined;
}

/** Session, agent and home folders go; sentences about a person are put in other words, as far as rules can. */
async function sharedContent(
  { ports: { rules }, types }: TeamContext,
  { file: { memory, frontMatter } }: FoundMemory,
  author: string,
): Promise<SharedContent> {
  const sessions = sessionsOf(frontMatter);
  const safe = (text: string): string => redactSessions(redactHomes(text), sessions);
  const body = await rules.reworded(safe(memory.body));
  const line = await rules.reworded(safe(memory.description));
  const content = prepareContent(
    {
      content: body.text,
      type: memory.type === 'unknown' ? 'project' : memory.type,
      name: safe(memory.name),
      ...(line.text.trim() === '' ? {} : { description: line.text }),
      repos: memory.repos,
      tags: memory.tags.map(safe),
      raw: true,
    },
    types,
  );
  if ('reason' in content) throw new MemdirError('bad-input', content.reason);
  const left = (await rules.reworded(body.text)).personal || (await rules.reworded(line.text)).personal;
  return {
    content: { ...content, author },
    reworded: [...body.changes, ...line.changes],
    reason:
      memory.type === 'feedback'
        ? t('It is feedback on how one person likes to work. Share it only if it is meant for everyone.')
        : left
          ? t('It still mentions a person or is written in someone’s voice. Review the text before you share it.')
          : undefined,
  };
}

/** A team folder with its memories; a folder that is no store yet is described like the store beside it. */
async function storeOf(
  context: TeamContext,
  { folder }: TargetedFolder,
  signal: AbortSignal | undefined,
): Promise<StoreHeads> {
  if (folder.info !== undefined) return await loadHeadsForWriting(context, requireWritable(folder.info), signal);
  const listing = await context.ports.files.list(folder.path, signal);
  return { info: await newStore(context, folder.path), listing, files: new Map() };
}

async function newStore({ indexSync }: TeamContext, path: string): Promise<StoreInfo> {
  const stores = await indexSync.findStores();
  const beside = stores.find(({ kind, off }) => (kind === 'main' || kind === 'custom') && off === undefined);
  if (beside === undefined) throw new MemdirError('not-found', t('The memory directory is no longer there.'));
  return { ...beside, key: '', path, kind: 'team', exists: false, files: 0 };
}

export async function share(context: TeamContext, request: ShareRequest, signal?: AbortSignal): Promise<ShareResult> {
  const { plan, found, store, path, dateMs } = await planned(context, request.id, signal);
  if (plan.scope === 'refused' || store === undefined || path === undefined || plan.shared === undefined)
    throw new MemdirError('declined', plan.reason ?? '');
  if (plan.scope === 'asks' && request.confirmed !== true) throw new MemdirError('declined', plan.reason ?? '');
  if (plan.digest !== request.digest)
    throw new MemdirError('changed-on-disk', t('The text to share changed in the meantime. Review it again.'));
  const { text } = plan.shared;
  await context.ports.files.write(store.info.path, path, text, undefined, { modifiedMs: dateMs });
  const after = withParsed(store, parseAs(context, store.info, path, text));
  const listed = [...after.files].filter(([each]) => each === path).map(([, { memory }]) => ({ path, memory }));
  const left = await updateIndex(context, after, (index, files) => withEntries(index, listed, files), {
    create: true,
  });
  const info = (await context.indexSync.findStores()).find((each) => each.path === store.info.path);
  if (info !== undefined) await afterWrite(context, info, [path]);
  const original = await forgetOriginal(context, found);
  const sync = await syncAfter(context, signal);
  const reason = [left, original.reason].filter((each) => each !== undefined).join(' ');
  return {
    status: 'shared',
    id: memoryId(info?.key ?? '', path),
    path: plan.shared.path,
    forgotten: original.id,
    ...(reason === '' ? {} : { reason }),
    ...(sync === undefined ? {} : { sync }),
  };
}

/** The others read the shared memory from now on, and so does this machine: two of the same would be found. */
async function forgetOriginal(
  context: TeamContext,
  { file, snapshot: { info } }: FoundMemory,
): Promise<{ readonly id: string | null; readonly reason?: string }> {
  if (info.readOnly || isPlain(info)) return { id: null };
  const result = await forgetMemory(context, { id: memoryId(info.key, file.source.path) });
  return {
    id: result.status === 'forgotten' ? result.id : null,
    ...(result.reason === undefined ? {} : { reason: result.reason }),
  };
}

export async function revoke(context: TeamContext, id: string, signal?: AbortSignal): Promise<RevokeResult> {
  const found = await findWritable(context, id, isActive);
  if (!isShared(found))
    throw new MemdirError(
      'bad-input',
      t('“{name}” isn’t shared with a team. Forget it instead.', { name: found.file.memory.name }),
    );
  const result = await forgetMemory(context, { id: locationOf(found).id });
  if (result.status !== 'forgotten')
    throw new MemdirError('bad-input', result.reason ?? t('It couldn’t be taken back from the team.'));
  const sync = await syncAfter(context, signal);
  return {
    status: 'revoked',
    id: result.id,
    path: result.path,
    ...(result.reason === undefined ? {} : { reason: result.reason }),
    ...(sync === undefined ? {} : { sync }),
  };
}

/** Undefined without a server. What cannot be sent now waits. */
async function syncAfter(context: TeamContext, signal: AbortSignal | undefined): Promise<TeamReport | undefined> {
  const targets = (await targetedFolders(context)).map(({ target }) => target);
  if (!targets.some((target): target is TeamTarget => target.way === 'server')) return undefined;
  return await syncTeam(context, { pull: true, push: true, asked: true }, signal);
}
