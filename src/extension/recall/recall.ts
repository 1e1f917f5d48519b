/** `Memdir: Recall…`: a quick pick that searches as the user types and previews the active hit. */
import * as vscode from 'vscode';

import { shortAge } from '../../core/age.js';
import { messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import type { SearchResult, StoreView } from '../../core/results.js';
import { authorMark, syncMark } from '../../core/team/provenance-words.js';
import { readSettings } from '../configuration.js';
import { escapeLabel, escapeMessage } from '../escape.js';
import type { Feature, FeatureContext } from '../feature.js';
import { isCancelled } from '../host/host-client.js';
import { OPEN_MEMORY, showFile } from '../open-memory.js';
import { typeIcon } from '../tree/icons.js';
import { EditorSnapshot } from './editor-snapshot.js';
import { isWeak, type RecallRow, type RecallTarget, rowsBefore, rowsFor, storeLabel } from './rows.js';
import { searchUntilSettled } from './search-polling.js';

const DEBOUNCE_MS = 80;
const LIMIT = 20;

interface HitItem extends vscode.QuickPickItem {
  readonly hit?: RecallTarget;
}

const COPY: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('copy'),
  get tooltip() {
    return t('Copy text');
  },
};
const ALL: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('globe'),
  get tooltip() {
    return t('Search all projects');
  },
};
const HERE: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('folder'),
  get tooltip() {
    return t('Search this workspace only');
  },
};
const INSERT: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('insert'),
  get tooltip() {
    return t('Insert into the editor');
  },
};

function toItem(row: RecallRow, views: readonly StoreView[], typed: boolean): HitItem {
  // VS Code hides separators while something is typed: a row that opens nothing has their place.
  if ('heading' in row)
    return typed
      ? { label: `$(dash) ${row.heading}`, alwaysShow: true }
      : { label: row.heading, kind: vscode.QuickPickItemKind.Separator };
  const { target } = row;
  const store = target.store ?? storeLabel(views, target.id);
  const facts = [
    target.type,
    ...(store === undefined ? [] : [store]),
    ...authorMark(target),
    shortAge(target.ageDays),
    ...syncMark(target),
    ...(target.note === undefined ? [] : [target.note]),
    ...(target.score !== undefined && readSettings()['recall.showScores'] ? [target.score.toFixed(2)] : []),
  ];
  return {
    hit: target,
    label: escapeLabel(target.name),
    iconPath: new vscode.ThemeIcon(typeIcon(target.type)),
    description: escapeLabel(facts.join(' · ')),
    detail: escapeLabel(target.text),
    alwaysShow: true,
    buttons: [COPY, INSERT],
  };
}

const noRows = (notice: string | undefined): HitItem[] => [
  {
    label: t('No matching memories'),
    ...(notice === undefined ? {} : { description: escapeLabel(notice) }),
    alwaysShow: true,
  },
];

class RecallPick {
  readonly #pick = vscode.window.createQuickPick<HitItem>();
  readonly #snapshot = new EditorSnapshot();
  #request: vscode.CancellationTokenSource | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Whether every project on this machine is searched. */
  #all = false;
  #accepted = false;
  #ended = false;
  #previewing: Promise<unknown> = Promise.resolve();
  /** File and line of the preview. */
  #previewed = '';
  readonly #hidden = Promise.withResolvers<vscode.TextEditor | undefined>();

  readonly #context: Pick<FeatureContext, 'host' | 'log' | 'opens' | 'views'>;

  constructor(context: Pick<FeatureContext, 'host' | 'log' | 'opens' | 'views'>) {
    this.#context = context;
    const pick = this.#pick;
    this.#searchAll(false);
    pick.matchOnDescription = pick.matchOnDetail = false;
    pick.onDidTriggerButton((button) => {
      this.#searchAll(button === ALL);
      this.#scheduleSearch();
    });
    pick.onDidChangeValue(() => this.#scheduleSearch());
    pick.onDidChangeActive(([item]) => void this.#preview(item?.hit));
    pick.onDidAccept(() => void this.#accept());
    pick.onDidTriggerItemButton(({ item, button }) => void this.#copyOrInsert(item.hit, button));
    pick.onDidHide(() => this.#hidden.resolve(this.#end()));
    pick.show();
    this.#showLocal();
  }

  get #views(): readonly StoreView[] {
    return this.#context.views.current ?? [];
  }

  #searchAll(all: boolean): void {
    this.#all = all;
    this.#pick.buttons = [all ? HERE : ALL];
    this.#pick.placeholder = all
      ? t('Search memories of all projects by keyword or question')
      : t('Search memories by keyword or question');
    this.#pick.title = this.#title;
  }

  get #title(): string {
    return this.#all ? t('Recall: all projects') : t('Recall');
  }

  /** Rows of another question are replaced at once: Enter must not open what answered that one. */
  #scheduleSearch(): void {
    clearTimeout(this.#timer);
    this.#request?.cancel();
    this.#showLocal();
    this.#timer = setTimeout(() => void this.#search(), DEBOUNCE_MS);
  }

  /** What is known without asking the host: recent memories, or those whose names begin so. */
  #showLocal(): void {
    const query = this.#pick.value;
    this.#pick.title = this.#title;
    this.#pick.busy = query.trim() !== '';
    this.#setRows(query.trim() === '' ? rowsBefore(this.#views) : rowsFor(this.#views, query, undefined));
  }

  async #search(): Promise<void> {
    this.#request?.cancel();
    const request = (this.#request = new vscode.CancellationTokenSource());
    const query = this.#pick.value;
    if (query.trim() === '') return;
    try {
      await searchUntilSettled(this.#context.host, { query, limit: LIMIT, all: this.#all }, request.token, (result) =>
        this.#show(query, result),
      );
    } catch (error) {
      if (isCancelled(error) || request.token.isCancellationRequested) return;
      this.#context.log.error(`Search failed: ${messageOf(error)}`);
      this.#pick.items = [{ label: t('Search failed'), description: escapeLabel(messageOf(error)), alwaysShow: true }];
    } finally {
      request.dispose();
      if (this.#request === request) {
        this.#request = undefined;
        this.#pick.busy = false;
      }
    }
  }

  #show(query: string, result: SearchResult): void {
    if (query !== this.#pick.value) return;
    this.#pick.busy = false;
    const rows = rowsFor(this.#views, query, result);
    if (rows.length === 0) this.#pick.items = noRows(result.notice);
    else this.#setRows(rows);
    const remarks = [
      ...(rows[0] !== undefined && isWeak(rows[0]) ? [t('no close match')] : []),
      ...(result.notice === undefined ? [] : [escapeLabel(result.notice)]),
    ];
    this.#pick.title = [this.#title, ...remarks].join(' — ');
  }

  /** Keeps the active row when it is among the new ones and the user moved to it. */
  #setRows(rows: readonly RecallRow[]): void {
    const active = this.#pick.activeItems[0];
    const moved = active !== undefined && active !== this.#pick.items.find(({ hit }) => hit !== undefined);
    const typed = this.#pick.value.trim() !== '';
    // The first rows need no heading: they are what was asked for.
    const shown = typed && rows[0] && 'heading' in rows[0] ? rows.slice(1) : rows;
    const items = shown.map((row) => toItem(row, this.#views, typed));
    this.#pick.items = items;
    const same = moved ? items.find(({ hit }) => hit !== undefined && hit.id === active.hit?.id) : undefined;
    if (same) this.#pick.activeItems = [same];
  }

  async #preview(hit: RecallTarget | undefined): Promise<void> {
    const position = hit && `${hit.path}:${hit.line}`;
    // Before anything is typed nothing was asked for, so no editor is opened.
    if (!hit || this.#ended || position === this.#previewed || !this.#wasAsked(hit)) return;
    this.#previewed = position ?? '';
    this.#snapshot.addPreview(vscode.Uri.file(hit.path));
    this.#context.opens.glance(vscode.Uri.file(hit.path));
    try {
      this.#previewing = showFile({ path: hit.path, line: hit.line }, { preserveFocus: true, preview: true });
      await this.#previewing;
    } catch (error) {
      this.#context.log.warn(`No preview of ${hit.id}: ${messageOf(error)}`);
    }
  }

  /** Something is typed, or the user moved to the row. */
  #wasAsked(hit: RecallTarget): boolean {
    const first = this.#pick.items.find((item) => item.hit !== undefined);
    return this.#pick.value.trim() !== '' || first?.hit?.id !== hit.id;
  }

  async #accept(): Promise<void> {
    const hit = this.#pick.selectedItems[0]?.hit;
    if (!hit) return;
    this.#accepted = true;
    this.#pick.hide();
    await vscode.commands.executeCommand(OPEN_MEMORY, { path: hit.path, id: hit.id, line: hit.line });
  }

  async #copyOrInsert(hit: RecallTarget | undefined, button: vscode.QuickInputButton): Promise<void> {
    if (!hit) return;
    try {
      const { body, unreadable } = await this.#context.host.request('show', { id: hit.id });
      if (unreadable !== null) throw new Error(unreadable);
      this.#pick.hide();
      const editor = await this.#hidden.promise;
      if (button === COPY) await vscode.env.clipboard.writeText(body.trim());
      else await insert(editor, body.trim());
    } catch (error) {
      await vscode.window.showErrorMessage(
        escapeMessage(t('The memory couldn’t be used: {reason}', { reason: messageOf(error) })),
      );
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
    await vscode.window.showInformationMessage(t('Open a file first. The memory is inserted at its cursor.'));
    return;
  }
  const inserted = await editor.edit((edit) => {
    for (const selection of editor.selections) edit.replace(selection, text);
  });
  if (!inserted) throw new Error(t('This editor is read-only.'));
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
