/** The key of the server that `memdir.model.url` names: kept in the secret storage of VS Code, and given to the host in its environment alone. */
import * as vscode from 'vscode';

import { messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { MODEL_KEY_VARIABLE } from '../../core/models/model-key.js';
import { readSettings } from '../configuration.js';
import { escapeMessage } from '../escape.js';
import type { Feature, FeatureContext } from '../feature.js';

const NAME = 'memdir.modelKey';

export class ModelKey {
  readonly #secrets: vscode.SecretStorage;
  readonly #log: vscode.LogOutputChannel;
  #key: string | undefined;

  constructor(secrets: vscode.SecretStorage, log: vscode.LogOutputChannel) {
    this.#secrets = secrets;
    this.#log = log;
  }

  /** Variables for the host. Without a stored key, the one in VS Code's environment counts. */
  get environment(): Readonly<Record<string, string>> {
    return this.#key === undefined ? {} : { [MODEL_KEY_VARIABLE]: this.#key };
  }

  /** Never rejects: without secret storage there is no key. */
  async load(): Promise<void> {
    try {
      this.#key = await this.#secrets.get(NAME);
    } catch (error) {
      this.#log.warn(`The key of the language model was not read: ${messageOf(error)}`);
    }
  }

  /** An empty key is deleted. Rejects as the secret storage does. */
  async save(key: string): Promise<void> {
    await (key === '' ? this.#secrets.delete(NAME) : this.#secrets.store(NAME, key));
    await this.load();
  }
}

async function setModelKey({ host }: FeatureContext, modelKey: ModelKey): Promise<void> {
  const url = readSettings()['model.url'].trim() || 'memdir.model.url';
  const key = await vscode.window.showInputBox({
    title: t('API key of {url}', { url }),
    prompt: t('Kept in VS Code’s secret storage and sent to this server only. Leave it empty to delete the key.'),
    password: true,
    ignoreFocusOut: true,
  });
  if (key === undefined) return;
  await modelKey.save(key.trim());
  await host.restart();
  void vscode.window.showInformationMessage(
    escapeMessage(key.trim() === '' ? t('API key deleted.') : t('API key saved.')),
  );
}

export const modelKeyFeature = (modelKey: ModelKey): Feature => ({
  name: 'key of the language model',
  activate: (context) => [context.command('memdir.setModelKey', () => setModelKey(context, modelKey))],
});
