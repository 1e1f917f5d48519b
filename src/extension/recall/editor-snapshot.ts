/** The active editor before previews replace it, and its restoration. */
import * as vscode from 'vscode';

/** VS Code reports new tabs late, so the previews are closed in several attempts. */
const CLOSE_ATTEMPTS = 3;
const CLOSE_RETRY_MS = 60;

interface TextState {
  readonly uri: vscode.Uri;
  readonly selections: readonly vscode.Selection[];
  readonly firstLine: vscode.Range | undefined;
}

/** The editor, its selections and its scroll position at the moment of construction. */
export class EditorSnapshot {
  readonly #tabs = new Set(openTexts().map(keyOf));
  readonly #column = vscode.window.tabGroups.activeTabGroup.viewColumn;
  readonly #tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  /** Copied, because the tab loses the flag when a preview replaces it. */
  readonly #transient = this.#tab?.isPreview ?? false;
  readonly #text = textState();
  readonly #previews = new Set<string>();

  /** Registers a file as previewed, so that {@link restore} may close it. */
  addPreview(uri: vscode.Uri): void {
    this.#previews.add(uri.toString());
  }

  /** Shows the former editor again and closes tabs that only the previews opened. Returns the editor where it is a text editor. */
  async restore(): Promise<vscode.TextEditor | undefined> {
    const editor = this.#previews.size > 0 ? await this.#reopen() : vscode.window.activeTextEditor;
    for (let attempt = 0; attempt < CLOSE_ATTEMPTS; attempt++) {
      await this.#closePreviews();
      await new Promise((resolve) => setTimeout(resolve, CLOSE_RETRY_MS));
    }
    return editor;
  }

  async #closePreviews(): Promise<void> {
    const toClose = openTexts().filter(
      (tab) => tab.isPreview && !tab.isDirty && this.#previews.has(uriOf(tab)) && !this.#tabs.has(keyOf(tab)),
    );
    if (toClose.length > 0) await vscode.window.tabGroups.close(toClose, true);
  }

  async #reopen(): Promise<vscode.TextEditor | undefined> {
    const input = this.#tab?.input;
    const options = { viewColumn: this.#column, preview: this.#transient };
    if (input instanceof vscode.TabInputTextDiff) {
      await vscode.commands.executeCommand('vscode.diff', input.original, input.modified, this.#tab?.label, options);
      return vscode.window.activeTextEditor;
    }
    if (!(input instanceof vscode.TabInputText) || !this.#text) return undefined;
    const { uri, selections, firstLine } = this.#text;
    const editor = await vscode.window.showTextDocument(uri, options);
    // VS Code restores selection and scroll position itself, unless its tab was replaced and the setting for that is off.
    if (sameSelections(editor.selections, selections)) return editor;
    editor.selections = selections;
    if (firstLine) editor.revealRange(firstLine, vscode.TextEditorRevealType.AtTop);
    return editor;
  }
}

const sameSelections = (some: readonly vscode.Selection[], others: readonly vscode.Selection[]): boolean =>
  some.length === others.length && some.every((selection, at) => others[at]?.isEqual(selection));

function textState(): TextState | undefined {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return undefined;
  const top = editor.visibleRanges[0]?.start.line;
  return {
    uri: editor.document.uri,
    selections: editor.selections,
    firstLine: top === undefined ? undefined : new vscode.Range(top, 0, top, 0),
  };
}

const openTexts = (): readonly vscode.Tab[] =>
  vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).filter(({ input }) => input instanceof vscode.TabInputText);
const uriOf = ({ input }: vscode.Tab): string => (input as vscode.TabInputText).uri.toString();
const keyOf = (tab: vscode.Tab): string => `${tab.group.viewColumn} ${uriOf(tab)}`;
