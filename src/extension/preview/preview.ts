/** A preview of what a command would write, in VS Code’s own diff editor, and the question whether to write it, beside it and never on top. */
import * as vscode from 'vscode';

import { t } from '../../core/l10n.js';
import { maskForDisplay } from '../../core/secrets/secrets.js';
import { CONTEXT } from '../../protocol/contributions.js';
import { setContext } from '../context-keys.js';
import { escapeMessage } from '../escape.js';

export interface PreviewedFile {
  /** Absolute. */
  readonly path: string;
  /** Undefined when the file is new. */
  readonly before: string | undefined;
  /** Undefined when the file goes. */
  readonly after: string | undefined;
}

export interface Question {
  /** Title of the editor. */
  readonly title: string;
  readonly question: string;
  /** Label of the confirming answer. */
  readonly yes: string;
}

/** Opens the editor of a preview, with its texts added one by one. */
type OpenEditor = (add: (path: string, text: string) => vscode.Uri) => Promise<void>;

export const readFirst = (): string => t('Review the changes below, then confirm');

const SCHEME = 'memdir-preview';

/** Texts and questions of this window. Virtual documents are read-only, so closing them asks nothing. */
export class Previews implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #registration = vscode.workspace.registerTextDocumentContentProvider(SCHEME, this);
  /** Answers the question that is open. */
  #answer: ((yes: boolean) => void) | undefined;
  /** Ends once the last question is answered and its editor is closed. */
  #last: Promise<void> = Promise.resolve();
  #count = 0;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? '';
  }

  /** Shows the changed files side by side and asks. Secrets are masked: files of other programs have keys in them too. */
  async confirmChanges(files: readonly PreviewedFile[], question: Question): Promise<boolean> {
    const [only, ...more] = files;
    if (only === undefined) return false;
    return await this.#ask(question, async (add) => {
      const side = (path: string, text: string | undefined): vscode.Uri | undefined =>
        text === undefined ? undefined : add(vscode.Uri.file(path).path, maskForDisplay(text));
      if (more.length > 0) {
        const sides = files.map(({ path, before, after }) => [
          vscode.Uri.file(path),
          side(path, before),
          side(path, after),
        ]);
        await vscode.commands.executeCommand('vscode.changes', question.title, sides);
      } else {
        const { path, before = '', after = '' } = only;
        const options = { preview: false };
        await vscode.commands.executeCommand(
          'vscode.diff',
          side(path, before),
          side(path, after),
          question.title,
          options,
        );
      }
    });
  }

  /** Shows a text and asks. The title is its tab’s; its ending selects the language. */
  async confirmText(text: string, question: Question): Promise<boolean> {
    return await this.#ask(question, (add) => show(add(titlePath(question.title), text)));
  }

  /** Shows a text about which there is nothing to ask. */
  async showText(title: string, text: string): Promise<void> {
    await show(this.#add(titlePath(title), text));
  }

  /** Answers the open question as its buttons do. */
  answer(yes: boolean): void {
    this.#answer?.(yes);
  }

  #add(path: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: SCHEME, path, query: `${this.#count++}` });
    this.#texts.set(uri.toString(), text);
    return uri;
  }

  /**
   * Asks in a message and with buttons in the title of the editor, which stay when the message goes. Closing the editor is a no; so is the next question.
   */
  async #ask(asked: Question, open: OpenEditor): Promise<boolean> {
    this.answer(false);
    const before = this.#last;
    const ended = Promise.withResolvers<void>();
    this.#last = ended.promise;
    try {
      // Two editors may have one title, by which the first one is closed.
      await before;
      return this.#last === ended.promise && (await this.#askInEditor(asked, open));
    } finally {
      ended.resolve();
    }
  }

  async #askInEditor({ title, question, yes }: Question, open: OpenEditor): Promise<boolean> {
    const own: vscode.Uri[] = [];
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.#answer = resolve;
    const closing = vscode.window.tabGroups.onDidChangeTabs(({ closed }) => {
      if (closed.some((tab) => hasTitle(tab, title))) resolve(false);
    });
    try {
      await open((path, text) => {
        const uri = this.#add(path, text);
        own.push(uri);
        return uri;
      });
      setContext(CONTEXT.previewing, true);
      void vscode.window.showInformationMessage(escapeMessage(question), yes, t('Cancel')).then((chosen) => {
        if (chosen !== undefined) resolve(chosen === yes);
      });
      return await promise;
    } finally {
      closing.dispose();
      this.#answer = undefined;
      setContext(CONTEXT.previewing, false);
      await closeTabs(title);
      for (const uri of own) this.#texts.delete(uri.toString());
    }
  }

  dispose(): void {
    this.answer(false);
    this.#registration.dispose();
  }
}

/** VS Code adds the number of files to the title of an editor that compares several. */
const hasTitle = ({ label }: vscode.Tab, title: string): boolean => label === title || label.startsWith(`${title} (`);

const titlePath = (title: string): string => `/${title.replaceAll('/', ' ')}`;

async function show(uri: vscode.Uri): Promise<void> {
  await vscode.window.showTextDocument(uri, { preview: false });
}

async function closeTabs(title: string): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs).filter((tab) => hasTitle(tab, title));
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs);
}
