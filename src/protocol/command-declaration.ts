export interface CommandDeclaration {
  readonly title: string;
  readonly icon?: string;
  /** `when` clause of the command palette; `false` keeps it out. Absent: always offered. */
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
