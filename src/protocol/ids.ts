/** Every name VS Code knows Memdir by. package.json is written from here (scripts/manifest). */
export const EXTENSION_ID = 'memdir.memdir';
export const CONTAINER = { id: 'memdir', title: 'Memdir', icon: 'media/memdir.svg' } as const;

export const VIEWS = {
  memories: { id: 'memdir.memories', name: 'Memories' },
} as const;

/** Context keys set by the extension and used in `when` clauses. */
export const CONTEXT = {
  hasStore: 'memdir.hasStore',
  groupBy: 'memdir.groupBy',
  filtered: 'memdir.filtered',
  hostState: 'memdir.hostState',
} as const;

/** Values of a tree item's `contextValue`. */
export const TREE_ITEM = { memory: 'memory', index: 'index', store: 'store', group: 'group' } as const;

export interface CommandDeclaration {
  readonly title: string;
  readonly icon?: string;
  /** `when` clause of the command palette; `false` keeps it out. */
  readonly palette?: string;
  /** Places in the user interface it stands in. */
  readonly menus?: readonly { readonly menu: string; readonly when: string; readonly group: string }[];
  readonly keybinding?: { readonly key: string; readonly mac?: string; readonly when?: string };
}

const inView = `view == ${VIEWS.memories.id}`;

/** Commands by id; titles get the category `Memdir`. */
export const COMMANDS = {
  'memdir.recall': {
    title: 'Recall…',
    icon: '$(search)',
    menus: [{ menu: 'view/title', when: inView, group: 'navigation@1' }],
    keybinding: { key: 'ctrl+alt+r', mac: 'cmd+alt+r' },
  },
  'memdir.refresh': {
    title: 'Refresh',
    icon: '$(refresh)',
    menus: [{ menu: 'view/title', when: inView, group: 'navigation@2' }],
  },
  'memdir.openIndex': {
    title: 'Open MEMORY.md',
    icon: '$(list-unordered)',
    menus: [{ menu: 'view/item/context', when: `${inView} && viewItem == ${TREE_ITEM.store}`, group: 'inline@1' }],
  },
  'memdir.rebuildIndex': { title: 'Rebuild search index' },
  'memdir.lintWorkspace': { title: 'Check all memories' },
  'memdir.showHealth': { title: 'Show health' },
  'memdir.restartHost': { title: 'Restart background host' },
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

export type CommandId = keyof typeof COMMANDS;

export const DIAGNOSTIC_SOURCE = 'memdir';
/** Address of the page that explains a diagnostic code. */
export const ruleDocumentation = (code: string): string => `https://github.com/memdir/memdir/blob/main/docs/rules/${code}.md`;
