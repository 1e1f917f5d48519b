/** Text that others wrote, shown letter by letter. */

/** What VS Code turns into an icon inside labels. */
const ICON = /\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)/g;

/** For labels in which `$(name)` becomes an icon: quick picks, the status bar, tooltips of the language status. */
export const escapeLabel = (text: string): string => text.replace(ICON, '\\$&').replace(/\s+/g, ' ');

/** For notifications, where `[text](address)` becomes a link that can run a command: an invisible joiner keeps it words. */
export const escapeMessage = (text: string): string => text.replace(/\](?=\()/g, ']\u2060');

/** One line for tree labels, where nothing is interpreted but line ends. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** For markdown, on one line: every character that could mean something stands for itself, so there are no links, images, tags or addresses to click. */
export const escapeMarkdown = (text: string): string => oneLine(text).replace(/[!-/:-@[-`{-~]/g, '\\$&');

/** A whole text as a quotation that wraps and whose words nothing interprets; it begins and ends a paragraph of its own. */
export const quoteMarkdown = (text: string): string =>
  text
    .trim()
    .split(/\r?\n/)
    .map((line) => (line.trim() === '' ? '>' : `> ${escapeMarkdown(line)}  `))
    .join('\n')
    .trimEnd();
