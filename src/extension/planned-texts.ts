/** Files as they would be after a change, each shown beside the present one in VS Code's diff editor. */
import * as vscode from 'vscode';

import { t } from '../core/l10n.js';
import type { TransferChange } from '../core/results.js';

export class PlannedTexts implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #scheme: string;
  readonly #texts = new Map<string, string>();
  readonly #registration: vscode.Disposable;

  constructor(scheme: string) {
    this.#scheme = scheme;
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  /** Opens the difference of each file in an editor; the last one is in front. */
  async show(changes: readonly TransferChange[], digest: string): Promise<void> {
    this.#texts.clear();
    for (const { path, before, after } of changes) {
      if (after === undefined) continue;
      const [left, right] = [before ?? '', after].map((text, at) => {
        const uri = vscode.Uri.from({
          scheme: this.#scheme,
          path: vscode.Uri.file(path).path,
          query: `${digest}-${at}`,
        });
        this.#texts.set(uri.toString(), text);
        return uri;
      });
      const name = path.split(/[\\/]/).at(-1) ?? path;
      const title = before === undefined ? t('{name} (new)', { name }) : t('{name} (changed)', { name });
      await vscode.commands.executeCommand('vscode.diff', left, right, title, { preview: false });
    }
  }

  async close(): Promise<void> {
    const tabs = vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(({ input }) => input instanceof vscode.TabInputTextDiff && input.modified.scheme === this.#scheme);
    if (tabs.length > 0) await vscode.window.tabGroups.close(tabs);
  }

  dispose(): void {
    this.#registration.dispose();
  }
}
