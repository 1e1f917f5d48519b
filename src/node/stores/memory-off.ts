/** Whether memory is switched off in a folder: asked by everything that gives an agent memories, or keeps what it did. */
import { t } from '../../core/l10n.js';
import type { RootScope } from '../../core/ports/roots.js';
import type { IsTrusted } from '../trust/trust-records.js';
import type { BaseFolders, RootsEnvironment } from './base-folders.js';
import { readClaudeSettings } from './claude-settings.js';
import { foldersOf, projectAt } from './project.js';
import { settingsFiles } from './settings-files.js';

export interface MemoryOffContext extends RootsEnvironment, Pick<BaseFolders, 'configDir'> {
  readonly managedSettings: string;
  readonly isTrusted: IsTrusted;
}

/** A sentence that says which switch it was and what goes on all the same; undefined where memory is on in one of the folders, or directories are named. */
export async function memoryOff(
  { folders, directories = [] }: Pick<RootScope, 'folders' | 'directories'>,
  context: MemoryOffContext,
): Promise<string | undefined> {
  if (directories.length > 0) return undefined;
  let first: string | undefined;
  for (const folder of folders) {
    const layers = {
      configDir: context.configDir,
      folders: foldersOf(await projectAt(folder)),
      isTrusted: context.isTrusted,
      managed: context.managedSettings,
    };
    const { switchedOff } = await readClaudeSettings(await settingsFiles(layers), context);
    if (switchedOff === undefined) return undefined;
    first ??= switchedOff;
  }
  return first === undefined
    ? undefined
    : t('Memory is off here: {reason}. Directories specified with --dir are still used.', { reason: first });
}
