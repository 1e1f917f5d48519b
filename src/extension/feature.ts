import type * as vscode from 'vscode';

import type { CommandId } from '../protocol/ids.js';
import type { HostClient } from './host/host-client.js';
import type { ModelConsent } from './models/model-consent.js';
import type { StoreViews } from './stores/store-views.js';

export interface FeatureContext {
  readonly extensionUri: vscode.Uri;
  readonly host: HostClient;
  readonly views: StoreViews;
  /** Whether the editor's language models may be asked in the background. */
  readonly consent: ModelConsent;
  readonly log: vscode.LogOutputChannel;
  /** Says what a command does; a failure is shown as one sentence and logged. In a view that allows several, the second argument is all that is selected. */
  readonly command: (id: CommandId, run: (...called: readonly unknown[]) => Promise<unknown>) => vscode.Disposable;
}

/**
 * What the menu of a row calls. VS Code forgets its rows while a list is drawn anew, and calls without one then: that is said,
 * and nothing else taken for the row.
 */
export const rowCommand =
  <Result>(run: (...called: readonly unknown[]) => Promise<Result>) =>
  async (...called: readonly unknown[]): Promise<Result> => {
    if (called.length > 1 && called[0] === undefined)
      throw new Error('The list changed at that moment. Choose the row again.');
    return await run(...called);
  };

/** A part of the user interface. Activation must be quick and must not wait for the host. */
export interface Feature {
  readonly name: string;
  activate(context: FeatureContext): readonly vscode.Disposable[];
}
