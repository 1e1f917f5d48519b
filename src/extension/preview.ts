/** What a command would do, shown in full before it is done. */
import * as vscode from 'vscode';

export interface Question {
  /** Above the answers. */
  readonly title: string;
  /** The answer that means yes, and what is to be known of it. */
  readonly yes: string;
  readonly detail: string;
}

/** A read-only document, so closing it asks nothing. */
export class Preview implements vscode.Disposable {
  #text = '';
  readonly #uri: vscode.Uri;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #provider: vscode.Disposable;

  /** @param path its title; the ending chooses the language */
  constructor(scheme: string, path: string) {
    this.#uri = vscode.Uri.from({ scheme, path });
    this.#provider = vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: this.#changed.event,
      provideTextDocumentContent: () => this.#text,
    });
  }

  /** @param aside whether the focus stays where it is */
  async show(text: string, aside = false): Promise<void> {
    this.#text = text;
    this.#changed.fire(this.#uri);
    await vscode.window.showTextDocument(this.#uri, { preview: true, preserveFocus: aside });
  }

  /** Whether the user agrees to what is shown. The question leaves the document free to be scrolled, which a dialog would not; answered, both are gone. */
  async agreed(text: string, { title, yes, detail }: Question): Promise<boolean> {
    await this.show(text);
    // One line each: what is above the document covers its first lines.
    const answers = [
      { label: yes, description: detail },
      { label: 'Cancel', description: 'Nothing is changed.' },
    ];
    const chosen = await vscode.window.showQuickPick(answers, {
      title,
      placeHolder: 'Read it below first: click or scroll there, the question stays',
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
