/** `Memdir: Install embedding model…`: one of the weight packages, from the Marketplace, a VSIX file or a folder. It is used without a restart. */
import * as vscode from 'vscode';

import { messageOf } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { isWeightPackage, WEIGHT_PACKAGES, type WeightPackageName } from '../../protocol/weight-packages.js';
import { writeSetting } from '../configuration.js';
import { escapeMessage } from '../escape.js';
import type { Feature, FeatureContext } from '../feature.js';
import { isCancelled } from '../host/host-client.js';

type Source = 'marketplace' | 'vsix' | 'folder';

const use = (name: WeightPackageName): string =>
  name === 'languages'
    ? t('Reads memories that aren’t in English')
    : t('Finds more English memories whose words differ from those of the question');

function costOf(name: WeightPackageName): string {
  const { licence, download, disk, memory } = WEIGHT_PACKAGES[name];
  return t('{download} MB to download, {disk} MB on disk, {memory} MB of memory while it is used; license {licence}', {
    download,
    disk,
    memory,
    licence,
  });
}

async function chooseModel(): Promise<WeightPackageName | undefined> {
  const items = (Object.keys(WEIGHT_PACKAGES) as WeightPackageName[]).map((name) => ({
    label: use(name),
    description: WEIGHT_PACKAGES[name].model,
    detail: costOf(name),
    name,
  }));
  return (await vscode.window.showQuickPick(items, { placeHolder: t('Embedding model to install') }))?.name;
}

async function chooseSource(name: WeightPackageName): Promise<Source | undefined> {
  const items: (vscode.QuickPickItem & { readonly source: Source })[] = [
    {
      label: `$(extensions) ${t('Install from the Marketplace')}`,
      description: WEIGHT_PACKAGES[name].extension,
      source: 'marketplace',
    },
    { label: `$(package) ${t('Install from a VSIX file…')}`, source: 'vsix' },
    {
      label: `$(folder-opened) ${t('Copy from a folder…')}`,
      // eslint-disable-next-line memdir/user-text -- names of files.
      description: 'model.onnx, tokenizer.json, memdir-model.json',
      source: 'folder',
    },
  ];
  const options = { title: `${WEIGHT_PACKAGES[name].model}: ${use(name)}`, placeHolder: costOf(name) };
  return (await vscode.window.showQuickPick(items, options))?.source;
}

async function pick(source: 'vsix' | 'folder', title: string): Promise<vscode.Uri | undefined> {
  const isFile = source === 'vsix';
  const picked = await vscode.window.showOpenDialog({
    title,
    canSelectFiles: isFile,
    canSelectFolders: !isFile,
    ...(isFile ? { filters: { VSIX: ['vsix'] } } : {}),
    openLabel: t('Install'),
  });
  return picked?.[0];
}

/** Resolves with false when the user cancels. Rejects as the work does. */
async function withCancel(
  title: string,
  work: (token: vscode.CancellationToken) => Promise<unknown>,
): Promise<boolean> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, async (_, token) => {
    const cancelled = new Promise<false>((done) => token.onCancellationRequested(() => done(false)));
    return Promise.race([work(token).then(() => true), cancelled]);
  });
}

const isInstalled = (extension: string): boolean => vscode.extensions.getExtension(extension) !== undefined;

/** @param what an id, or the address of a VSIX file */
async function installExtension(
  { log }: FeatureContext,
  extension: string,
  what: string | vscode.Uri,
): Promise<boolean> {
  const work = vscode.commands.executeCommand('workbench.extensions.installExtension', what);
  const title = t('Installing {extension}', { extension });
  if (await withCancel(title, () => Promise.resolve(work))) return true;
  // VS Code cannot end an installation half-way: it is taken back once it is done.
  Promise.resolve(work)
    .then(() => vscode.commands.executeCommand('workbench.extensions.uninstallExtension', extension))
    .catch((error: unknown) => log.info(`${extension} was not installed: ${messageOf(error)}`));
  return false;
}

/** Resolves with whether the extension is there and its model is used. */
async function fromExtension(context: FeatureContext, name: WeightPackageName, source: Source): Promise<boolean> {
  const { extension } = WEIGHT_PACKAGES[name];
  const what = source === 'vsix' ? await pick(source, t('VSIX file of {extension}', { extension })) : extension;
  if (what === undefined || !(await installExtension(context, extension, what))) return false;
  if (isInstalled(extension)) return true;
  throw new Error(t('The installed extension isn’t {extension}.', { extension }));
}

async function fromFolder({ host }: FeatureContext, name: WeightPackageName): Promise<boolean> {
  const { model } = WEIGHT_PACKAGES[name];
  const folder = await pick('folder', t('Folder of {model}', { model }));
  if (folder === undefined) return false;
  let id = '';
  const isDone = await withCancel(t('Copying {model}', { model }), async (token) => {
    ({ id } = await host.request('modelAdd', { folder: folder.fsPath }, token));
  });
  // A copied model for other languages is used as it is; another main model is one of the settings.
  if (isDone && name === 'large') await writeSetting('embedding.modelPath', id);
  return isDone;
}

async function installModel(context: FeatureContext, given: unknown): Promise<void> {
  const name = typeof given === 'string' && isWeightPackage(given) ? given : await chooseModel();
  if (name === undefined) return;
  const { model, extension } = WEIGHT_PACKAGES[name];
  if (isInstalled(extension))
    return void vscode.window.showInformationMessage(t('{extension} is already installed.', { extension }));
  const source = await chooseSource(name);
  if (source === undefined) return;
  try {
    const isDone = source === 'folder' ? await fromFolder(context, name) : await fromExtension(context, name, source);
    if (!isDone) return;
  } catch (error) {
    if (isCancelled(error)) return;
    const fault = source === 'marketplace' ? t('The Marketplace didn’t provide {extension}.', { extension }) : '';
    throw new Error([fault, messageOf(error)].filter(Boolean).join(' '), { cause: error });
  }
  const done = t('{model} is installed. It reads memories in the background from now on.', { model });
  void vscode.window.showInformationMessage(escapeMessage(done));
}

export const installModelFeature: Feature = {
  name: 'installation of embedding models',
  activate: (context) => [context.command('memdir.installModel', (name) => installModel(context, name))],
};
