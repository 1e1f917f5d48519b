/** Virtual documents of a review: a draft and its counterpart in the same layout, so that a diff compares their texts. Read-only, so closing one asks nothing. */
import * as vscode from 'vscode';

import { fieldOf, parseFrontMatter } from '../../core/frontmatter/frontmatter.js';
import { DRAFT_SCHEME } from '../../protocol/ids.js';
import type { PendingDraft } from '../../protocol/wire.js';
import { oneLine } from '../escape.js';
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
export const memoryUri = (name: string, path: string): vscode.Uri =>
  vscode.Uri.from({ scheme: DRAFT_SCHEME, path: tabPath(name), query: `memory=${encodeURIComponent(path)}` });

/** The draft that a virtual document or a draft's own file shows. */
export function findDraft(uri: vscode.Uri | undefined, drafts: readonly PendingDraft[]): PendingDraft | undefined {
  if (uri?.scheme === DRAFT_SCHEME) return drafts.find(({ id }) => uri.query === `draft=${id}`);
  return uri?.scheme === 'file' ? drafts.find(({ path }) => path === uri.fsPath) : undefined;
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

export function registerDraftDocuments(state: InboxState): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  /** Last text by id of the draft, so that a tab keeps its text after the draft is decided. */
  const last = new Map<string, string>();
  const content = async ({ query }: vscode.Uri): Promise<string> => {
    const [kind, value = ''] = query.split('=');
    if (kind === 'memory') return await renderMemory(decodeURIComponent(value));
    const draft = state.drafts.find(({ id }) => id === value);
    if (draft) last.set(value, renderDocument(draft));
    return last.get(value) ?? '';
  };
  return vscode.Disposable.from(
    changed,
    vscode.workspace.registerTextDocumentContentProvider(DRAFT_SCHEME, {
      onDidChange: changed.event,
      provideTextDocumentContent: content,
    }),
    state.onChanged(() =>
      vscode.workspace.textDocuments
        .filter(({ uri }) => uri.scheme === DRAFT_SCHEME)
        .forEach(({ uri }) => changed.fire(uri)),
    ),
  );
}

async function renderMemory(path: string): Promise<string> {
  const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.file(path)));
  const frontMatter = parseFrontMatter(text);
  const field = (name: string): string => fieldOf(frontMatter, name)?.text ?? '';
  return renderDocument({
    name: field('name'),
    description: field('description'),
    type: field('type') || field('metadata.type'),
    body: text.slice(frontMatter.bodyOffset).replace(/\r\n/g, '\n'),
  });
}
