/** Entry of the extension. Activation registers the commands alone; the rest is loaded in a later turn of the event loop, and starts the host. */
import * as vscode from 'vscode';

import { messageOf } from '../core/errors.js';
import { t, useLanguage } from '../core/l10n.js';
import { type CommandId, COMMANDS } from '../protocol/contributions.js';
import type { App } from './app.js';

/** The exports of the extension. */
export interface Exports {
  /** Milliseconds that activation took in the extension process. */
  readonly activationMs: number;
  /** Resolves when the host has listed the stores once. */
  readonly ready: Promise<void>;
}

let loading: Promise<App> | undefined;

export function activate(context: vscode.ExtensionContext): Exports {
  const start = performance.now();
  useLanguage(vscode.l10n.bundle);
  const log = vscode.window.createOutputChannel('Memdir', { log: true });
  const app = (loading = load(context, log));
  app.catch((error: unknown) => {
    log.error(`Memdir could not be loaded: ${messageOf(error)}`);
    void vscode.window.showErrorMessage(
      t('Memdir couldn’t be loaded: {reason} Reload the window or reinstall Memdir.', { reason: messageOf(error) }),
    );
  });
  const ids = Object.keys(COMMANDS) as CommandId[];
  context.subscriptions.push(
    log,
    ...ids.map((id) =>
      vscode.commands.registerCommand(id, async (...args: readonly unknown[]) => (await app).run(id, args)),
    ),
  );
  const activationMs = performance.now() - start;
  log.info(`Activated in ${activationMs.toFixed(1)} ms.`);
  return { activationMs, ready: app.then(({ ready }) => ready) };
}

async function load(context: vscode.ExtensionContext, log: vscode.LogOutputChannel): Promise<App> {
  await new Promise((resolve) => setImmediate(resolve));
  const { startApp } = await import('./app.js');
  return startApp(context, log);
}

export async function deactivate(): Promise<void> {
  await (await loading)?.stop();
}
