/** Counts the memories that are opened in an editor, however that was done: a click, Quick Open, a link. */
import * as vscode from 'vscode';

import type { MemoryId } from '../../core/memory.js';
import { isSamePath } from '../../core/paths.js';
import type { HostClient } from '../host/host-client.js';
import { realPathOf } from '../stores/real-path.js';
import type { StoreViews } from '../stores/store-views.js';

export class Opens implements vscode.Disposable {
  readonly #host: HostClient;
  readonly #views: StoreViews;
  readonly #listeners: vscode.Disposable;
  /** Uris of documents that are not to be counted while they stay open. */
  readonly #known = new Set<string>();

  constructor(host: HostClient, views: StoreViews) {
    this.#host = host;
    this.#views = views;
    this.#listeners = vscode.Disposable.from(
      vscode.window.onDidChangeActiveTextEditor((editor) => void this.#follow(editor?.document.uri)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#known.delete(uri.toString())),
    );
  }

  /** A memory that a command is about to open. */
  count(uri: vscode.Uri, id: MemoryId): void {
    this.#known.add(uri.toString());
    this.#host.notify('opened', { id });
  }

  /** A document that is shown without having been asked for, as the preview of a row. */
  glance(uri: vscode.Uri): void {
    this.#known.add(uri.toString());
  }

  async #follow(uri: vscode.Uri | undefined): Promise<void> {
    if (uri?.scheme !== 'file' || this.#known.has(uri.toString())) return;
    this.#known.add(uri.toString());
    const path = await realPathOf(uri);
    const memory = this.#views.current
      ?.flatMap(({ memories }) => memories)
      .find((each) => isSamePath(each.path, path) && !each.deleted);
    if (memory !== undefined) this.#host.notify('opened', { id: memory.id });
  }

  dispose(): void {
    this.#listeners.dispose();
  }
}
