/** Entry of the extension. Nothing heavy here: commands exist at once, the host starts behind them. */
import * as vscode from 'vscode';
import { messageOf } from '../core/errors.js';
import type { CommandId } from '../protocol/ids.js';
import { Host, isCancelled } from './client.js';
import { onConfiguration } from './configuration.js';
import { explorer } from './explorer.js';
import type { Feature, FeatureContext } from './feature.js';
import { languageStatus } from './language-status.js';
import { openMemory } from './open.js';
import { recall } from './recall.js';
import { statusBar } from './status-bar.js';
import { tree } from './tree.js';
import { upkeep } from './upkeep.js';
import { Views } from './views.js';

const FEATURES: readonly Feature[] = [openMemory, tree, recall, statusBar, languageStatus, upkeep, explorer];

/** What {@link activate} gives to whoever asks for the extension's exports. */
export interface Exports {
  /** Milliseconds that activation took in the extension process. */
  readonly activationMs: number;
  /** Resolves when the host has described the stores once. */
  readonly ready: Promise<void>;
}

let running: Host | undefined;

export function activate(context: vscode.ExtensionContext): Exports {
  const start = performance.now();
  const log = vscode.window.createOutputChannel('Memdir', { log: true });
  const host = new Host(context.asAbsolutePath('dist/host.js'), log);
  const views = new Views(host, log);
  running = host;
  context.subscriptions.push(log, host, views, onConfiguration(() => host.sendConfiguration()));
  const ready = new Promise<void>((resolve) => {
    const once = views.onChanged(() => {
      once.dispose();
      resolve();
    });
  });
  const features: FeatureContext = { extensionUri: context.extensionUri, state: context.workspaceState, host, views, log, command: (id, run) => registerCommand(id, run, log) };
  for (const feature of FEATURES) {
    try {
      context.subscriptions.push(...feature.activate(features));
    } catch (error) {
      log.error(`The ${feature.name} is not available: ${messageOf(error)}`);
    }
  }
  void host.start();
  const activationMs = performance.now() - start;
  log.info(`Activated in ${activationMs.toFixed(1)} ms.`);
  return { activationMs, ready };
}

export const deactivate = (): Promise<void> | undefined => running?.stop();

function registerCommand(id: CommandId, run: (argument?: unknown) => Promise<unknown>, log: vscode.LogOutputChannel): vscode.Disposable {
  return vscode.commands.registerCommand(id, async (argument?: unknown) => {
    try {
      await run(argument);
    } catch (error) {
      if (isCancelled(error)) return;
      log.error(`${id}: ${messageOf(error)}`);
      const choice = await vscode.window.showErrorMessage(messageOf(error), 'Show log');
      if (choice) log.show();
    }
  });
}
