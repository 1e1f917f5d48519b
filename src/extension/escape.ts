/** Escapes foreign text so that VS Code interprets nothing in it. */

/** The syntax of icons in labels. */
const ICON = /\$\([A-Za-z0-9-]+(?:~[A-Za-z]+)?\)/g;

/** For labels in which `$(name)` becomes an icon: quick picks, the status bar, tooltips of the language status. */
export const escapeLabel = (text: string): string => text.replace(ICON, '\\$&').replace(/\s+/g, ' ');

/** For notifications, where `[text](address)` becomes a link that can run a command: an invisible word joiner breaks the syntax. */
export const escapeMessage = (text: string): string => text.replace(/\](?=\()/g, ']\u2060');

/** For tree labels, where only line ends are interpreted. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** For markdown, on one line: escapes all punctuation, so that no link, image, tag or bare address is recognized. */
export const escapeMarkdown = (text: string): string => oneLine(text).replace(/[!-/:-@[-`{-~]/g, '\\$&');

/** Escapes a text of several lines as a markdown block quote. */
export const quoteMarkdown = (text: string): string =>
  text
    .trim()
    .split(/\r?\n/)
    .map((line) => (line.trim() === '' ? '>' : `> ${escapeMarkdown(line)}  `))
    .join('\n')
    .trimEnd();
