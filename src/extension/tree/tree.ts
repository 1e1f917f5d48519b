import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';

import * as vscode from 'vscode';

import { messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { isSamePath } from '../../core/paths.js';
import { CONTEXT, VIEWS } from '../../protocol/contributions.js';
import { setContext } from '../context-keys.js';
import { oneLine } from '../escape.js';
import type { Feature, FeatureContext } from '../feature.js';
import { realPathOf } from '../stores/real-path.js';
import type { StoreViews } from '../stores/store-views.js';
import { TreeDrops } from './drag-and-drop.js';
import { type Filter, filterText, isFiltering, NO_FILTER } from './filter.js';
import { askFilter } from './filter-input.js';
import { resolveTreeItem, toTreeItem } from './tree-item.js';
import { buildTree, hasMemory, type TreeNode } from './tree-model.js';
import { ViewOptions } from './view-options.js';

/** The rows that are shown, with what VS Code asks about them. */
class Rows implements vscode.TreeDataProvider<TreeNode> {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly getTreeItem = toTreeItem;
  readonly resolveTreeItem = resolveTreeItem;
  readonly #build: () => readonly TreeNode[];
  #drawn: readonly TreeNode[] = [];
  #parents = new Map<string, TreeNode>();

  constructor(build: () => readonly TreeNode[]) {
    this.#build = build;
  }

  /** Redraws other rows alone: a redraw drops the rows for a moment, and a screen reader reads them again. */
  update(): void {
    if (!isDeepStrictEqual(this.#build(), this.#drawn)) this.#changed.fire();
  }

  getChildren(node?: TreeNode): TreeNode[] {
    if (node !== undefined) return [...node.children];
    this.#drawn = this.#build();
    this.#parents = new Map(parentsOf(this.#drawn));
    return [...this.#drawn];
  }

  getParent({ key }: TreeNode): TreeNode | undefined {
    return this.#parents.get(key);
  }

  /** The row of a file in its own group, not in that of a reason to look at it. */
  find(path: string): TreeNode | undefined {
    const within = (nodes: readonly TreeNode[]): TreeNode | undefined => {
      for (const node of nodes) {
        const own =
          (node.kind === 'memory' && node.key === node.memory.id && isSamePath(node.memory.path, path)) ||
          (node.kind === 'index' && isSamePath(`${node.store.path}/${node.budget.path}`, path));
        const found = own ? node : within(node.children);
        if (found !== undefined) return found;
      }
      return undefined;
    };
    return within(this.#drawn);
  }

  get isEmpty(): boolean {
    return !this.#build().some(hasMemory);
  }
}

function* parentsOf(nodes: readonly TreeNode[]): Generator<[string, TreeNode]> {
  for (const node of nodes) {
    for (const child of node.children) yield [child.key, node];
    yield* parentsOf(node.children);
  }
}

/** Milliseconds after which a row is revealed again that is not selected yet, and how often. */
const AGAIN_MS = 200;
const ATTEMPTS = 10;

/** Selects the row of the file in the active editor, as the Explorer does, also of one that the tree does not have yet. */
class Reveal implements vscode.Disposable {
  readonly #listeners: vscode.Disposable;
  readonly #view: vscode.TreeView<TreeNode>;
  readonly #rows: Rows;
  readonly #log: FeatureContext['log'];
  #waiting: string | undefined;
  #isRevealing = false;

  constructor(view: vscode.TreeView<TreeNode>, rows: Rows, { views, log }: Pick<FeatureContext, 'views' | 'log'>) {
    this.#view = view;
    this.#rows = rows;
    this.#log = log;
    this.#listeners = vscode.Disposable.from(
      vscode.window.onDidChangeActiveTextEditor((editor) => void this.#follow(editor?.document.uri)),
      view.onDidChangeVisibility(({ visible }) => {
        if (visible) void this.#follow(vscode.window.activeTextEditor?.document.uri);
      }),
      // The rows are drawn in a later turn.
      views.onChanged(() => void setTimeout(AGAIN_MS).then(() => this.#show())),
    );
  }

  async #follow(uri: vscode.Uri | undefined): Promise<void> {
    if (uri?.scheme !== 'file' || !uri.path.toLowerCase().endsWith('.md')) return;
    if (vscode.workspace.getConfiguration('explorer').get('autoReveal') === false) return;
    this.#waiting = await realPathOf(uri);
    await this.#show();
  }

  async #show(): Promise<void> {
    if (this.#isRevealing) return;
    this.#isRevealing = true;
    try {
      for (let attempt = 0; attempt < ATTEMPTS && (await this.#tryToShow()); attempt++) await setTimeout(AGAIN_MS);
    } catch (error) {
      this.#log.warn(`The row of the active file could not be selected: ${messageOf(error)}`);
    } finally {
      this.#isRevealing = false;
    }
  }

  /** Whether it is to be tried again: VS Code drops what is revealed while it redraws, without an error. */
  async #tryToShow(): Promise<boolean> {
    const node = this.#waiting === undefined || !this.#view.visible ? undefined : this.#rows.find(this.#waiting);
    if (node === undefined) return false;
    const [selected] = this.#view.selection;
    if (selected !== undefined && isSameRow(selected, node)) {
      this.#waiting = undefined;
      return false;
    }
    await this.#view.reveal(node, { select: true, focus: false, expand: false });
    return true;
  }

  dispose(): void {
    this.#listeners.dispose();
  }
}

const isSameRow = (a: TreeNode, b: TreeNode): boolean =>
  a.key === b.key || (a.kind === 'memory' && b.kind === 'memory' && a.memory.id === b.memory.id);

/** The Memories view: shows the stores of {@link FeatureContext.views} and sends no requests of its own. */
function createTree(context: FeatureContext): readonly vscode.Disposable[] {
  const { views, command, selection } = context;
  const options = new ViewOptions(context);
  let filter: Filter = NO_FILTER;
  const rows = new Rows(() =>
    buildTree(views.current ?? [], { ...options.current, filter, conversationOf: views.conversationOf }),
  );
  const view = vscode.window.createTreeView(VIEWS.memories.id, {
    treeDataProvider: rows,
    canSelectMany: true,
    dragAndDropController: new TreeDrops(context),
  });
  selection.follow(view);
  const setFilter = (next: Filter): void => {
    filter = next;
    const filtering = isFiltering(filter);
    Object.assign(view, {
      description: filtering ? oneLine(filterText(filter)) : undefined,
      message: filtering && rows.isEmpty ? t('No memory matches the filter.') : undefined,
    });
    setContext(CONTEXT.filtered, filtering);
    rows.update();
  };
  const showProgress = (): void =>
    void vscode.window.withProgress({ location: { viewId: VIEWS.memories.id } }, () => stateAfterStart(views));
  return [
    view,
    options,
    new Reveal(view, rows, context),
    options.onChanged(() => rows.update()),
    views.onChanged(() => rows.update()),
    views.onState((state) => state === 'starting' && showProgress()),
    command('memdir.clearFilter', async () => setFilter(NO_FILTER)),
    command('memdir.filter', async () => askFilter(filter, setFilter)),
  ];
}

/** Resolves when the start ended, with stores to show or without. */
const stateAfterStart = (views: StoreViews): Promise<void> =>
  new Promise((resolve) => {
    const listener = views.onState((state) => {
      if (state === 'starting') return;
      listener.dispose();
      resolve();
    });
  });

export const tree: Feature = { name: 'tree', activate: createTree };
