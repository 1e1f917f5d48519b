/** Whether memory is switched off for the agent whose hook this is: its variables count, which a host does not have. */
import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { baseFolders } from '../node/stores/base-folders.js';
import { memoryOff } from '../node/stores/memory-off.js';
import { managedSettingsFile } from '../node/stores/settings-files.js';

export interface MemoryOffRequest {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether a person trusts a folder; asked only where its settings switch something, because finding out takes longer than all the rest. */
  readonly isTrusted: (folder: string) => Promise<boolean>;
}

export function memoryOffIn({ cwd, env, isTrusted }: MemoryOffRequest): Promise<string | undefined> {
  const around = { env, home: homedir(), platform: process.platform };
  return memoryOff(
    { folders: [cwd] },
    {
      ...around,
      ...baseFolders(around),
      managedSettings: managedSettingsFile(process.platform),
      isTrusted: async (folder) => hasSwitch(folder) && (await isTrusted(folder)),
    },
  );
}

/** Whether the settings of a folder may switch memory. */
const hasSwitch = (folder: string): boolean =>
  ['settings.json', 'settings.local.json'].some((name) => {
    try {
      return /"autoMemoryEnabled"|"CLAUDE_CO/.test(readFileSync(join(folder, '.claude', name), 'utf8'));
    } catch {
      // Missing or unreadable: it switches nothing.
      return false;
    }
  });
