/** Every name VS Code knows Memdir by. package.json is written from here (scripts/manifest). */
export const EXTENSION_ID = 'memdir.memdir';
export const CONTAINER = { id: 'memdir', title: 'Memdir', icon: 'media/memdir.svg' } as const;

export const VIEWS = {
  memories: { id: 'memdir.memories', name: 'Memories' },
  // Collapsed until the user opens it: the badge counts drafts, and the tree gets the space.
  inbox: { id: 'memdir.inbox', name: 'Inbox', visibility: 'collapsed' },
} as const;

export const PANELS = {
  explorer: { id: 'memdir.explorer', title: 'Memories' },
} as const;

/** Context keys set by the extension and used in `when` clauses. */
export const CONTEXT = {
  hasStore: 'memdir.hasStore',
  groupBy: 'memdir.groupBy',
  filtered: 'memdir.filtered',
  hostState: 'memdir.hostState',
  hasDrafts: 'memdir.hasDrafts',
  /** Absolute paths of the files of drafts that wait. */
  draftPaths: 'memdir.draftPaths',
} as const;

/** States of the background host, the values of {@link CONTEXT.hostState}. */
export type HostState = 'starting' | 'ready' | 'failed' | 'stopped';

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
      'Memories can’t be shown because Memdir’s background host isn’t running. See the log for the reason.',
      '[Restart host](command:memdir.restartHost)',
      '[Show log](command:memdir.showLog)',
    ],
  },
  {
    view: VIEWS.memories.id,
    when: `${CONTEXT.hostState} == ready && !${CONTEXT.hasStore} && config.memdir.claudeConfigDir`,
    contents: [
      'No memories found for this folder.',
      'Memdir looks in the folder named by the setting “Memdir: Claude Config Dir”. Correct it if Claude Code uses another folder, or clear it to use ~/.claude.',
      '[Open setting](command:workbench.action.openSettings?%5B%22memdir.claudeConfigDir%22%5D)',
      '[Refresh](command:memdir.refresh)',
    ],
  },
  {
    view: VIEWS.memories.id,
    when: `${CONTEXT.hostState} == ready && !${CONTEXT.hasStore} && !config.memdir.claudeConfigDir`,
    contents: [
      'No memories found for this folder.',
      'Claude Code stores memories in ~/.claude/projects, one folder per project. Memories appear here automatically.',
      '[Refresh](command:memdir.refresh)',
      '[Add memory folder](command:workbench.action.openSettings?%5B%22memdir.directories%22%5D)',
    ],
  },
  {
    view: VIEWS.memories.id,
    when: `${CONTEXT.hostState} == ready && ${CONTEXT.hasStore} && ${CONTEXT.filtered}`,
    contents: ['No memories match the filter.', '[Clear filter](command:memdir.clearFilter)'],
  },
  {
    view: VIEWS.inbox.id,
    when: `${CONTEXT.hostState} == ready && config.memdir.capture.enabled`,
    contents: [
      'No drafts.',
      'Connect Claude Code to capture what it learns as drafts for review. Drafts stay on this machine, and nothing is saved as a memory without your approval.',
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

/** Values of a tree item's `contextValue`. */
export const TREE_ITEM = {
  memory: 'memory',
  deleted: 'deleted',
  index: 'index',
  store: 'store',
  group: 'group',
  draft: 'draft',
  unreadableDraft: 'unreadableDraft',
  queue: 'queue',
  related: 'related',
  otherDraft: 'otherDraft',
} as const;

/** Scheme of what reviews show: a draft on the right, what it is held against on the left. */
export const DRAFT_SCHEME = 'memdir-draft';

export interface CommandDeclaration {
  readonly title: string;
  readonly icon?: string;
  /** `when` clause of the command palette; `false` keeps it out. */
  readonly palette?: string;
  /** Condition under which it can be called at all. */
  readonly enablement?: string;
  /** Menus it is contributed to. */
  readonly menus?: readonly { readonly menu: string; readonly when: string; readonly group: string }[];
  readonly keybinding?: {
    readonly key: string;
    readonly mac?: string;
    readonly when?: string;
    readonly args?: unknown;
  };
}

const inView = `view == ${VIEWS.memories.id}`;
const onMemory = `${inView} && viewItem == ${TREE_ITEM.memory}`;
const onDeleted = `${inView} && viewItem == ${TREE_ITEM.deleted}`;
const onAnyMemory = `${inView} && viewItem =~ /^(${TREE_ITEM.memory}|${TREE_ITEM.deleted})$/`;

const inInbox = `view == ${VIEWS.inbox.id}`;
const onDraft = `${inInbox} && viewItem == ${TREE_ITEM.draft}`;
const onDraftFile = `${inInbox} && viewItem =~ /^(${TREE_ITEM.draft}|${TREE_ITEM.unreadableDraft})$/`;
/** A draft is in the editor: shown, or its own file. */
const ofDraft = `resourceScheme == ${DRAFT_SCHEME} || resourcePath in ${CONTEXT.draftPaths}`;
/** Keys of the Inbox view are about all that is selected there. */
const inboxKeys = { when: `focusedView == ${VIEWS.inbox.id} && listFocus && !inputFocus`, args: 'selection' } as const;

/** Commands by id; titles get the category `Memdir`. */
export const COMMANDS = {
  'memdir.recall': {
    title: 'Recall…',
    icon: '$(search)',
    menus: [{ menu: 'view/title', when: inView, group: 'navigation@1' }],
  },
  'memdir.refresh': {
    title: 'Refresh',
    icon: '$(refresh)',
    menus: [{ menu: 'view/title', when: inView, group: 'navigation@2' }],
  },
  /** Called by tree items and hits with an {@link OpenTarget}. */
  'memdir.openMemory': { title: 'Open memory', palette: 'false' },
  /** Called by buttons of the chat, with the text to save and its type. */
  'memdir.saveFromChat': { title: 'Save memory', palette: 'false' },
  'memdir.openIndex': {
    title: 'Open MEMORY.md',
    icon: '$(list-unordered)',
    menus: [{ menu: 'view/item/context', when: `${inView} && viewItem == ${TREE_ITEM.store}`, group: 'inline@1' }],
  },
  'memdir.openExplorer': {
    title: 'Open explorer',
    icon: '$(table)',
    menus: [{ menu: 'view/title', when: inView, group: 'navigation@4' }],
  },
  'memdir.newMemory': {
    title: 'New memory…',
    icon: '$(add)',
    menus: [{ menu: 'view/title', when: inView, group: 'navigation@0' }],
  },
  'memdir.forget': {
    title: 'Forget…',
    menus: [{ menu: 'view/item/context', when: onMemory, group: '3_life@1' }],
  },
  'memdir.restore': {
    title: 'Restore…',
    icon: '$(discard)',
    menus: [
      { menu: 'view/item/context', when: onDeleted, group: 'inline@1' },
      { menu: 'view/item/context', when: onDeleted, group: '3_life@1' },
    ],
  },
  'memdir.showHistory': {
    title: 'Show history…',
    menus: [{ menu: 'view/item/context', when: onAnyMemory, group: '1_show@1' }],
  },
  'memdir.copyAsPrompt': {
    title: 'Copy as prompt',
    menus: [{ menu: 'view/item/context', when: onMemory, group: '1_show@2' }],
  },
  'memdir.copyToAgent': {
    title: 'Copy to…',
    menus: [{ menu: 'view/item/context', when: onMemory, group: '2_agents@1' }],
  },
  'memdir.moveToScope': {
    title: 'Move to…',
    menus: [{ menu: 'view/item/context', when: onMemory, group: '2_agents@2' }],
  },
  'memdir.reviewInbox': {
    title: 'Review inbox…',
    icon: '$(checklist)',
    menus: [{ menu: 'view/title', when: `${inInbox} && ${CONTEXT.hasDrafts}`, group: 'navigation@1' }],
  },
  'memdir.acceptDraft': {
    title: 'Accept draft',
    icon: '$(check)',
    palette: ofDraft,
    menus: [
      { menu: 'view/item/context', when: onDraft, group: 'inline@1' },
      { menu: 'view/item/context', when: onDraft, group: '1_decide@1' },
      { menu: 'editor/title', when: ofDraft, group: 'navigation@1' },
    ],
    keybinding: { key: 'ctrl+enter', mac: 'cmd+enter', ...inboxKeys },
  },
  'memdir.rejectDraft': {
    title: 'Reject draft',
    icon: '$(close)',
    palette: ofDraft,
    menus: [
      { menu: 'view/item/context', when: onDraftFile, group: 'inline@2' },
      { menu: 'view/item/context', when: onDraftFile, group: '1_decide@4' },
      { menu: 'editor/title', when: ofDraft, group: 'navigation@3' },
    ],
    keybinding: { key: 'delete', mac: 'cmd+backspace', ...inboxKeys },
  },
  'memdir.mergeDraft': {
    title: 'Merge draft into…',
    palette: ofDraft,
    menus: [
      { menu: 'view/item/context', when: onDraft, group: '1_decide@2' },
      { menu: 'editor/title', when: ofDraft, group: '1_decide@1' },
    ],
  },
  'memdir.supersedeWithDraft': {
    title: 'Supersede memory with draft…',
    palette: ofDraft,
    menus: [
      { menu: 'view/item/context', when: onDraft, group: '1_decide@3' },
      { menu: 'editor/title', when: ofDraft, group: '1_decide@2' },
    ],
  },
  'memdir.neverDraft': {
    title: 'Reject similar drafts',
    palette: ofDraft,
    menus: [
      { menu: 'view/item/context', when: onDraft, group: '1_decide@5' },
      { menu: 'editor/title', when: ofDraft, group: '1_decide@3' },
    ],
  },
  'memdir.editDraft': {
    title: 'Edit draft',
    icon: '$(edit)',
    palette: `resourceScheme == ${DRAFT_SCHEME}`,
    menus: [
      { menu: 'view/item/context', when: onDraftFile, group: '2_edit@1' },
      { menu: 'editor/title', when: `resourceScheme == ${DRAFT_SCHEME}`, group: 'navigation@2' },
    ],
  },
  'memdir.changeDraftType': {
    title: 'Change draft type…',
    palette: ofDraft,
    menus: [{ menu: 'view/item/context', when: onDraft, group: '2_edit@2' }],
  },
  'memdir.skipDraft': {
    title: 'Next draft',
    icon: '$(arrow-right)',
    palette: ofDraft,
    menus: [{ menu: 'editor/title', when: ofDraft, group: 'navigation@4' }],
  },
  'memdir.undoDecision': {
    title: 'Undo inbox decision…',
    icon: '$(discard)',
    menus: [{ menu: 'view/title', when: inInbox, group: '1_undo@1' }],
    keybinding: { key: 'ctrl+z', mac: 'cmd+z', when: inboxKeys.when, args: 'last' },
  },
  /** Called by rows of the Inbox view, with their node. */
  'memdir.openDraft': { title: 'Open draft', palette: 'false' },
  'memdir.retryQueue': {
    title: 'Retry failed items',
    icon: '$(debug-restart)',
    menus: [{ menu: 'view/item/context', when: `${inInbox} && viewItem == ${TREE_ITEM.queue}`, group: 'inline@1' }],
  },
  'memdir.dream': {
    title: 'Consolidate memories…',
    menus: [
      { menu: 'view/title', when: inView, group: '2_repair@2' },
      { menu: 'view/item/context', when: `${inView} && viewItem == ${TREE_ITEM.store}`, group: '2_repair@2' },
    ],
  },
  'memdir.rebuildIndex': { title: 'Rebuild search index' },
  'memdir.fixAll': {
    title: 'Fix all safe problems…',
    menus: [
      { menu: 'view/title', when: inView, group: '2_repair@1' },
      { menu: 'view/item/context', when: `${inView} && viewItem == ${TREE_ITEM.store}`, group: '2_repair@1' },
    ],
  },
  'memdir.lintWorkspace': { title: 'Check all memories' },
  /** Called by the code of a problem, with that code. */
  'memdir.explainRule': { title: 'Explain check', palette: 'false' },
  'memdir.moveStore': { title: 'Move store…' },
  'memdir.setUpOllama': { title: 'Set up Ollama…' },
  'memdir.allowModel': { title: 'Language model access…' },
  'memdir.connectClaude': { title: 'Connect Claude Code…' },
  'memdir.connectAgent': { title: 'Connect an agent…' },
  'memdir.showHealth': { title: 'Show health' },
  'memdir.restartHost': { title: 'Restart background host' },
  'memdir.showLog': { title: 'Show log' },
  'memdir.groupByLevel': {
    title: 'Group by level',
    palette: `${CONTEXT.groupBy} == type`,
    menus: [{ menu: 'view/title', when: `${inView} && ${CONTEXT.groupBy} == type`, group: '1_view@1' }],
  },
  'memdir.groupByType': {
    title: 'Group by type',
    palette: `${CONTEXT.groupBy} != type`,
    menus: [{ menu: 'view/title', when: `${inView} && ${CONTEXT.groupBy} != type`, group: '1_view@1' }],
  },
  'memdir.filter': {
    title: 'Filter memories…',
    icon: '$(filter)',
    menus: [{ menu: 'view/title', when: `${inView} && !${CONTEXT.filtered}`, group: 'navigation@3' }],
  },
  'memdir.clearFilter': {
    title: 'Clear filter',
    icon: '$(filter-filled)',
    palette: CONTEXT.filtered,
    menus: [{ menu: 'view/title', when: `${inView} && ${CONTEXT.filtered}`, group: 'navigation@3' }],
  },
  'memdir.sort': {
    title: 'Sort memories…',
    menus: [{ menu: 'view/title', when: inView, group: '1_view@2' }],
  },
} as const satisfies Record<string, CommandDeclaration>;

/** What a folder that is not trusted, and a workspace without a disk, can have of Memdir. */
export const CAPABILITIES = {
  untrustedWorkspaces:
    'Memories are shown and searched. Until you trust the folder, Memdir ignores its settings that reach outside it and links that leave its memory.',
  virtualWorkspaces: 'Only memories on this machine’s disk are shown.',
} as const;

export type CommandId = keyof typeof COMMANDS;

/** Provider of the server that `memdir mcp` is. */
export const MCP_PROVIDER = { id: 'memdir.mcp', label: 'Memdir' } as const;

export interface ChatCommandDeclaration {
  readonly description: string;
  readonly sampleRequest?: string;
}

/** Commands of the chat participant, by the word after the slash. */
export const CHAT_COMMANDS = {
  recall: { description: 'Find memories', sampleRequest: 'How do we store money?' },
  remember: {
    description: 'Save a memory: “type: text” or just the text',
    sampleRequest: 'feedback: run the tests before each commit',
  },
  stale: { description: 'List memories that may be out of date' },
  forget: { description: 'Find a memory to remove from search and MEMORY.md' },
  why: { description: 'Explain why memories were found and ranked this way', sampleRequest: 'How do we store money?' },
  index: { description: 'Show how much of MEMORY.md is loaded' },
} as const satisfies Record<string, ChatCommandDeclaration>;

export type ChatCommandName = keyof typeof CHAT_COMMANDS;

export const PARTICIPANT = {
  id: 'memdir.memory',
  name: 'memory',
  fullName: 'Memory',
  description: 'Ask what coding agents remember about this folder',
} as const;

export const DIAGNOSTIC_SOURCE = 'memdir';
/** Where the pages that explain diagnostic codes lie in the extension: `CODE.md` each. */
export const RULE_PAGES = 'docs/rules';
/** Shows such a page in the editor, from the extension itself: nothing is fetched. */
export const ruleLink = (code: string): string =>
  `command:${'memdir.explainRule' satisfies CommandId}?${encodeURIComponent(JSON.stringify([code]))}`;
