/** Drafts of new memories: files of their own scheme, which become memories when they are saved. */
import * as vscode from 'vscode';

import { t } from '../../core/l10n.js';
import type { StoreKey } from '../../core/memory.js';
import type { RememberResult } from '../../core/write/results.js';
import { type Feature, type FeatureContext } from '../feature.js';
import { templateOf, TEXT_LINE, withoutTemplate } from './draft-template.js';
import { insists, reportRemembered } from './saved-report.js';
import { typeExplanation } from './type-choices.js';

const SCHEME = 'memdir-new';

/** What a draft becomes, from its address: VS Code shows that where it cannot save. */
interface DraftPlace {
  readonly type: string;
  /** Default: that of the folder. */
  readonly store?: StoreKey | undefined;
}

const addressOf = ({ type, store = '' }: DraftPlace, name: string): vscode.Uri =>
  vscode.Uri.from({ scheme: SCHEME, authority: store, path: `/${encodeURIComponent(type)}/${name}.md` });

const placeOf = ({ authority, path }: vscode.Uri): DraftPlace => ({
  type: decodeURIComponent(path.split('/')[1] ?? ''),
  ...(authority === '' ? {} : { store: authority }),
});

const templateFor = (type: string): string => templateOf(type, typeExplanation(type));

const tabsOf = (uri: vscode.Uri): readonly vscode.Tab[] =>
  vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString());

class DraftFiles implements vscode.FileSystemProvider {
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;
  readonly #texts = new Map<string, Uint8Array>();
  /** What became of drafts that VS Code does not call saved yet. */
  readonly #results = new Map<string, RememberResult>();
  /** Drafts that VS Code is about to save by itself, and those that it saved by itself last. */
  readonly #automatic = new Set<string>();
  readonly #kept = new Set<string>();
  readonly #context: FeatureContext;

  constructor(context: FeatureContext) {
    this.#context = context;
  }

  stat(uri: vscode.Uri): vscode.FileStat {
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: this.readFile(uri).length };
  }

  readFile(uri: vscode.Uri): Uint8Array {
    return this.#texts.get(uri.toString()) ?? new TextEncoder().encode(templateFor(placeOf(uri).type));
  }

  /** Auto save may come in the middle of a sentence: it keeps the draft, and makes no memory of it. */
  willSave({ document: { uri }, reason }: vscode.TextDocumentWillSaveEvent): void {
    if (uri.scheme === SCHEME && reason !== vscode.TextDocumentSaveReason.Manual) this.#automatic.add(uri.toString());
  }

  /** Rejects with why nothing was saved: the draft stays open and unsaved. */
  async writeFile(uri: vscode.Uri, bytes: Uint8Array): Promise<void> {
    if (this.#automatic.delete(uri.toString())) {
      this.#texts.set(uri.toString(), bytes);
      this.#kept.add(uri.toString());
      // It may have been closed meanwhile.
      if (tabsOf(uri).length === 0) void this.offerAgain(uri).catch(this.#context.report);
      return;
    }
    const place = placeOf(uri);
    const content = withoutTemplate(new TextDecoder().decode(bytes));
    const request = { content, ...place, author: 'person' } as const;
    let result = await this.#context.host.request('remember', request);
    if (result.trifle !== undefined && (await insists(result, { modal: true })))
      result = await this.#context.host.request('remember', { ...request, insist: true });
    if (result.status === 'rejected' || result.status === 'blocked')
      throw vscode.FileSystemError.Unavailable(result.reason ?? t('Not saved.'));
    this.#kept.delete(uri.toString());
    this.#texts.set(uri.toString(), bytes);
    this.#results.set(uri.toString(), result);
  }

  /** Closes a draft that became a memory. Once VS Code has taken note of the save: a tab with unsaved changes asks before it closes. */
  async finish(uri: vscode.Uri): Promise<void> {
    const result = this.#results.get(uri.toString());
    if (result === undefined) return;
    this.#results.delete(uri.toString());
    try {
      await vscode.window.tabGroups.close(tabsOf(uri));
      this.#texts.delete(uri.toString());
      await reportRemembered(this.#context, result);
    } catch (error) {
      this.#context.report(error);
    }
  }

  /** Offers to go on with a draft that only auto save saved: VS Code asked nothing when it was closed. */
  async offerAgain(uri: vscode.Uri): Promise<void> {
    if (!this.#kept.delete(uri.toString())) return;
    const open = t('Open');
    if ((await vscode.window.showInformationMessage(t('Not saved.'), open)) !== open) return;
    this.#kept.add(uri.toString());
    await vscode.window.showTextDocument(uri, { preview: false });
  }

  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }
  readDirectory(): [string, vscode.FileType][] {
    return [];
  }
  createDirectory(): void {
    throw vscode.FileSystemError.NoPermissions();
  }
  delete(uri: vscode.Uri): void {
    this.#texts.delete(uri.toString());
  }
  rename(): void {
    throw vscode.FileSystemError.NoPermissions();
  }
}

let count = 0;

/** Opens a draft with the selected text, and the cursor where the fact belongs. */
export async function openDraft(type: string, store: StoreKey | undefined): Promise<void> {
  const before = vscode.window.activeTextEditor;
  const selected = before === undefined ? '' : before.document.getText(before.selection).trim();
  count += 1;
  const name = t('New {type} memory', { type }).replaceAll(/[\\/]/g, '-');
  const uri = addressOf({ type, store }, count === 1 ? name : `${name} ${count}`);
  const place = new vscode.Position(TEXT_LINE, 0);
  // Chosen as it opens: what is typed at once belongs there too.
  const options = { preview: false, selection: new vscode.Range(place, place) };
  const editor = await vscode.window.showTextDocument(uri, options);
  if (selected !== '') await editor.edit((edit) => edit.insert(place, selected));
}

export const draftEditor: Feature = {
  name: 'drafts of new memories',
  activate: (context) => {
    const files = new DraftFiles(context);
    return [
      vscode.workspace.registerFileSystemProvider(SCHEME, files, { isCaseSensitive: true }),
      vscode.workspace.onWillSaveTextDocument((event) => files.willSave(event)),
      vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
        for (const { input } of closed)
          if (input instanceof vscode.TabInputText) void files.offerAgain(input.uri).catch(context.report);
      }),
      vscode.workspace.onDidSaveTextDocument(({ uri }) => void files.finish(uri)),
    ];
  },
};
