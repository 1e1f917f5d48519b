/** The View menu of the Memories view: how it groups and sorts. */
import type { CommandDeclaration } from './command-declaration.js';
import { CONTEXT, VIEWS } from './ids.js';

export const GROUP_CHOICES = ['type', 'level', 'store', 'age', 'problem', 'agent'] as const;
export const SORT_CHOICES = ['age', 'name', 'use'] as const;
type GroupChoice = (typeof GROUP_CHOICES)[number];
type SortChoice = (typeof SORT_CHOICES)[number];

/** VS Code has no check marks for menu items of extensions: each choice is two commands, of which one has the mark. */
export const groupCommand = <C extends GroupChoice>(choice: C) =>
  [`memdir.groupBy.${choice}`, `memdir.groupBy.${choice}.on`] as const;
export const sortCommand = <C extends SortChoice>(choice: C) =>
  [`memdir.sortBy.${choice}`, `memdir.sortBy.${choice}.on`] as const;

const VIEW_MENU = 'memdir.view';
/** Menus within menus. */
export const SUBMENUS = [
  { id: VIEW_MENU, label: 'View', in: 'view/title', when: `view == ${VIEWS.memories.id}`, group: '1_view@1' },
] as const;

const GROUP_TITLES: Readonly<Record<GroupChoice, string>> = {
  type: 'Group by type',
  level: 'Group by level',
  store: 'Group by store',
  age: 'Group by age',
  problem: 'Group by problem',
  agent: 'Group by agent',
};
const SORT_TITLES: Readonly<Record<SortChoice, string>> = {
  age: 'Sort by age',
  name: 'Sort by name',
  use: 'Sort by use',
};

type ChoiceId =
  ReturnType<typeof groupCommand<GroupChoice>>[number] | ReturnType<typeof sortCommand<SortChoice>>[number];

/** The two commands of a choice. */
function choice(
  [plain, chosen]: readonly [ChoiceId, ChoiceId],
  title: string,
  isChosen: string,
  group: string,
): [ChoiceId, CommandDeclaration][] {
  const menu = (when: string): NonNullable<CommandDeclaration['menus']> => [{ menu: VIEW_MENU, when, group }];
  return [
    [plain, { title, palette: 'false', menus: menu(`!(${isChosen})`) }],
    [chosen, { title: `✓ ${title}`, palette: 'false', menus: menu(isChosen) }],
  ];
}

export const VIEW_COMMANDS = Object.fromEntries([
  ...GROUP_CHOICES.flatMap((each, at) =>
    choice(groupCommand(each), GROUP_TITLES[each], `${CONTEXT.groupBy} == ${each}`, `1_group@${at}`),
  ),
  ...SORT_CHOICES.flatMap((each, at) =>
    choice(sortCommand(each), SORT_TITLES[each], `${CONTEXT.sortBy} == ${each}`, `2_sort@${at}`),
  ),
]) as Readonly<Record<ChoiceId, CommandDeclaration>>;
