import { CONTEXT, VIEWS } from './ids.js';

/** What views say while they are empty; one paragraph or button a line. */
export const WELCOME: readonly {
  readonly view: string;
  readonly when: string;
  readonly contents: readonly string[];
}[] = [
  {
    view: VIEWS.memories.id,
    when: `${CONTEXT.hostState} == failed`,
    contents: [
      'Memdir’s background host isn’t running, so memories can’t be shown. The log says why.',
      '[Restart host](command:memdir.restartHost)',
      '[Show log](command:memdir.showLog)',
    ],
  },
  {
    view: VIEWS.memories.id,
    when: `${CONTEXT.hostState} == ready && !${CONTEXT.hasStore} && workspaceFolderCount == 0`,
    contents: [
      'No folder is open. Open the folder of a project to see its memories.',
      '[Open folder](command:vscode.openFolder)',
      'Memories in another place? [Add a memory folder](command:workbench.action.openSettings?%5B%22memdir.directories%22%5D). New to Memdir? [Take the walkthrough](command:memdir.openWalkthrough).',
    ],
  },
  {
    view: VIEWS.memories.id,
    when: `${CONTEXT.hostState} == ready && !${CONTEXT.hasStore} && workspaceFolderCount != 0 && config.memdir.claudeConfigDir`,
    contents: [
      'No memories found for this folder.',
      'The setting “Memdir: Claude Config Dir” names the folder to look in. Change it if Claude Code keeps its files elsewhere, or clear it to use ~/.claude.',
      '[Open setting](command:workbench.action.openSettings?%5B%22memdir.claudeConfigDir%22%5D)',
      '[Refresh](command:memdir.refresh)',
    ],
  },
  {
    view: VIEWS.memories.id,
    when: `${CONTEXT.hostState} == ready && !${CONTEXT.hasStore} && workspaceFolderCount != 0 && !config.memdir.claudeConfigDir`,
    contents: [
      'No memories found for this folder.',
      'Claude Code keeps memories in ~/.claude/projects, one folder per project. They appear here automatically.',
      '[New memory](command:memdir.newMemory)',
      '[Connect Claude Code](command:memdir.connectClaude)',
      'Memories in another place? [Add a memory folder](command:workbench.action.openSettings?%5B%22memdir.directories%22%5D). New to Memdir? [Take the walkthrough](command:memdir.openWalkthrough).',
    ],
  },
  {
    view: VIEWS.references.id,
    when: `${CONTEXT.hostState} == ready`,
    contents: ['Open a memory to see which memories link to it. Links are written as [[name]].'],
  },
  {
    view: VIEWS.inbox.id,
    when: `${CONTEXT.hostState} == ready && config.memdir.capture.enabled`,
    contents: [
      'No drafts.',
      'Connect Claude Code to capture what it learns as drafts for review. Everything stays on this machine, and nothing is saved until you accept it.',
      '[Connect Claude Code](command:memdir.connectClaude)',
    ],
  },
  {
    view: VIEWS.inbox.id,
    when: `${CONTEXT.hostState} == ready && !config.memdir.capture.enabled`,
    contents: [
      'Capture is off, so no drafts are created.',
      '[Open setting](command:workbench.action.openSettings?%5B%22memdir.capture.enabled%22%5D)',
    ],
  },
];
