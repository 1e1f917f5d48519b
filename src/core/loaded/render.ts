/** What Claude Code loads, as a text for people: a summary, the parts with their text, and what is left out. */
import { t, tPlural } from '../l10n.js';
import type { LoadedPart, LoadedReport, TextSize } from './results.js';

export interface RenderedPart {
  readonly part: LoadedPart;
  /** Line of the text that names its path, from 0, and the column at which the path begins. */
  readonly line: number;
  readonly column: number;
  readonly shown: string;
}

export interface RenderedReport {
  readonly text: string;
  readonly places: readonly RenderedPart[];
}

/** What is loaded as well and cannot be shown. */
const unloadedNote = (): string =>
  t(
    'Not shown, because it isn’t in files that Memdir reads: the rest of Claude Code’s own prompt, its tools, skills, and what hooks and servers add. Token counts are estimates.',
  );

const isShown = ({ state }: LoadedPart): boolean => state === 'loaded' || state === 'cut';

/** @param shown turns an absolute path into the one that is displayed */
export function renderLoaded({ folder, parts, total }: LoadedReport, shown: (path: string) => string): RenderedReport {
  const lines: string[] = [];
  const places: RenderedPart[] = [];
  const heading = (part: LoadedPart, mark: string): void => {
    const path = shown(part.path);
    places.push({ part, line: lines.length, column: mark.length, shown: path });
    lines.push(`${mark}${path}`);
  };
  const note = (part: LoadedPart): void => {
    const { importedBy, state, reason } = part;
    if (importedBy === undefined || state !== 'loaded') lines.push(`   ${reason}`);
    if (importedBy !== undefined) lines.push(`   ${t('Imported by {path}.', { path: shown(importedBy) })}`);
  };
  lines.push(t('What Claude Code loads at the start of a session in {folder}', { folder: shown(folder) }));
  const inside = parts.filter(isShown);
  lines.push(
    `${tPlural(inside.length, '1 file', '{n} files')}, ${sizeWords(total)}`,
    '',
    ...inside.map(
      (part, at) => `${`${at + 1}`.padStart(3)}  ${share(part.size, total).padStart(4)}  ${shown(part.path)}`,
    ),
  );
  for (const [at, part] of inside.entries()) {
    lines.push('', RULE);
    heading(part, `${at + 1}. `);
    note(part);
    lines.push(`   ${sizeWords(part.size)}`, RULE, '', ...part.text.split('\n'));
  }
  const others = parts.filter((part) => !isShown(part));
  for (const [title, some] of [
    [t('Loaded, text unknown'), others.filter(({ state }) => state === 'unknown')],
    [t('Loaded later'), others.filter(({ state }) => state === 'later')],
    [t('Not loaded'), others.filter(({ state }) => state === 'left-out')],
  ] as const) {
    if (some.length === 0) continue;
    lines.push('', RULE, title, RULE);
    for (const part of some) {
      lines.push('');
      heading(part, '');
      note(part);
      if (part.size.bytes > 0) lines.push(`   ${sizeWords(part.size)}`);
    }
  }
  lines.push('', RULE, unloadedNote());
  return { text: `${lines.join('\n')}\n`, places };
}

const RULE = '─'.repeat(80);

/** “12 lines, 340 bytes, about 85 tokens” */
export const sizeWords = ({ lines, bytes, tokens }: TextSize): string =>
  [
    tPlural(lines, '1 line', '{n} lines'),
    tPlural(bytes, '1 byte', '{n} bytes'),
    tPlural(tokens, 'about 1 token', 'about {n} tokens'),
  ].join(', ');

const share = ({ bytes }: TextSize, total: TextSize): string =>
  total.bytes === 0 ? '' : `${Math.round((bytes / total.bytes) * 100)}%`;
