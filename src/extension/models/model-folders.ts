/** Tells the host which models the installed extensions have: every program of the data folder finds them then. */
import { join } from 'node:path';

import * as vscode from 'vscode';

import { WEIGHT_PACKAGES, WEIGHTS_FOLDER } from '../../protocol/weight-packages.js';
import type { Feature, FeatureContext } from '../feature.js';

const installedFolders = (): readonly string[] =>
  Object.values(WEIGHT_PACKAGES).flatMap(({ extension }) => {
    const found = vscode.extensions.getExtension(extension);
    return found ? [join(found.extensionUri.fsPath, WEIGHTS_FOLDER)] : [];
  });

/** Tells what changed since it was last told; nothing where no such extension is, or was. */
function reporter({ host, report }: FeatureContext): () => void {
  let told: readonly string[] = [];
  return () => {
    if (host.state !== 'ready') return;
    const present = installedFolders();
    const gone = told.filter((folder) => !present.includes(folder));
    if (gone.length === 0 && present.every((folder) => told.includes(folder))) return;
    told = present;
    host.request('modelFolders', { present: [...present], gone: [...gone] }).catch(report);
  };
}

export const modelFolders: Feature = {
  name: 'models of extensions',
  activate: (context) => {
    const tell = reporter(context);
    tell();
    return [context.host.onState(tell), vscode.extensions.onDidChange(tell)];
  },
};
