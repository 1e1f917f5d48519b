/** Brings a memory to another agent or scope, in that agent's form, and divides and joins notes; see docs/other-agents.md. */
import { MemdirError, messageOf } from '../../core/errors.js';
import { INDEX_NAME } from '../../core/index/index-file.js';
import { t } from '../../core/l10n.js';
import { pathOfId, type StoreInfo } from '../../core/memory.js';
import type { TransferChange, TransferPlan, TransferReport, TransferRequest } from '../../core/results.js';
import { agentFormOf, isPlain } from '../../core/stores/agent-forms.js';
import { absolutePath, memoryId } from '../paths.js';
import { afterWrite, type WriteContext } from './context.js';
import { locationOf } from './find-memory.js';
import { forgetMemory, restoreMemory } from './forget.js';
import { rememberAll } from './remember.js';
import { type NewMemory, type Planned, planOf } from './transfer-plan.js';

/** What a transfer would change. Nothing is written. Rejects as {@link transfer} does. */
export async function planTransfer(context: WriteContext, request: TransferRequest): Promise<TransferPlan> {
  return toPlan(context, request, await planOf(context, request));
}

/** Rejects with `changed-on-disk` when the plan would be another one by now. */
export async function transfer(
  context: WriteContext,
  request: TransferRequest,
  digest: string,
): Promise<TransferReport> {
  const planned = await planOf(context, request);
  if (toPlan(context, request, planned).digest !== digest)
    throw new MemdirError('changed-on-disk', t('The files changed in the meantime. Review the changes again.'));
  const { target, memories, leaving } = planned;
  const forgotten: string[] = [];
  try {
    for (const found of leaving) {
      const { status, id, reason } = await forgetMemory(context, { id: locationOf(found).id });
      if (status !== 'forgotten') throw new MemdirError('changed-on-disk', reason ?? t('It couldn’t be forgotten.'));
      forgotten.push(id);
    }
    const report = isPlain(target)
      ? await writeNotes(context, target, memories)
      : await saveMemories(context, target, memories);
    if (report.status === 'done') return { ...report, forgotten };
    await restoreAll(context, forgotten);
    return { ...report, forgotten: [] };
  } catch (error) {
    await restoreAll(context, forgotten, error);
    throw error;
  }
}

/** Rejects for a memory that cannot come back, with how it does: a failed change must not hide where it is. */
async function restoreAll(context: WriteContext, ids: readonly string[], cause?: unknown): Promise<void> {
  const left: string[] = [];
  for (const id of ids) if ((await restoreMemory(context, { id })).status !== 'restored') left.push(id);
  if (left.length > 0)
    throw new MemdirError(
      'changed-on-disk',
      [
        t('The change failed halfway, and another note is in the way of the original.'),
        ...(cause === undefined ? [] : [messageOf(cause)]),
        t('Move that note away, then restore the original: {commands}.', {
          // eslint-disable-next-line memdir/user-text -- a command
          commands: left.map((id) => `“memdir restore ${id}”`).join(', '),
        }),
      ].join(' '),
      { cause },
    );
}

type Written = Omit<TransferReport, 'forgotten'>;

async function writeNotes(context: WriteContext, target: StoreInfo, memories: readonly NewMemory[]): Promise<Written> {
  const { files } = context.ports;
  const written: NewMemory[] = [];
  try {
    for (const memory of memories) {
      await files.write(target.path, memory.path, memory.text, undefined, { modifiedMs: memory.dateMs });
      written.push(memory);
    }
  } catch (error) {
    // Part of a change is none: what it was made of takes its place again.
    for (const { path, text } of written) await files.remove(target.path, path, text);
    throw error;
  }
  const paths = memories.map(({ path }) => path);
  await afterWrite(context, target, paths);
  return {
    status: 'done',
    created: paths.map((path) => memoryId(target.key, path)),
    paths: paths.map((path) => absolutePath(target, path)),
  };
}

async function saveMemories(
  context: WriteContext,
  target: StoreInfo,
  memories: readonly NewMemory[],
): Promise<Written> {
  const wanted = memories.flatMap(({ content, dateMs }) =>
    content === undefined ? [] : [{ content, exact: false, dateMs }],
  );
  const results = await rememberAll(context, target, wanted, {});
  const failed = results.find((result) => result instanceof MemdirError);
  if (failed instanceof MemdirError) throw failed;
  const saved = results.flatMap((result) => ('status' in result ? [result] : []));
  const refused = saved.find(({ status }) => status !== 'saved');
  if (refused !== undefined && refused.status !== 'saved')
    return { status: refused.status, created: [], paths: [], reason: refused.reason ?? t('Nothing was written.') };
  return {
    status: 'done',
    created: saved.flatMap(({ id }) => id ?? []),
    paths: saved.flatMap(({ id }) => (id === undefined ? [] : [absolutePath(target, pathOfId(id))])),
    ...(saved[0]?.reason === undefined ? {} : { reason: saved[0].reason }),
  };
}

function toPlan(
  { ports: { hash } }: WriteContext,
  request: TransferRequest,
  { target, memories, leaving, index }: Planned,
): TransferPlan {
  const changes: TransferChange[] = [
    ...memories.map(({ path, text }) => ({ path: absolutePath(target, path), before: undefined, after: text })),
    ...(index === undefined ? [] : [{ ...index, path: absolutePath(target, INDEX_NAME) }]),
    ...leaving.map((found) => ({
      path: locationOf(found).path,
      before: found.file.source.text,
      after: undefined,
    })),
  ];
  const asks = agentFormOf(target).writes === 'notes';
  // New files are compared by place, not by text: it may contain the time, as does the name of a note.
  const state = changes.map(({ path, before, after }) => [asks ? '' : path, before, before === undefined ? '' : after]);
  return {
    request,
    changes,
    agent: agentFormOf(target).name,
    asks,
    digest: hash(JSON.stringify([state, memories.map(({ source }) => source)])),
  };
}
