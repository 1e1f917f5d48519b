/** What the user had in front of them before previews took its place, and giving it back. */
import * as vscode from 'vscode';

/** Extensions hear of tabs late: a preview that has just been opened may not be known at the first look. */
const CLOSE_TIMES = 3;
const CLOSE_AGAIN_MS = 60;

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
  /** Kept apart: the tab loses it when a preview takes its place. */
  readonly #transient = this.#tab?.isPreview ?? false;
  readonly #text = textState();
  readonly #previews = new Set<string>();

  /** Says that a file is shown, so that {@link restore} may close it. */
  addPreview(uri: vscode.Uri): void {
    this.#previews.add(uri.toString());
  }

  /** Shows again what was there and closes what only the previews opened. Answers the text editor, when it was one. */
  async restore(): Promise<vscode.TextEditor | undefined> {
    const editor = this.#previews.size > 0 ? await this.#showAgain() : vscode.window.activeTextEditor;
    for (let attempt = 0; attempt < CLOSE_TIMES; attempt++) {
      await this.#closePreviews();
      await new Promise((resolve) => setTimeout(resolve, CLOSE_AGAIN_MS));
    }
    return editor;
  }

  async #closePreviews(): Promise<void> {
    const left = openTexts().filter(
      (tab) => tab.isPreview && !tab.isDirty && this.#previews.has(uriOf(tab)) && !this.#tabs.has(keyOf(tab)),
    );
    if (left.length > 0) await vscode.window.tabGroups.close(left, true);
  }

  async #showAgain(): Promise<vscode.TextEditor | undefined> {
    const input = this.#tab?.input;
    const options = { viewColumn: this.#column, preview: this.#transient };
    if (input instanceof vscode.TabInputTextDiff) {
      await vscode.commands.executeCommand('vscode.diff', input.original, input.modified, this.#tab?.label, options);
      return vscode.window.activeTextEditor;
    }
    if (!(input instanceof vscode.TabInputText) || !this.#text) return undefined;
    const { uri, selections, firstLine } = this.#text;
    const editor = await vscode.window.showTextDocument(uri, options);
    // VS Code brings an editor back as it was left, unless its tab was taken and the user wants no such thing.
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
