/** `Memdir: Recall…`: a quick pick that searches as the user types and previews the active hit. */
import * as vscode from 'vscode';

import { ageWords } from '../../core/age.js';
import { messageOf } from '../../core/errors.js';
import type { Hit, SearchResult } from '../../core/results.js';
import { escapeLabel, escapeMessage } from '../escape.js';
import type { Feature, FeatureContext } from '../feature.js';
import { isCancelled } from '../host/host-client.js';
import { OPEN_MEMORY, showFile } from '../open-memory.js';
import { EditorSnapshot } from './editor-snapshot.js';
import { searchUntilSettled } from './search-polling.js';

const DEBOUNCE_MS = 80;
const LIMIT = 20;

interface HitItem extends vscode.QuickPickItem {
  readonly hit?: Hit;
}

const COPY: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('copy'), tooltip: 'Copy text' };
const INSERT: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('insert'), tooltip: 'Insert into the editor' };

const toItem = (hit: Hit): HitItem => ({
  hit,
  label: escapeLabel(hit.name),
  description: escapeLabel(
    [
      hit.type,
      hit.level,
      ageWords(hit.ageDays),
      hit.score.toFixed(2),
      ...(hit.note === undefined ? [] : [hit.note]),
    ].join(' · '),
  ),
  detail: escapeLabel(hit.snippet),
  alwaysShow: true,
  buttons: [COPY, INSERT],
});

function rows({ hits, query, notice }: SearchResult): HitItem[] {
  if (hits.length > 0) return hits.map(toItem);
  return query.trim() === ''
    ? []
    : [
        {
          label: 'No memory answers this',
          description: notice === undefined ? 'Try other words' : escapeLabel(notice),
          alwaysShow: true,
        },
      ];
}

class RecallPick {
  readonly #pick = vscode.window.createQuickPick<HitItem>();
  readonly #snapshot = new EditorSnapshot();
  #request: vscode.CancellationTokenSource | undefined;
  #timer: NodeJS.Timeout | undefined;
  #accepted = false;
  #ended = false;
  #previewing: Promise<unknown> = Promise.resolve();
  /** File and line of the preview. */
  #previewed = '';
  readonly #hidden = Promise.withResolvers<vscode.TextEditor | undefined>();

  readonly #context: Pick<FeatureContext, 'host' | 'log'>;

  constructor(context: Pick<FeatureContext, 'host' | 'log'>) {
    this.#context = context;
    const pick = this.#pick;
    pick.title = 'Recall';
    pick.placeholder = 'Ask in your own words, or type words the memory holds';
    pick.matchOnDescription = pick.matchOnDetail = false;
    pick.onDidChangeValue(() => this.#scheduleSearch());
    pick.onDidChangeActive(([item]) => void this.#preview(item?.hit));
    pick.onDidAccept(() => void this.#accept());
    pick.onDidTriggerItemButton(({ item, button }) => void this.#copyOrInsert(item.hit, button));
    pick.onDidHide(() => this.#hidden.resolve(this.#end()));
    pick.show();
  }

  #scheduleSearch(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#search(), DEBOUNCE_MS);
  }

  async #search(): Promise<void> {
    this.#request?.cancel();
    const request = (this.#request = new vscode.CancellationTokenSource());
    const query = this.#pick.value;
    if (query.trim() === '') {
      this.#pick.items = [];
      this.#pick.title = 'Recall';
      this.#pick.busy = false;
      return;
    }
    this.#pick.busy = true;
    try {
      await searchUntilSettled(this.#context.host, { query, limit: LIMIT }, request.token, (result) =>
        this.#show(result),
      );
    } catch (error) {
      if (isCancelled(error) || request.token.isCancellationRequested) return;
      this.#context.log.error(`Search failed: ${messageOf(error)}`);
      this.#pick.items = [{ label: 'The search failed', description: escapeLabel(messageOf(error)), alwaysShow: true }];
    } finally {
      request.dispose();
      if (this.#request === request) {
        this.#request = undefined;
        this.#pick.busy = false;
      }
    }
  }

  /** Keeps the active row when it is among the new hits. */
  #show(result: SearchResult): void {
    this.#pick.busy = false;
    const active = this.#pick.activeItems[0]?.hit?.id;
    const items = rows(result);
    this.#pick.items = items;
    const same = items.find((item) => item.hit?.id === active);
    if (same) this.#pick.activeItems = [same];
    this.#pick.title = result.notice === undefined ? 'Recall' : `Recall — ${escapeLabel(result.notice)}`;
  }

  async #preview(hit: Hit | undefined): Promise<void> {
    const position = hit && `${hit.path}:${hit.line}`;
    if (!hit || this.#ended || position === this.#previewed) return;
    this.#previewed = position ?? '';
    this.#snapshot.addPreview(vscode.Uri.file(hit.path));
    try {
      this.#previewing = showFile({ path: hit.path, line: hit.line }, { preserveFocus: true, preview: true });
      await this.#previewing;
    } catch (error) {
      this.#context.log.warn(`No preview of ${hit.id}: ${messageOf(error)}`);
    }
  }

  async #accept(): Promise<void> {
    const hit = this.#pick.selectedItems[0]?.hit;
    if (!hit) return;
    this.#accepted = true;
    this.#pick.hide();
    await vscode.commands.executeCommand(OPEN_MEMORY, { path: hit.path, id: hit.id, line: hit.line });
  }

  async #copyOrInsert(hit: Hit | undefined, button: vscode.QuickInputButton): Promise<void> {
    if (!hit) return;
    try {
      const { body, unreadable } = await this.#context.host.request('show', { id: hit.id });
      if (unreadable !== null) throw new Error(unreadable);
      this.#pick.hide();
      const editor = await this.#hidden.promise;
      if (button === COPY) await vscode.env.clipboard.writeText(body.trim());
      else await insert(editor, body.trim());
    } catch (error) {
      await vscode.window.showErrorMessage(escapeMessage(`The memory could not be used: ${messageOf(error)}`));
    }
  }

  /** Restores the former editor unless a hit was accepted; waits for a preview that is still opening. */
  async #end(): Promise<vscode.TextEditor | undefined> {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#request?.cancel();
    this.#pick.dispose();
    if (this.#accepted) return undefined;
    try {
      await Promise.allSettled([this.#previewing]);
      return await this.#snapshot.restore();
    } catch (error) {
      this.#context.log.warn(`The editor before Recall could not be shown again: ${messageOf(error)}`);
      return undefined;
    }
  }
}

async function insert(editor: vscode.TextEditor | undefined, text: string): Promise<void> {
  if (!editor) {
    await vscode.window.showInformationMessage('Open a file first: the memory is inserted at its cursor.');
    return;
  }
  const inserted = await editor.edit((edit) => {
    for (const selection of editor.selections) edit.replace(selection, text);
  });
  if (!inserted) throw new Error('This editor cannot be changed.');
  const target = await vscode.window.showTextDocument(editor.document, editor.viewColumn);
  target.revealRange(target.selection);
}

export const recall: Feature = {
  name: 'recall',
  activate: (context) => [
    context.command('memdir.recall', async () => {
      new RecallPick(context);
    }),
  ],
};
