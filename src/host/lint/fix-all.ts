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
import { liesIn } from '../../core/lies-in.js';
import type { PlannedChange } from '../../core/results.js';
import { withoutMark } from '../../core/text.js';
import type { FixOutcome, FixTarget } from '../../protocol/methods.js';
import type { Memdir } from '../../service/memdir.js';
import type { OpenDocuments } from '../open-documents.js';
import { fileUri } from './to-diagnostic.js';

export interface FixContext {
  readonly connection: Pick<Connection, 'workspace'>;
  readonly memdir: Memdir;
  readonly documents: OpenDocuments;
}

/** Keys of annotations: of the edits, ticked in the editor's preview, and of what makes the editor show a preview at all. */
const REPAIR = 'memdir';
const SHOW = 'memdir-show';

/** Works out every safe repair of a file or store that can be written, and hands it to the editor as one edit. Rejects with `read-only` in a directory in which nothing can be. */
export async function fixAll(
  { connection, memdir, documents }: FixContext,
  target: FixTarget,
  signal: AbortSignal,
): Promise<FixOutcome> {
  const { overlay } = await documents.snapshot();
  const path = await pathOf(target, memdir, documents);
  const { changes: planned } = await memdir.planFixes({ targets: [path], overlay }, signal);
  const [changes, others] = [planned.filter(({ writable }) => writable), planned.filter(({ writable }) => !writable)];
  const repairs = changes.reduce((sum, change) => sum + change.repairs, 0);
  const outcome = {
    repairs,
    files: changes.length,
    ...(others.length === 0 ? {} : { readOnly: others.map(({ file }) => file) }),
  };
  if (changes.length === 0) {
    await mayBeWritten(memdir, path);
    return { ...outcome, applied: true };
  }
  const edit = await workspaceEdit(changes, documents, 'store' in target);
  const { applied } = await connection.workspace.applyEdit({
    label: 'Fix all safe problems',
    edit,
    metadata: { isRefactoring: 'store' in target },
  });
  return { ...outcome, applied };
}

/** Problems of a read-only directory carry no repairs: without a word that would look as if there were none to make. */
async function mayBeWritten(memdir: Memdir, path: string): Promise<void> {
  const store = (await memdir.roots()).find((one) => liesIn(path, one.path));
  if (store?.readOnly === true)
    throw new MemdirError(
      'read-only',
      `${store.path} is read-only, so nothing in it was repaired. Make it writable and repeat.`,
    );
}

async function pathOf(target: FixTarget, memdir: Memdir, documents: OpenDocuments): Promise<string> {
  if ('file' in target && typeof target.file === 'string') return documents.path(target.file);
  const store = 'store' in target ? (await memdir.roots()).find(({ key }) => key === target.store) : undefined;
  if (!store) throw new MemdirError('not-found', 'This memory directory is no longer there. Refresh the view.');
  return store.path;
}

async function workspaceEdit(
  changes: readonly PlannedChange[],
  documents: OpenDocuments,
  confirm: boolean,
): Promise<WorkspaceEdit> {
  const { uris } = await documents.snapshot();
  const documentChanges = changes.flatMap(({ file, before, after }): (TextDocumentEdit | CreateFile)[] => {
    const uri = uris.get(file) ?? fileUri(file);
    const open = documents.get(uri);
    // An editor knows no byte order mark: positions are counted without it.
    const [old, now] = [withoutMark(before ?? ''), withoutMark(after)];
    if (open && withoutMark(open.getText()) !== old)
      throw new MemdirError('changed-on-disk', `${file} changed while it was checked. Repeat the repair.`);
    const edits = editsBetween(old, now).map(({ range, newText }) =>
      confirm ? AnnotatedTextEdit.replace(range, newText, REPAIR) : { range, newText },
    );
    const edit = TextDocumentEdit.create(
      OptionalVersionedTextDocumentIdentifier.create(uri, open?.version ?? null),
      edits,
    );
    return before === undefined && !open
      ? [CreateFile.create(uri, { ignoreIfExists: true }, confirm ? REPAIR : undefined), edit]
      : [edit];
  });
  if (!confirm) return { documentChanges };
  const asked = preview(changes, uris);
  return {
    documentChanges: [...asked, ...documentChanges],
    changeAnnotations: {
      [REPAIR]: { label: 'Safe repairs', needsConfirmation: asked.length === 0, description: 'Found by Memdir' },
      [SHOW]: { label: 'Safe repairs', needsConfirmation: true },
    },
  };
}

/**
 * VS Code shows a preview when some edit needs a confirmation, and leaves every such edit unticked: applying it as it
 * stands would repair nothing. So the one that needs it creates a file that is there already, which changes and shows nothing.
 * Without such a file the edits themselves need it.
 */
function preview(changes: readonly PlannedChange[], uris: ReadonlyMap<string, string>): CreateFile[] {
  const there = changes.find(({ before }) => before !== undefined);
  return there ? [CreateFile.create(uris.get(there.file) ?? fileUri(there.file), { ignoreIfExists: true }, SHOW)] : [];
}
