/** Virtual documents of a review: a draft and its counterpart in the same layout, so that a diff compares their texts. Read-only, so closing one asks nothing. */
import * as vscode from 'vscode';

import { stemOf } from '../../core/file-stem.js';
import { bodyOf } from '../../core/frontmatter/split.js';
import type { PendingDraft } from '../../core/inbox/results.js';
import { isSamePath } from '../../core/paths.js';
import type { MemorySummary } from '../../core/results.js';
import { withoutMark } from '../../core/text.js';
import { DRAFT_SCHEME } from '../../protocol/contributions.js';
import { oneLine } from '../escape.js';
import type { StoreViews } from '../stores/store-views.js';
import type { InboxState } from './inbox-state.js';

interface DocumentFields {
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly body: string;
}

/** The blank lines keep the body below the quick pick of the review, which covers the first lines. */
const renderDocument = ({ name, description, type, body }: DocumentFields): string =>
  [
    '---',
    `name: ${oneLine(name)}`,
    `description: ${oneLine(description)}`,
    `type: ${oneLine(type)}`,
    '---',
    '',
    '',
    '',
    '',
    body.trim(),
    '',
  ].join('\n');

/** VS Code shows the last segment of the path as the title of the tab. */
const tabPath = (name: string): string =>
  `/${
    oneLine(name)
      .replace(/[\\/?#]/g, '-')
      .slice(0, 60) || 'draft'
  }.md`;

export const draftUri = ({ id, name }: Pick<PendingDraft, 'id' | 'name'>): vscode.Uri =>
  vscode.Uri.from({ scheme: DRAFT_SCHEME, path: tabPath(name), query: `draft=${id}` });
/** `path` of the memory's file: absolute. */
export const memoryUri = ({ name, path }: Pick<MemorySummary, 'name' | 'path'>): vscode.Uri =>
  vscode.Uri.from({ scheme: DRAFT_SCHEME, path: tabPath(name), query: `memory=${encodeURIComponent(path)}` });

/** The draft that a virtual document or a draft's own file shows. */
export function findDraft(uri: vscode.Uri | undefined, drafts: readonly PendingDraft[]): PendingDraft | undefined {
  if (uri?.scheme === DRAFT_SCHEME) return drafts.find(({ id }) => uri.query === `draft=${id}`);
  return uri?.scheme === 'file' ? drafts.find(({ path }) => isSamePath(path, uri.fsPath)) : undefined;
}

/** The document of the active editor; of a diff the right side. */
export function activeUri(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  if (input instanceof vscode.TabInputTextDiff) return input.modified;
  return input instanceof vscode.TabInputText ? input.uri : undefined;
}

/** Closes the tabs of a draft's virtual document. */
export async function closeDraft(id: string): Promise<void> {
  const shows = (uri: vscode.Uri): boolean => uri.scheme === DRAFT_SCHEME && uri.query === `draft=${id}`;
  const tabs = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(
      ({ input }) =>
        (input instanceof vscode.TabInputTextDiff && shows(input.modified)) ||
        (input instanceof vscode.TabInputText && shows(input.uri)),
    );
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
}

export function registerDraftDocuments(state: InboxState, views: StoreViews): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  /** Last text by id of the draft, so that a tab keeps its text after the draft is decided. */
  const last = new Map<string, string>();
  const content = async ({ query }: vscode.Uri): Promise<string> => {
    const [kind, value = ''] = query.split('=');
    if (kind === 'memory') return await renderMemory(decodeURIComponent(value), views);
    const draft = state.drafts.find(({ id }) => id === value);
    if (draft) last.set(value, renderDocument(draft));
    return last.get(value) ?? '';
  };
  const reload = (): void =>
    vscode.workspace.textDocuments
      .filter(({ uri }) => uri.scheme === DRAFT_SCHEME)
      .forEach(({ uri }) => changed.fire(uri));
  return vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(DRAFT_SCHEME, {
      onDidChange: changed.event,
      provideTextDocumentContent: content,
    }),
    state.onChanged(reload),
    views.onChanged(reload),
  );
}

async function renderMemory(path: string, views: StoreViews): Promise<string> {
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.file(path)));
  const memory = (views.current ?? []).flatMap(({ memories }) => memories).find((candidate) => candidate.path === path);
  return renderDocument(memoryFields(memory, text));
}

/**
 * Fields of a memory as the host parsed them, so that the extension bundles no YAML parser, and the body of its file. Without a field
 * the front matter is no map, or the host does not list the file: the whole text is the body then, so that nothing is hidden.
 */
function memoryFields(memory: MemorySummary | undefined, text: string): DocumentFields {
  const { name = '', description = '', type = 'unknown' } = memory ?? {};
  const hasFields =
    memory !== undefined &&
    (description !== '' || type !== 'unknown' || name !== stemOf(memory.path.replaceAll('\\', '/')));
  const body = hasFields ? bodyOf(text) : withoutMark(text);
  return { name, description, type: type === 'unknown' ? '' : type, body: body.replace(/\r\n/g, '\n') };
}
