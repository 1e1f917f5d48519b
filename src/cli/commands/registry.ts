/** Every command, in the order of the help text. */
import type { CommandFactory } from '../run.js';
import { completionCommand } from './completion.js';
import { connectCommand } from './connect.js';
import { consentCommand } from './consent.js';
import { distillCommand } from './distill.js';
import { doctorCommand } from './doctor.js';
import { dreamCommand } from './dream.js';
import { exportCommand, importCommand } from './exchange.js';
import { extractCommand } from './extract.js';
import { forgetCommand, restoreCommand } from './forget.js';
import { historyCommand } from './history.js';
import { hookCommand } from './hook.js';
import { inboxCommand } from './inbox/inbox.js';
import { indexCommand } from './index.js';
import { lintCommand } from './lint.js';
import { listCommand } from './list.js';
import { loadedCommand } from './loaded.js';
import { logCommand } from './log.js';
import { mcpCommand } from './mcp.js';
import { modelCommand } from './model.js';
import { observeCommand } from './observe.js';
import { promptCommand } from './prompt.js';
import { queueCommand } from './queue.js';
import { recallCommand } from './recall.js';
import { rememberCommand } from './remember.js';
import { reviewCommand } from './review.js';
import { rootsCommand } from './roots.js';
import { searchCommand } from './search.js';
import { serveCommand } from './serve.js';
import { showCommand } from './show.js';
import { staleCommand } from './stale.js';
import { teamCommand } from './team/team.js';
import { copyCommand, mergeCommand, moveCommand, splitCommand } from './transfer.js';
import { trustCommand } from './trust.js';
import { updateCommand } from './update.js';

export const COMMANDS: readonly CommandFactory[] = [
  rootsCommand,
  trustCommand,
  consentCommand,
  listCommand,
  showCommand,
  searchCommand,
  recallCommand,
  rememberCommand,
  updateCommand,
  forgetCommand,
  restoreCommand,
  historyCommand,
  copyCommand,
  moveCommand,
  splitCommand,
  mergeCommand,
  staleCommand,
  reviewCommand,
  exportCommand,
  importCommand,
  teamCommand,
  lintCommand,
  inboxCommand,
  distillCommand,
  extractCommand,
  logCommand,
  dreamCommand,
  observeCommand,
  queueCommand,
  indexCommand,
  modelCommand,
  mcpCommand,
  connectCommand,
  loadedCommand,
  promptCommand,
  hookCommand,
  serveCommand,
  doctorCommand,
  completionCommand,
];
