/** Theme icons of memory types. */
const ICONS: Readonly<Record<string, string>> = {
  user: 'account',
  feedback: 'comment-discussion',
  project: 'project',
  reference: 'book',
  decision: 'law',
  context: 'pinned',
  failure: 'bug',
  pattern: 'symbol-structure',
  dependency: 'package',
};

/** Types of the settings and unknown ones have the icon of a note. */
export const typeIcon = (type: string): string => (Object.hasOwn(ICONS, type) ? (ICONS[type] ?? 'note') : 'note');
