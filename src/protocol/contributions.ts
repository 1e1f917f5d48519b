/** Every name VS Code knows Memdir by. package.json is written from here (scripts/manifest). */
import type { CommandDeclaration } from './command-declaration.js';
import { CONTEXT, PANELS, VIEWS } from './ids.js';
import { VIEW_COMMANDS } from './view-menu.js';

export const EXTENSION_ID = 'memdir.memdir';
export type * from './command-declaration.js';
export * from './ids.js';
export * from './view-menu.js';
export * from './walkthrough.js';
export * from './welcome.js';

export const CONTAINER = { id: 'memdir', title: 'Memdir', icon: 'media/memdir.svg' } as const;

/** Values of a tree item's `contextValue`. */
export const TREE_ITEM = {
  memory: 'memory',
  /** One that MEMORY.md does not list. */
  unlistedMemory: 'memory-unlisted',
  /** One that is shared with a team, and listed. */
  sharedMemory: 'memory-shared',
  /** One of another agent that no index lists. */
  unindexedMemory: 'memory-unindexed',
  /** One of these that Memdir writes. */
  note: 'memory-note',
  deleted: 'deleted',
  /** Added to that of a memory whose conversation is on this machine. */
  withConversation: '+conversation',
  index: 'index',
  store: 'store',
  group: 'group',
  /** A group of memories of one type. */
  typeGroup: 'group-type',
  /** A reason to look at its memories, or all such reasons. */
  reviewGroup: 'group-review',
  draft: 'draft',
  unreadableDraft: 'unreadableDraft',
  queue: 'queue',
  related: 'related',
  otherDraft: 'otherDraft',
} as const;

/** Scheme of what reviews show: a draft on the right, what it is compared with on the left. */
export const DRAFT_SCHEME = 'memdir-draft';

const inView = `view == ${VIEWS.memories.id}`;
const onMemory = `${inView} && viewItem =~ /^memory/`;
const onNote = `${inView} && viewItem =~ /^${TREE_ITEM.note}/`;
const onDeleted = `${inView} && viewItem =~ /^${TREE_ITEM.deleted}/`;
const onAnyMemory = `${inView} && viewItem =~ /^(memory|${TREE_ITEM.deleted})/`;
const onFile = `${inView} && viewItem =~ /^(memory|${TREE_ITEM.deleted}|${TREE_ITEM.index}$|${TREE_ITEM.store}$)/`;
const onStoreOrIndex = `${inView} && viewItem =~ /^(${TREE_ITEM.store}|${TREE_ITEM.index})$/`;
/** The menu of rows of the explorer panel, where commands are about all that is selected. */
const inPanel = `webviewId == '${PANELS.explorer.id}' && webviewSection == 'memories'`;
/** A command of the menu of a memory, in the tree and in the explorer panel. */
const memoryMenus = (when: string, group: string): NonNullable<CommandDeclaration['menus']> => [
  { menu: 'view/item/context', when, group },
  { menu: 'webview/context', when: inPanel, group },
];

/** Keys of the Memories view are about all that is selected there. */
const treeKeys = {
  when: `focusedView == ${VIEWS.memories.id} && listFocus && !inputFocus`,
  args: 'selection',
} as const;

/** `when` clause: at least one store is shown. */
const WITH_MEMORIES = CONTEXT.hasStore;

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
    menus: [{ menu: 'view/title', when: inView, group: 'navigation@2' }],
    keybinding: { key: 'ctrl+alt+m', mac: 'cmd+alt+m' },
  },
  'memdir.applyPreview': {
    title: 'Apply changes',
    icon: '$(check)',
    palette: CONTEXT.previewing,
    menus: [{ menu: 'editor/title', when: CONTEXT.previewing, group: 'navigation@1' }],
  },
  'memdir.discardPreview': {
    title: 'Discard changes',
    icon: '$(close)',
    palette: CONTEXT.previewing,
    menus: [{ menu: 'editor/title', when: CONTEXT.previewing, group: 'navigation@2' }],
  },
  'memdir.refresh': {
    title: 'Refresh',
    icon: '$(refresh)',
    palette: WITH_MEMORIES,
    menus: [{ menu: 'view/title', when: inView, group: '2_open@2' }],
  },
  /** Called by tree items and hits with an {@link OpenTarget}. */
  'memdir.openMemory': { title: 'Open memory', palette: 'false' },
  'memdir.openRow': {
    title: 'Open row',
    palette: 'false',
    keybinding: { key: 'enter', mac: 'cmd+down', when: treeKeys.when },
  },
  /** Called by buttons of the chat, with the text to save and its type. */
  'memdir.saveFromChat': { title: 'Save memory', palette: 'false' },
  'memdir.openIndex': {
    title: 'Open MEMORY.md',
    icon: '$(list-unordered)',
    palette: WITH_MEMORIES,
    menus: [{ menu: 'view/item/context', when: `${inView} && viewItem == ${TREE_ITEM.store}`, group: 'inline@1' }],
  },
  'memdir.showLoaded': {
    title: 'Show what Claude Code loads',
    icon: '$(list-selection)',
    palette: 'workspaceFolderCount != 0',
    menus: [
      { menu: 'view/title', when: inView, group: '2_open@3' },
      { menu: 'view/item/context', when: `${inView} && viewItem == ${TREE_ITEM.index}`, group: '1_open@2' },
    ],
  },
  'memdir.openExplorer': {
    title: 'Open explorer',
    icon: '$(table)',
    menus: [{ menu: 'view/title', when: inView, group: '2_open@1' }],
  },
  'memdir.newMemory': {
    title: 'New memory…',
    icon: '$(add)',
    menus: [
      { menu: 'view/title', when: inView, group: 'navigation@1' },
      { menu: 'view/item/context', when: `${inView} && viewItem == ${TREE_ITEM.typeGroup}`, group: 'inline@1' },
      { menu: 'view/item/context', when: `${inView} && viewItem == ${TREE_ITEM.typeGroup}`, group: '1_new@1' },
    ],
  },
  'memdir.openToSide': {
    title: 'Open to the side',
    palette: 'false',
    menus: [
      ...memoryMenus(onAnyMemory, '1_open@1'),
      { menu: 'view/item/context', when: `${inView} && viewItem == ${TREE_ITEM.index}`, group: '1_open@1' },
    ],
    keybinding: { key: 'ctrl+enter', mac: 'cmd+enter', ...treeKeys },
  },
  'memdir.openConversation': {
    title: 'Open conversation',
    palette: CONTEXT.onConversation,
    menus: [
      {
        menu: 'view/item/context',
        when: `${onAnyMemory} && viewItem =~ /\\${TREE_ITEM.withConversation}$/`,
        group: '1_open@2',
      },
    ],
  },
  'memdir.reveal': {
    title: 'Reveal in file explorer',
    palette: 'false',
    menus: memoryMenus(onFile, '1_open@4'),
    keybinding: { key: 'shift+alt+r', mac: 'cmd+alt+r', ...treeKeys },
  },
  'memdir.stillTrue': {
    title: 'Mark as still true',
    palette: CONTEXT.onMemory,
    menus: memoryMenus(onMemory, '3_change@1'),
  },
  'memdir.addToIndex': {
    title: 'Add to MEMORY.md',
    icon: '$(list-unordered)',
    palette: CONTEXT.onUnlisted,
    menus: memoryMenus(`${inView} && viewItem =~ /^${TREE_ITEM.unlistedMemory}/`, '3_change@2'),
  },
  'memdir.changeType': {
    title: 'Change type…',
    palette: CONTEXT.onMemory,
    menus: memoryMenus(onMemory, '3_change@3'),
  },
  'memdir.copyPath': {
    title: 'Copy path',
    palette: 'false',
    menus: memoryMenus(onFile, '5_copy@1'),
    keybinding: { key: 'shift+alt+c', mac: 'cmd+alt+c', ...treeKeys },
  },
  'memdir.rename': {
    title: 'Rename…',
    palette: CONTEXT.onMemory,
    menus: memoryMenus(onMemory, '7_life@1'),
    keybinding: { key: 'f2', mac: 'enter', ...treeKeys },
  },
  'memdir.forget': {
    title: 'Forget',
    palette: CONTEXT.onMemory,
    menus: memoryMenus(onMemory, '7_life@2'),
    keybinding: { key: 'delete', mac: 'cmd+backspace', ...treeKeys },
  },
  'memdir.restore': {
    title: 'Restore…',
    icon: '$(discard)',
    palette: CONTEXT.hasDeleted,
    menus: [
      { menu: 'view/item/context', when: onDeleted, group: 'inline@1' },
      { menu: 'view/item/context', when: onDeleted, group: '7_life@1' },
    ],
  },
  'memdir.showHistory': {
    title: 'Show history…',
    palette: CONTEXT.onMemory,
    menus: memoryMenus(onAnyMemory, '1_open@3'),
  },
  'memdir.copyAsPrompt': {
    title: 'Copy as prompt',
    palette: CONTEXT.onMemory,
    menus: memoryMenus(onMemory, '5_copy@2'),
  },
  'memdir.exportMemories': {
    title: 'Export…',
    palette: WITH_MEMORIES,
    menus: memoryMenus(onMemory, '5_copy@3'),
  },
  'memdir.copyToAgent': {
    title: 'Copy to…',
    palette: CONTEXT.onMemory,
    menus: memoryMenus(onMemory, '3_change@5'),
  },
  'memdir.moveToScope': {
    title: 'Move to…',
    palette: CONTEXT.onMemory,
    menus: memoryMenus(onMemory, '3_change@4'),
  },
  'memdir.splitNote': {
    title: 'Split note…',
    palette: CONTEXT.onNote,
    menus: [{ menu: 'view/item/context', when: onNote, group: '3_change@6' }],
  },
  'memdir.mergeNotes': {
    title: 'Merge notes…',
    palette: CONTEXT.onNote,
    menus: [{ menu: 'view/item/context', when: onNote, group: '3_change@7' }],
  },
  'memdir.reviewInbox': {
    title: 'Review inbox…',
    icon: '$(checklist)',
    palette: CONTEXT.hasDrafts,
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
    palette: CONTEXT.hasDecisions,
    menus: [{ menu: 'view/title', when: inInbox, group: '1_undo@1' }],
    keybinding: { key: 'ctrl+z', mac: 'cmd+z', when: inboxKeys.when, args: 'last' },
  },
  /** Called by rows of the Inbox view, with their node. */
  'memdir.openDraft': { title: 'Open draft', palette: 'false' },
  'memdir.retryQueue': {
    title: 'Retry failed items',
    icon: '$(debug-restart)',
    palette: 'false',
    menus: [{ menu: 'view/item/context', when: `${inInbox} && viewItem == ${TREE_ITEM.queue}`, group: 'inline@1' }],
  },
  'memdir.review': {
    title: 'Review memories…',
    icon: '$(checklist)',
    palette: WITH_MEMORIES,
    menus: [
      { menu: 'view/title', when: inView, group: '2_repair@1' },
      ...['inline@1', '1_review@1'].map((group) => ({
        menu: 'view/item/context',
        when: `${inView} && viewItem == ${TREE_ITEM.reviewGroup}`,
        group,
      })),
    ],
  },
  'memdir.dream': {
    title: 'Consolidate memories…',
    palette: WITH_MEMORIES,
    menus: [
      { menu: 'view/title', when: inView, group: '2_repair@2' },
      { menu: 'view/item/context', when: `${inView} && viewItem == ${TREE_ITEM.store}`, group: '2_repair@2' },
    ],
  },
  'memdir.teamSync': {
    title: 'Sync team memory',
    icon: '$(sync)',
    palette: CONTEXT.hasTeam,
    menus: [{ menu: 'view/title', when: `${inView} && ${CONTEXT.hasTeam}`, group: '2_open@4' }],
  },
  'memdir.shareWithTeam': {
    title: 'Share with team…',
    palette: `${CONTEXT.onMemory} && ${CONTEXT.hasTeam}`,
    menus: [
      {
        menu: 'view/item/context',
        when: `${onMemory} && !(viewItem =~ /^${TREE_ITEM.sharedMemory}/) && ${CONTEXT.hasTeam}`,
        group: '5_team@1',
      },
      { menu: 'webview/context', when: `${inPanel} && ${CONTEXT.hasTeam}`, group: '5_team@1' },
    ],
  },
  'memdir.revokeShared': {
    title: 'Take back from team',
    palette: 'false',
    menus: memoryMenus(`${inView} && viewItem =~ /^${TREE_ITEM.sharedMemory}/`, '5_team@1'),
  },
  'memdir.rebuildIndex': { title: 'Rebuild search index', palette: WITH_MEMORIES },
  'memdir.fixAll': {
    title: 'Apply all safe fixes…',
    palette: CONTEXT.hasProblems,
    menus: [
      { menu: 'webview/context', when: inPanel, group: '3_change@6' },
      { menu: 'view/title', when: inView, group: '2_repair@1' },
      { menu: 'view/item/context', when: onStoreOrIndex, group: '2_repair@1' },
    ],
  },
  'memdir.lintWorkspace': { title: 'Check all memories', palette: WITH_MEMORIES },
  /** Called by the code of a problem, with that code. */
  'memdir.explainRule': { title: 'Explain check', palette: 'false' },
  'memdir.moveStore': { title: 'Move store…' },
  /** Called with the name of a weight package, or without. */
  'memdir.installModel': { title: 'Install embedding model…' },
  'memdir.setUpOllama': { title: 'Set up Ollama…' },
  'memdir.allowModel': { title: 'Language model access…', palette: `config.memdir.model.provider == editor` },
  'memdir.setModelKey': {
    title: 'Set API key of the language model…',
    palette: `config.memdir.model.provider == openai`,
  },
  'memdir.connectClaude': { title: 'Connect Claude Code…' },
  'memdir.connectAgent': { title: 'Connect an agent…' },
  'memdir.showHealth': { title: 'Show health' },
  'memdir.restartHost': { title: 'Restart background host', palette: `${CONTEXT.hostState} != ready` },
  'memdir.showLog': { title: 'Show log' },
  'memdir.openWalkthrough': { title: 'Open walkthrough' },
  'memdir.filter': {
    title: 'Filter memories…',
    icon: '$(filter)',
    palette: WITH_MEMORIES,
    menus: [{ menu: 'view/title', when: `${inView} && !${CONTEXT.filtered}`, group: 'navigation@3' }],
  },
  'memdir.clearFilter': {
    title: 'Clear filter',
    icon: '$(filter-filled)',
    palette: CONTEXT.filtered,
    menus: [{ menu: 'view/title', when: `${inView} && ${CONTEXT.filtered}`, group: 'navigation@3' }],
  },
  ...VIEW_COMMANDS,
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
