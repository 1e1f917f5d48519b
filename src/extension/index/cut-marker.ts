/** Marks in MEMORY.md where Claude Code stops reading: a dashed line with a text, and dimmed lines below it. */
import { realpath } from 'node:fs/promises';

import * as vscode from 'vscode';

import { messageOf } from '../../core/errors.js';
import { INDEX_NAME } from '../../core/index/index-file.js';
import { isSamePath } from '../../core/paths.js';
import type { StoreView } from '../../core/results.js';
import type { Feature, FeatureContext } from '../feature.js';
import { type Cut, cutOf, noteCut } from './cut.js';

const COLOR = new vscode.ThemeColor('editorWarning.foreground');

/** Decorations of all editors. They follow unsaved text: the host measures it, and until then the editor moves them. */
class CutMarker implements vscode.Disposable {
  readonly #dimmed = vscode.window.createTextEditorDecorationType({ opacity: '0.55', isWholeLine: true });
  readonly #mark = vscode.window.createTextEditorDecorationType({
    after: { color: COLOR, margin: '0 0 0 2em', fontStyle: 'italic' },
  });
  readonly #edge = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    borderColor: COLOR,
    // eslint-disable-next-line memdir/user-text -- CSS.
    borderStyle: 'dashed none none none',
    borderWidth: '1px',
    overviewRulerColor: COLOR,
    overviewRulerLane: vscode.OverviewRulerLane.Full,
  });
  /** Real paths by path as opened, cached for the life of the window. */
  readonly #realPaths = new Map<string, string>();
  #views: readonly StoreView[] = [];

  readonly #log: vscode.LogOutputChannel;

  constructor(log: vscode.LogOutputChannel) {
    this.#log = log;
  }

  show(views: readonly StoreView[]): void {
    this.#views = views;
    for (const editor of vscode.window.visibleTextEditors) this.mark(editor);
  }

  mark(editor: vscode.TextEditor): void {
    const { uri, lineCount } = editor.document;
    if (uri.scheme !== 'file' || !(uri.path.endsWith(`/${INDEX_NAME}`) || this.#isNote(uri.path))) return;
    const cut = this.#cutOf(uri.fsPath, editor);
    // A budget can be older than the text: lines it names may be gone.
    this.#decorate(editor, cut !== undefined && cut.line < lineCount ? cut : undefined);
  }

  #cutOf(file: string, editor: vscode.TextEditor): Cut | undefined {
    const path = this.#realPaths.get(file) ?? file;
    const view = this.#views.find(({ store, budget }) => budget && isSamePath(`${store.path}/${budget.path}`, path));
    if (view?.budget) return cutOf(view.budget);
    if (!this.#realPaths.has(file)) void this.#resolve(file, editor);
    return noteCut(this.#views, path);
  }

  /** Whether it may be a file that is loaded together with others. */
  #isNote(path: string): boolean {
    return path.endsWith('.md') && this.#views.some(({ filesBudget }) => filesBudget !== undefined);
  }

  async #resolve(file: string, editor: vscode.TextEditor): Promise<void> {
    this.#realPaths.set(file, file);
    try {
      this.#realPaths.set(file, await realpath(file));
      if (this.#realPaths.get(file) !== file) this.mark(editor);
    } catch (error) {
      // An unsaved file has no real path yet: it is resolved when it is shown again.
      this.#realPaths.delete(file);
      this.#log.debug(`${file}: ${messageOf(error)}`);
    }
  }

  #decorate(editor: vscode.TextEditor, cut: Cut | undefined): void {
    const last = editor.document.lineCount - 1;
    const end = cut && editor.document.lineAt(cut.mark).range.end;
    editor.setDecorations(this.#dimmed, cut ? [new vscode.Range(cut.line, 0, last, 0)] : []);
    editor.setDecorations(this.#edge, cut ? [new vscode.Range(cut.line, 0, cut.line, 0)] : []);
    editor.setDecorations(
      this.#mark,
      cut && end ? [{ range: new vscode.Range(end, end), renderOptions: { after: { contentText: cut.text } } }] : [],
    );
  }

  dispose(): void {
    for (const type of [this.#dimmed, this.#mark, this.#edge]) type.dispose();
  }
}

export const cutMarker: Feature = {
  name: 'cut marker',
  activate: ({ views, log }: FeatureContext) => {
    const marker = new CutMarker(log);
    marker.show(views.current ?? []);
    return [
      marker,
      views.onChanged((current) => marker.show(current)),
      vscode.window.onDidChangeVisibleTextEditors((editors) => {
        for (const editor of editors) marker.mark(editor);
      }),
    ];
  },
};
