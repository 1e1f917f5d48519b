/** Forgetting and restoring where a mark in the file is not enough, see core/stores/forgotten-path. */
import { MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { ForgetResult, RestoreResult } from '../../core/results.js';
import { forgottenPath, pathBeforeForgetting } from '../../core/stores/forgotten-path.js';
import { addMarks, removeMarks } from '../../core/write/marks.js';
import { absolutePath, memoryId } from '../paths.js';
import type { WriteContext } from './context.js';
import { type FoundMemory, isActive, isForgotten, locationOf } from './find-memory.js';

export async function forgetPlain(context: WriteContext, found: FoundMemory): Promise<ForgetResult> {
  const { file } = found;
  if (isForgotten(file)) return { status: 'rejected', ...locationOf(found), reason: t('It is already forgotten.') };
  const at = new Date(context.ports.clock.now()).toISOString();
  const text = addMarks(file.source.text, { deleted_at: at });
  if (text === undefined)
    throw new MemdirError(
      'unavailable',
      t('{path} can’t be marked as forgotten. Move it away yourself.', { path: file.source.path }),
    );
  const path = await renameTo(context, found, forgottenPath(file.source.path, at), text);
  return { status: 'forgotten', ...placeOf(found, path) };
}

export async function restorePlain(context: WriteContext, found: FoundMemory): Promise<RestoreResult> {
  const { file, snapshot } = found;
  const before = pathBeforeForgetting(file.source.path);
  const text = removeMarks(file.source.text);
  const reason =
    isActive(file) || before === undefined || text === undefined
      ? t('It isn’t forgotten.')
      : snapshot.files.has(before)
        ? t('{path} exists again. Rename or forget that one first.', { path: before })
        : undefined;
  if (reason !== undefined || before === undefined || text === undefined)
    return { status: 'rejected', ...locationOf(found), ...(reason === undefined ? {} : { reason }) };
  return { status: 'restored', ...placeOf(found, await renameTo(context, found, before, text)) };
}

const placeOf = (
  { snapshot: { info } }: FoundMemory,
  path: string,
): { readonly id: string; readonly path: string } => ({
  id: memoryId(info.key, path),
  path: absolutePath(info, path),
});

/** Writes the new file before the old one goes: after a crash in between there are two, and none is lost. */
async function renameTo(
  { ports: { files } }: WriteContext,
  { file: { source }, snapshot: { info } }: FoundMemory,
  path: string,
  text: string,
): Promise<string> {
  if (source.encoding !== 'utf8' || source.linkTarget !== undefined)
    throw new MemdirError(
      'read-only',
      t('{path} is a link or not UTF-8 text, so it was skipped.', { path: source.path }),
    );
  await files.write(info.path, path, text, undefined, { modifiedMs: source.stamp.modifiedMs });
  await files.remove(info.path, source.path, source.text);
  return path;
}
