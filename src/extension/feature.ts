import type * as vscode from 'vscode';

import { t } from '../core/l10n.js';
import type { CommandId } from '../protocol/contributions.js';
import type { HostClient } from './host/host-client.js';
import type { ModelConsent } from './models/model-consent.js';
import type { Previews } from './preview/preview.js';
import type { StoreViews } from './stores/store-views.js';
import type { Opens } from './tree/count-opens.js';
import type { TreeSelection } from './tree/selection.js';

export interface FeatureContext {
  readonly extensionUri: vscode.Uri;
  readonly host: HostClient;
  readonly views: StoreViews;
  /** Whether the editor's language models may be asked in the background. */
  readonly consent: ModelConsent;
  readonly previews: Previews;
  readonly opens: Opens;
  readonly log: vscode.LogOutputChannel;
  /** What is selected in the Memories view. */
  readonly selection: TreeSelection;
  readonly secrets: vscode.SecretStorage;
  /** Kept for this workspace. */
  readonly state: vscode.Memento;
  /** Shows a failure as one sentence and logs it. */
  readonly report: (error: unknown) => void;
  /** Implements a command; a failure is shown as one sentence and logged. In views with multiple selection the second argument is the selection. */
  readonly command: (id: CommandId, run: (...args: readonly unknown[]) => Promise<unknown>) => vscode.Disposable;
}

/**
 * Wraps a command of a row's context menu. VS Code calls it without the row while the tree is redrawn: then it fails, instead of
 * falling back to the active editor.
 */
export const rowCommand =
  <Result>(run: (...args: readonly unknown[]) => Promise<Result>) =>
  async (...args: readonly unknown[]): Promise<Result> => {
    if (args.length > 1 && args[0] === undefined) throw new Error(t('The list just changed. Choose the row again.'));
    return await run(...args);
  };

/** A feature of the user interface. Activation must be fast and must not wait for the host. */
export interface Feature {
  readonly name: string;
  activate(context: FeatureContext): readonly vscode.Disposable[];
}
