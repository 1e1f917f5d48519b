/** Drags memories between types and stores, and into editors as files. */
import * as vscode from 'vscode';

import { messageOf } from '../../core/errors.js';
import type { MemorySummary } from '../../core/results.js';
import { VIEWS } from '../../protocol/contributions.js';
import { escapeMessage } from '../escape.js';
import type { FeatureContext } from '../feature.js';
import { changeType } from '../write/change-type.js';
import { moveToStore } from '../write/move-to-store.js';
import type { TreeNode } from './nodes.js';

const MIME = `application/vnd.code.tree.${VIEWS.memories.id.toLowerCase()}`;
const URIS = 'text/uri-list';

export class TreeDrops implements vscode.TreeDragAndDropController<TreeNode> {
  readonly dragMimeTypes = [MIME, URIS];
  readonly dropMimeTypes = [MIME];
  readonly #context: FeatureContext;

  constructor(context: FeatureContext) {
    this.#context = context;
  }

  handleDrag(source: readonly TreeNode[], data: vscode.DataTransfer): void {
    const memories = source.flatMap((node) => (node.kind === 'memory' && !node.memory.deleted ? [node.memory] : []));
    if (memories.length === 0) return;
    data.set(MIME, new vscode.DataTransferItem(memories));
    data.set(
      URIS,
      new vscode.DataTransferItem(memories.map(({ path }) => vscode.Uri.file(path).toString()).join('\r\n')),
    );
  }

  async handleDrop(target: TreeNode | undefined, data: vscode.DataTransfer): Promise<void> {
    const memories = data.get(MIME)?.value as readonly MemorySummary[] | undefined;
    if (target === undefined || !Array.isArray(memories) || memories.length === 0) return;
    try {
      await this.#drop(target, memories as readonly MemorySummary[]);
    } catch (error) {
      this.#context.log.error(`Drop: ${messageOf(error)}`);
      void vscode.window.showErrorMessage(escapeMessage(messageOf(error)));
    }
  }

  /** On a memory: into its store, with its type. */
  async #drop(target: TreeNode, memories: readonly MemorySummary[]): Promise<void> {
    const store = target.kind === 'memory' ? target.memory.store : storeKeyOf(target);
    const type = target.kind === 'memory' ? target.memory.type : target.kind === 'group' ? target.type : undefined;
    const foreign = store === undefined ? [] : memories.filter((memory) => memory.store !== store);
    if (foreign.length > 0 && store !== undefined) return await moveToStore(this.#context, foreign, store);
    const others = type === undefined || type === 'unknown' ? [] : memories.filter((memory) => memory.type !== type);
    if (others.length > 0 && type !== undefined) await changeType(this.#context, others, type);
  }
}

function storeKeyOf(node: TreeNode): string | undefined {
  if (node.kind === 'group') return node.store;
  return node.kind === 'memory' ? node.memory.store : node.store.key;
}
