import { rememberText, updateText } from './author-text.js';
import { appendDailyLog } from './daily-log.js';
import { planEdit } from './edit-plan.js';
import { resolveMemory } from './find-memory.js';
import { forgetMemory, restoreMemory } from './forget.js';
import { exportMemories, importMemories } from './import-export.js';
import { listStale } from './stale.js';
import { resolveTargetStore } from './target-store.js';
import { planTransfer, transfer } from './transfer.js';
import { versionHistory } from './versions.js';

/** Methods of the service that change memories or list their versions. */
export const writeMethods = {
  remember: rememberText,
  targetStore: resolveTargetStore,
  update: updateText,
  forget: forgetMemory,
  resolve: resolveMemory,
  restore: restoreMemory,
  history: versionHistory,
  planEdit,
  planTransfer,
  transfer,
  stale: listStale,
  export: exportMemories,
  import: importMemories,
  log: appendDailyLog,
};
