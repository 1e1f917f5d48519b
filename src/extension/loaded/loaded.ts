/** “What Claude Code loads”: a read-only document with the text that an agent starts with. */
import * as vscode from 'vscode';

import { t } from '../../core/l10n.js';
import { type RenderedPart, renderLoaded } from '../../core/loaded/render.js';
import { relativeInside } from '../../core/paths.js';
import type { Feature, FeatureContext } from '../feature.js';

const SCHEME = 'memdir-loaded';

/** Documents of this scheme; the query is the folder. They are made anew when memories change, or a file is saved. */
class LoadedDocuments implements vscode.TextDocumentContentProvider, vscode.DocumentLinkProvider, vscode.Disposable {
  readonly #context: FeatureContext;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;
  readonly #places = new Map<string, readonly RenderedPart[]>();
  readonly #registrations: readonly vscode.Disposable[];

  constructor(context: FeatureContext) {
    this.#context = context;
    this.#registrations = [
      vscode.workspace.registerTextDocumentContentProvider(SCHEME, this),
      vscode.languages.registerDocumentLinkProvider({ scheme: SCHEME }, this),
      vscode.workspace.onDidSaveTextDocument(() => this.refresh()),
      context.views.onChanged(() => this.refresh()),
    ];
  }

  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const report = await this.#context.host.request('loaded', { folder: uri.query }, token);
    const { text, places } = renderLoaded(report, (path) => shownPath(path, report.folder));
    this.#places.set(uri.toString(), places);
    return text;
  }

  /** Paths lead to their files. */
  provideDocumentLinks({ uri }: vscode.TextDocument): vscode.DocumentLink[] {
    return (this.#places.get(uri.toString()) ?? [])
      .filter(({ part }) => part.form !== 'section')
      .map(({ part, line, column, shown }) => {
        const range = new vscode.Range(line, column, line, column + shown.length);
        return new vscode.DocumentLink(range, vscode.Uri.file(part.path));
      });
  }

  refresh(): void {
    for (const { uri, isClosed } of vscode.workspace.textDocuments)
      if (uri.scheme === SCHEME && !isClosed) this.#changed.fire(uri);
  }

  dispose(): void {
    this.#changed.dispose();
    for (const registration of this.#registrations) registration.dispose();
  }
}

/** Inside of the folder without it. */
const shownPath = (path: string, folder: string): string => relativeInside(path, folder) || path;

/** The folder of the active editor; where it has none, and there are several, the user chooses. */
async function chooseFolder(): Promise<vscode.WorkspaceFolder | undefined> {
  const { workspaceFolders: folders = [], getWorkspaceFolder } = vscode.workspace;
  const active = vscode.window.activeTextEditor?.document.uri;
  const own = active && getWorkspaceFolder(active);
  if (own !== undefined || folders.length < 2) return own ?? folders[0];
  return await vscode.window.showWorkspaceFolderPick({ placeHolder: t('Select the folder of the session') });
}

async function showLoaded(): Promise<void> {
  const folder = await chooseFolder();
  if (folder === undefined) {
    if ((vscode.workspace.workspaceFolders ?? []).length === 0)
      void vscode.window.showInformationMessage(t('Open a folder first.'));
    return;
  }
  const name = t('What Claude Code loads in {folder}', { folder: folder.name });
  const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name.replaceAll('/', ' ')}`, query: folder.uri.fsPath });
  await vscode.window.showTextDocument(uri, { preview: true });
}

export const loadedFeature: Feature = {
  name: 'what Claude Code loads',
  activate: (context) => [new LoadedDocuments(context), context.command('memdir.showLoaded', showLoaded)],
};
