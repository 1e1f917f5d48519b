import {
  AnnotatedTextEdit,
  type Connection,
  CreateFile,
  OptionalVersionedTextDocumentIdentifier,
  TextDocumentEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver';

import { editsBetween } from '../../core/diff.js';
import { MemdirError } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { Memdir } from '../../core/memdir.js';
import { pathOfId, storeOfId } from '../../core/memory.js';
import { isInside } from '../../core/paths.js';
import type { PlannedChange } from '../../core/results.js';
import { withoutMark } from '../../core/text.js';
import type { FixOutcome, FixTarget } from '../../protocol/requests/host-context.js';
import { absolutePath } from '../../service/paths.js';
import { fileUri } from '../file-uri.js';
import type { OpenDocuments } from '../open-documents.js';

export interface FixContext {
  readonly connection: Pick<Connection, 'workspace'>;
  readonly memdir: Memdir;
  readonly documents: OpenDocuments;
}

/** Keys of change annotations: of the edits, and of the edit that makes the editor show a preview. */
const REPAIR = 'memdir';
const SHOW = 'memdir-show';

/** Applies every safe fix of a target in the editor as one edit, except in read-only files. Rejects with `read-only` for a read-only store. */
export async function fixAll(
  { connection, memdir, documents }: FixContext,
  target: FixTarget,
  signal: AbortSignal,
): Promise<FixOutcome> {
  const { overlay } = await documents.snapshot();
  const targets = await pathsOf(target, memdir, documents);
  if (targets.length === 0) return { repairs: 0, files: 0, applied: true };
  const { changes: planned } = await memdir.planFixes({ targets, overlay }, signal);
  const [changes, others] = [planned.filter(({ writable }) => writable), planned.filter(({ writable }) => !writable)];
  const repairs = changes.reduce((sum, change) => sum + change.repairs, 0);
  const outcome = {
    repairs,
    files: changes.length,
    ...(others.length === 0 ? {} : { readOnly: others.map(({ file }) => file) }),
  };
  if (changes.length === 0) {
    await requireWritable(memdir, targets);
    return { ...outcome, applied: true };
  }
  const applied = await applyChanges({ connection, documents }, changes, {
    label: t('Apply all safe fixes'),
    part: t('Safe fixes'),
    isShown: !('file' in target),
  });
  return { ...outcome, applied };
}

export interface ShownEdit {
  /** What undo calls it. */
  readonly label: string;
  /** What the preview calls each part. */
  readonly part: string;
  /** Whether the editor shows it before it makes it. */
  readonly isShown: boolean;
}

/** Hands changes to the editor as one edit. False when the editor, or the user, did not take it. */
export async function applyChanges(
  { connection, documents }: Pick<FixContext, 'connection' | 'documents'>,
  changes: readonly PlannedChange[],
  { label, part, isShown }: ShownEdit,
): Promise<boolean> {
  const edit = await workspaceEdit(changes, documents, isShown ? part : undefined);
  await documents.ages.offer(edit);
  const { applied } = await connection.workspace.applyEdit({ label, edit, metadata: { isRefactoring: isShown } });
  if (applied) documents.applied(edit.documentChanges?.flatMap(changedBy) ?? []);
  return applied;
}

const changedBy = (change: NonNullable<WorkspaceEdit['documentChanges']>[number]): string[] =>
  TextDocumentEdit.is(change) ? [change.textDocument.uri] : [];

/** Throws where all is in read-only stores: their problems have no fixes, which would look like success. */
async function requireWritable(memdir: Memdir, paths: readonly string[]): Promise<void> {
  const roots = await memdir.roots();
  const stores = paths.map((path) => roots.find((one) => isInside(path, one.path)));
  const [store] = stores;
  if (store !== undefined && stores.every((each) => each?.readOnly === true))
    throw new MemdirError(
      'read-only',
      t('{path} is read-only, so nothing was fixed. Make it writable and try again.', { path: store.path }),
    );
}

async function pathsOf(target: FixTarget, memdir: Memdir, documents: OpenDocuments): Promise<readonly string[]> {
  if ('file' in target) return [await documents.path(target.file)];
  const roots = await memdir.roots();
  if ('memories' in target)
    return target.memories.flatMap((id) => {
      const store = roots.find(({ key }) => key === storeOfId(id));
      return store === undefined ? [] : [absolutePath(store, pathOfId(id))];
    });
  const store = roots.find(({ key }) => key === target.store);
  if (!store) throw new MemdirError('not-found', t('This memory directory no longer exists. Refresh the view.'));
  return [store.path];
}

async function workspaceEdit(
  changes: readonly PlannedChange[],
  documents: OpenDocuments,
  confirm: string | undefined,
): Promise<WorkspaceEdit> {
  const { uris } = await documents.snapshot();
  const documentChanges = changes.flatMap(({ file, before, after }): (TextDocumentEdit | CreateFile)[] => {
    const uri = uris.get(file) ?? fileUri(file);
    const open = documents.get(uri);
    // Editors count positions without the byte order mark.
    const [old, now] = [withoutMark(before ?? ''), withoutMark(after)];
    if (open && withoutMark(open.getText()) !== old)
      throw new MemdirError('changed-on-disk', t('{path} changed while it was checked. Fix it again.', { path: file }));
    const edits = editsBetween(old, now).map(({ range, newText }) =>
      confirm === undefined ? { range, newText } : AnnotatedTextEdit.replace(range, newText, REPAIR),
    );
    const edit = TextDocumentEdit.create(
      OptionalVersionedTextDocumentIdentifier.create(uri, open?.version ?? null),
      edits,
    );
    return before === undefined && !open
      ? [CreateFile.create(uri, { ignoreIfExists: true }, confirm === undefined ? undefined : REPAIR), edit]
      : [edit];
  });
  if (confirm === undefined) return { documentChanges };
  const previewTrigger = preview(changes, uris);
  return {
    documentChanges: [...previewTrigger, ...documentChanges],
    changeAnnotations: {
      [REPAIR]: {
        label: confirm,
        needsConfirmation: previewTrigger.length === 0,
        description: t('Found by Memdir'),
      },
      [SHOW]: { label: confirm, needsConfirmation: true },
    },
  };
}

/**
 * VS Code previews an edit when a part of it needs confirmation, and leaves exactly those parts unchecked: confirming the preview
 * would fix nothing. So the part that needs confirmation creates a file that exists already, which changes nothing. Without an
 * existing file the fixes themselves need it.
 */
function preview(changes: readonly PlannedChange[], uris: ReadonlyMap<string, string>): CreateFile[] {
  const existing = changes.find(({ before }) => before !== undefined);
  return existing
    ? [CreateFile.create(uris.get(existing.file) ?? fileUri(existing.file), { ignoreIfExists: true }, SHOW)]
    : [];
}
