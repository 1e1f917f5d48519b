/** Ids of views and panels, and context keys. */
export const VIEWS = {
  memories: { id: 'memdir.memories', name: 'Memories' },
  // Collapsed until the user opens it: the badge counts drafts, and the tree gets the space.
  inbox: { id: 'memdir.inbox', name: 'Inbox', visibility: 'collapsed' },
  references: { id: 'memdir.references', name: 'References', visibility: 'collapsed' },
} as const;

export const PANELS = {
  explorer: { id: 'memdir.explorer' },
} as const;

/** Context keys set by the extension and used in `when` clauses. */
export const CONTEXT = {
  hasStore: 'memdir.hasStore',
  groupBy: 'memdir.groupBy',
  sortBy: 'memdir.sortBy',
  hasProblems: 'memdir.hasProblems',
  /** Whether the active editor shows a memory. */
  onMemory: 'memdir.onMemory',
  /** Whether MEMORY.md does not list it, and whether it is a note of Copilot. */
  onUnlisted: 'memdir.onUnlisted',
  onNote: 'memdir.onNote',
  /** Whether the conversation that it came from is on this machine. */
  onConversation: 'memdir.onConversation',
  hasDeleted: 'memdir.hasDeleted',
  /** Whether memories can be shared: with a team database, or by Git. */
  hasTeam: 'memdir.hasTeam',
  filtered: 'memdir.filtered',
  /** Whether a command waits for an answer about the changes that it shows. */
  previewing: 'memdir.previewing',
  hostState: 'memdir.hostState',
  hasDrafts: 'memdir.hasDrafts',
  /** Whether a decision about a draft was made in this window. */
  hasDecisions: 'memdir.hasDecisions',
  /** Absolute paths of the files of drafts that wait. */
  draftPaths: 'memdir.draftPaths',
} as const;

/** States of the background host, the values of {@link CONTEXT.hostState}. */
export type HostState = 'starting' | 'ready' | 'failed' | 'stopped';

/** The walkthrough on the Welcome page. */
export const WALKTHROUGH_ID = 'memdir.start';
