/** Tells the panel what keeps it from showing everything, as it is now. */
import * as vscode from 'vscode';

import type { OpenPanel } from './handlers.js';
import { noticesOf } from './notices.js';

/** Tells the panel after each change. Returns what tells it now. */
export function followNotices(panel: OpenPanel): () => void {
  const { views } = panel;
  const tell = (): void =>
    panel.tell('notices', {
      notices: noticesOf({
        host: views.state,
        trusted: vscode.workspace.isTrusted,
        stores: views.current,
        hasConfigDir: vscode.workspace.getConfiguration('memdir').get('claudeConfigDir', '') !== '',
      }),
    });
  panel.own(views.onChanged(tell));
  panel.own(views.onState(tell));
  panel.own(vscode.workspace.onDidGrantWorkspaceTrust(tell));
  return tell;
}
