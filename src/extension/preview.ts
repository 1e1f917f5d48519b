/** A preview of what a command would change, and the question whether to do it. */
import * as vscode from 'vscode';

import { t } from '../core/l10n.js';

export interface ConfirmOptions {
  readonly title: string;
  /** Label of the confirming answer. */
  readonly yes: string;
  readonly detail: string;
}

export const readFirst = (): string => t('Review the changes below, then confirm');

/** A virtual document: read-only, so closing it asks nothing. */
export class Preview implements vscode.Disposable {
  #text = '';
  readonly #uri: vscode.Uri;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #provider: vscode.Disposable;

  /** @param path the title of the tab; its extension selects the language */
  constructor(scheme: string, path: string) {
    this.#uri = vscode.Uri.from({ scheme, path });
    this.#provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: this.#changed.event,
      provideTextDocumentContent: () => this.#text,
    });
  }

  /** @param preserveFocus whether the focus stays where it is */
  async show(text: string, preserveFocus = false): Promise<void> {
    this.#text = text;
    this.#changed.fire(this.#uri);
    await vscode.window.showTextDocument(this.#uri, { preview: true, preserveFocus });
  }

  /** Shows the text and asks in a quick pick, because the document stays scrollable below it, unlike below a modal dialog. Closes both. */
  async confirm(text: string, { title, yes, detail }: ConfirmOptions): Promise<boolean> {
    await this.show(text);
    // Each answer is one line, because the quick pick covers the first lines of the document.
    const answers = [
      { label: yes, description: detail },
      { label: t('Cancel'), description: t('Nothing is changed.') },
    ];
    const chosen = await vscode.window.showQuickPick(answers, {
      title,
      placeHolder: readFirst(),
      ignoreFocusOut: true,
    });
    await this.close();
    return chosen?.label === yes;
  }

  async close(): Promise<void> {
    const tabs = vscode.window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === this.#uri.toString());
    if (tabs.length > 0) await vscode.window.tabGroups.close(tabs);
  }

  dispose(): void {
    this.#provider.dispose();
    this.#changed.dispose();
  }
}
