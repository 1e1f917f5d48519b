/** The explorer panel: a webview with one tab for each view. It gets data alone and names memories; commands run here. */
import * as vscode from 'vscode';

import { messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { PANELS } from '../../protocol/contributions.js';
import { toldMemoriesOf } from '../../protocol/webview/memories.js';
import {
  type FromPanel,
  type PanelRequestName,
  readFromPanel,
  type ToPanel,
  writeToPanel,
} from '../../protocol/webview/panel.js';
import type { Feature, FeatureContext } from '../feature.js';
import { isCancelled } from '../host/host-client.js';
import { budgetHandlers } from './budget.js';
import type { Handlers, OpenPanel } from './handlers.js';
import { healthHandlers } from './health.js';
import { mapHandlers } from './map.js';
import { pageOf } from './page.js';
import { reviewHandlers } from './review.js';
import { searchHandlers } from './search.js';
import { keptIn, shellHandlers } from './shell.js';
import { tableHandlers } from './table.js';
import { timelineHandlers } from './timeline.js';

const handlersOf = (panel: OpenPanel): Handlers<PanelRequestName> => ({
  ...shellHandlers(panel),
  ...tableHandlers(panel),
  ...searchHandlers(panel),
  ...budgetHandlers(panel),
  ...timelineHandlers(panel),
  ...mapHandlers(panel),
  ...reviewHandlers(panel),
  ...healthHandlers(panel),
});

const createPanel = (): vscode.WebviewPanel =>
  vscode.window.createWebviewPanel(PANELS.explorer.id, t('Memories'), vscode.ViewColumn.Active, {
    retainContextWhenHidden: true,
  });

/** Answers a request. A failure is told in its words, except that of a request which was given up. */
async function answer(
  handlers: Handlers<PanelRequestName>,
  { ask, number, params }: FromPanel,
  log: vscode.LogOutputChannel,
): Promise<ToPanel> {
  try {
    return { number, result: await handlers[ask](params as never) };
  } catch (error) {
    if (isCancelled(error)) return { number, failed: '' };
    log.error(`Explorer, ${ask}: ${messageOf(error)}`);
    return { number, failed: messageOf(error) };
  }
}

/** Fills a panel that is new or was restored after a reload of the window. */
function fillPanel(panel: vscode.WebviewPanel, context: FeatureContext, closed: () => void): vscode.WebviewPanel {
  const { extensionUri, log, state, views } = context;
  // One that is restored has the title of the language it was opened in.
  panel.title = t('Memories');
  const root = vscode.Uri.joinPath(extensionUri, 'dist', 'webview');
  panel.webview.options = { enableScripts: true, localResourceRoots: [root] };
  const send = (message: ToPanel): void => {
    panel.webview
      .postMessage(writeToPanel(message))
      .then(undefined, (error: unknown) => log.warn(`The panel was not told: ${messageOf(error)}`));
  };
  const owned: { dispose(): void }[] = [];
  const handlers = handlersOf({
    ...context,
    tell: (event, data) => send({ event, data }),
    own: (disposable) => void owned.push(disposable),
  });
  owned.push(
    panel.webview.onDidReceiveMessage((message: unknown) => {
      const asked = readFromPanel(message);
      if (asked === undefined) log.warn('The panel sent a message of another shape, which was ignored.');
      else void answer(handlers, asked, log).then(send);
    }),
  );
  panel.onDidDispose(() => {
    for (const each of owned) each.dispose();
    closed();
  });
  const [texts, kept] = [vscode.l10n.bundle, keptIn(state)];
  panel.webview.html = pageOf(panel.webview, root, {
    ...(texts !== undefined && { texts }),
    ...(kept !== undefined && { kept }),
    // They travel while VS Code makes the webview; the page would ask for them only after that.
    ...(views.current !== undefined && { memories: toldMemoriesOf(views.current) }),
  });
  return panel;
}

/** The tab of a panel that was restored after a reload: it has no page until it is shown. */
const restoredTab = (): vscode.Tab | undefined =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .find(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith(PANELS.explorer.id));

const GROUPS = ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth', 'Seventh', 'Eighth'];

/** Shows a tab by focusing its group and its index, because VS Code has no API for it. False for groups without a focus command. */
async function showTab(tab: vscode.Tab): Promise<boolean> {
  const group = GROUPS[tab.group.viewColumn - 1];
  if (group === undefined) return false;
  await vscode.commands.executeCommand(`workbench.action.focus${group}EditorGroup`);
  await vscode.commands.executeCommand('workbench.action.openEditorAtIndex', tab.group.tabs.indexOf(tab));
  return true;
}

export const explorer: Feature = {
  name: 'explorer',
  activate: (context) => {
    let panel: vscode.WebviewPanel | undefined;
    const fill = (empty: vscode.WebviewPanel): void => {
      panel = fillPanel(empty, context, () => (panel = panel === empty ? undefined : panel));
    };
    return [
      vscode.window.registerWebviewPanelSerializer(PANELS.explorer.id, {
        deserializeWebviewPanel: async (restored) => fill(restored),
      }),
      context.command('memdir.openExplorer', async () => {
        if (panel) return panel.reveal();
        const restored = restoredTab();
        if (restored === undefined || !(await showTab(restored))) fill(createPanel());
      }),
    ];
  },
};
