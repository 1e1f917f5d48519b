/** Every command, in the order of the help text. */
import { completionCommand } from './commands/completion.js';
import { connectCommand } from './commands/connect.js';
import { distillCommand } from './commands/distill.js';
import { doctorCommand } from './commands/doctor.js';
import { dreamCommand } from './commands/dream.js';
import { exportCommand, importCommand } from './commands/exchange.js';
import { extractCommand } from './commands/extract.js';
import { forgetCommand, restoreCommand } from './commands/forget.js';
import { historyCommand } from './commands/history.js';
import { hookCommand } from './commands/hook.js';
import { inboxCommand } from './commands/inbox.js';
import { indexCommand } from './commands/index.js';
import { lintCommand } from './commands/lint.js';
import { listCommand } from './commands/list.js';
import { logCommand } from './commands/log.js';
import { mcpCommand } from './commands/mcp.js';
import { modelCommand } from './commands/model.js';
import { observeCommand } from './commands/observe.js';
import { promptCommand } from './commands/prompt.js';
import { queueCommand } from './commands/queue.js';
import { recallCommand } from './commands/recall.js';
import { rememberCommand } from './commands/remember.js';
import { rootsCommand } from './commands/roots.js';
import { searchCommand } from './commands/search.js';
import { showCommand } from './commands/show.js';
import { staleCommand } from './commands/stale.js';
import { updateCommand } from './commands/update.js';
import type { MakeCommand } from './run.js';

export const COMMANDS: readonly MakeCommand[] = [
  rootsCommand,
  listCommand,
  showCommand,
  searchCommand,
  recallCommand,
  rememberCommand,
  updateCommand,
  forgetCommand,
  restoreCommand,
  historyCommand,
  staleCommand,
  exportCommand,
  importCommand,
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
  promptCommand,
  hookCommand,
  doctorCommand,
  completionCommand,
];
