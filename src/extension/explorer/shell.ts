/** Answers what every view asks: to open memories, run commands on them, and keep how the panel looks. */
import * as vscode from 'vscode';

import type { MemorySummary } from '../../core/results.js';
import { toldMemoriesOf } from '../../protocol/webview/memories.js';
import type { KeptState, shellRequests } from '../../protocol/webview/shell.js';
import type { FeatureContext } from '../feature.js';
import { OPEN_MEMORY } from '../open-memory.js';
import { followNotices } from './follow-notices.js';
import type { Handlers, OpenPanel } from './handlers.js';

const KEPT = 'explorer.kept';

export const keptIn = (state: vscode.Memento): KeptState | undefined => state.get<KeptState>(KEPT);

/** A memory that the panel names. Undefined for one that is gone: the panel is about to be told. */
const memoryOf = ({ views }: Pick<FeatureContext, 'views'>, id: string): MemorySummary | undefined =>
  (views.current ?? []).flatMap(({ memories }) => memories).find((memory) => memory.id === id);

export function shellHandlers(panel: OpenPanel): Handlers<keyof typeof shellRequests> {
  const { views, state } = panel;
  /** Whether the page was made with the memories as they are. */
  let isInPage = views.current !== undefined;
  panel.own(
    views.onChanged((current) => {
      isInPage = false;
      panel.tell('memories', toldMemoriesOf(current));
    }),
  );
  const tellNotices = followNotices(panel);
  return {
    ready: async () => {
      tellNotices();
      if (!isInPage) panel.tell('memories', toldMemoriesOf(await views.stores()));
      return null;
    },
    open: async ({ id, line }) => {
      const memory = memoryOf(panel, id);
      if (memory !== undefined)
        await vscode.commands.executeCommand(OPEN_MEMORY, { path: memory.path, id, line: line ?? memory.line });
      return null;
    },
    run: async ({ command, ids }) => {
      await vscode.commands.executeCommand(command, { memories: ids });
      return null;
    },
    keep: async ({ state: kept }) => {
      await state.update(KEPT, kept);
      return null;
    },
  };
}
