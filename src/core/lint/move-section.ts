/** Moves a section of the index into a memory of its own. */
import { quoteScalar } from '../frontmatter/frontmatter.js';
import { entryFor } from '../index/append-entry.js';
import { LIMIT_LINES } from '../index/budget.js';
import type { IndexFile } from '../index/index-file.js';
import { t } from '../l10n.js';
import { namesOf } from '../links/resolve.js';
import { headingsOf } from '../markdown/headings.js';
import { firstSentence, plainLine } from '../markdown/plain-text.js';
import { memo } from '../memo.js';
import type { ParsedStore } from '../parsed-store.js';
import type { Fix } from '../problem.js';
import { maskForDisplay } from '../secrets/secrets.js';
import { lineEnd, range, truncate } from '../text.js';
import { insert, replace } from '../text-edits.js';
import { typeOfName } from './metadata.js';

export interface Section {
  /** Line of the heading. */
  readonly heading: number;
  /** Heading without its marks. */
  readonly title: string;
  /** First and last non-blank line of the section's text. */
  readonly first: number;
  readonly last: number;
  /** Number of content lines and of entries. */
  readonly content: number;
  readonly entries: number;
}

/** Shorter sections are not worth a file. */
const FEWEST_LINES = 3;

/** UTF-16 units of a heading that become the title. */
const MOST_TITLE = 200;

/**
 * Sections that could become memories: from a heading to the next one of its level or above. Never the title of the
 * whole index.
 */
function sectionsOf(index: IndexFile): Section[] {
  const { lines } = index;
  const headings = headingsOf(lines);
  const titles = headings.filter(({ level }) => level === 1).length;
  const [content, entries] = [
    running(index.contentLines, lines.count),
    running(
      index.entries.map(({ line }) => line),
      lines.count,
    ),
  ];
  return headings.flatMap(({ line, level, text, end }) => {
    const title = plainLine(text.slice(0, MOST_TITLE));
    const { first, last } = trimmed(index, line + 1, end - 1);
    if (title === '' || (level === 1 && titles === 1) || last - first + 1 < FEWEST_LINES) return [];
    const within = (sums: readonly number[]): number => (sums[last + 1] ?? 0) - (sums[first] ?? 0);
    return [{ heading: line, title, first, last, content: within(content), entries: within(entries) }];
  });
}

/** Prefix counts of the marked lines. */
function running(marked: readonly number[], count: number): number[] {
  const sums = new Array<number>(count + 1).fill(0);
  for (const line of marked) sums[line + 1] = (sums[line + 1] ?? 0) + 1;
  for (let line = 0; line < count; line++) sums[line + 1] = (sums[line + 1] ?? 0) + (sums[line] ?? 0);
  return sums;
}

function trimmed({ lines }: IndexFile, first: number, last: number): { first: number; last: number } {
  while (first <= last && lines.line(first).trim() === '') first++;
  while (last >= first && lines.line(last).trim() === '') last--;
  return { first, last };
}

/** Number of sections that are offered. */
const OFFERED = 3;

/**
 * The moves that free most room, best first: content sections, and for a cut index the section at the cut. Cached for
 * all rules.
 */
export const sectionMoves = memo((store: ParsedStore): readonly Fix[] => {
  const { index } = store;
  if (index === undefined || index.conflictLines.length > 0) return [];
  const { cutLine } = index.budget;
  const sections = sectionsOf(index);
  const notes = sections
    .filter(({ content, entries }) => entries === 0 && content > 0)
    .sort((a, b) => size(b) - size(a));
  const atCut =
    cutLine === undefined ? undefined : sections.find((section) => section.last >= cutLine && reaches(section, index));
  const chosen: Section[] = [];
  for (const section of atCut === undefined ? notes : [...notes, atCut]) {
    if (chosen.length === OFFERED) break;
    if (!chosen.some((other) => overlap(other, section))) chosen.push(section);
  }
  return chosen.map((section) => move(section, index, store));
});

const size = ({ first, last }: Section): number => last - first + 1;
const overlap = (a: Section, b: Section): boolean => a.heading <= b.last && b.heading <= a.last;

/** Whether the entry that replaces the section will be loaded. */
function reaches(section: Section, { budget }: IndexFile): boolean {
  return section.first < (budget.cutLine ?? Infinity) || budget.lines - size(section) + 1 <= LIMIT_LINES;
}

function move(section: Section, index: IndexFile, store: ParsedStore): Fix {
  const { lines, source } = index;
  // The text is written to new places, so secrets in it are masked.
  const title = maskForDisplay(section.title);
  const path = freePath(title, store);
  const at = range(section.first, 0, section.last, lines.line(section.last).length);
  const text = lines.text.slice(lines.offset(at.start), lines.offset(at.end));
  const sentence = maskForDisplay(firstSentence(text));
  const memory = {
    name: path.replace(/\.md$/, ''),
    named: true,
    description: sentence === '' ? title : `${title}: ${sentence}`,
    type: typeOfName(path, store.types) ?? 'reference',
  };
  const entry = entryFor(index, path, { ...memory, name: title });
  const body = `${frontMatter(memory, store).join(lineEnd(lines.text))}${lineEnd(lines.text)}${text}${lineEnd(lines.text)}`;
  return {
    title: t('Move the section “{title}” to {path}', { title: truncate(title, 60), path }),
    edits: { [path]: [insert({ line: 0, character: 0 }, body)], [source.path]: [replace(at, entry)] },
    safe: false,
    preferred: false,
  };
}

/** In the style of most memories of the store: type below metadata, or at the top level. */
export function frontMatter(
  memory: { readonly name: string; readonly description: string; readonly type: string },
  { files }: ParsedStore,
): string[] {
  let nested = 0;
  for (const {
    frontMatter: { fields },
  } of files.values()) {
    if (fields.some(({ path }) => path === 'metadata.type')) nested++;
    else if (fields.some(({ path }) => path === 'type')) nested--;
  }
  const type = nested > 0 ? ['metadata:', '  node_type: memory', `  type: ${memory.type}`] : [`type: ${memory.type}`];
  return ['---', `name: ${memory.name}`, `description: ${quoteScalar(memory.description)}`, ...type, '---', ''];
}

/** Maximum UTF-16 units of a file name made of a heading. */
const SLUG_UNITS = 40;

/** A file name from a heading that is free, ignoring case. */
function freePath(title: string, { files }: ParsedStore): string {
  const names = namesOf(files);
  const stems = names.stems.map(({ path }) => path);
  const mark = stems.filter((path) => path.includes('_')).length > stems.length / 2 ? '_' : '-';
  const bare = title.replace(/\([^()]*\)/g, '').trim() || title;
  const ascii = bare
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, mark);
  const whole = ascii.replace(/^[-_]+|[-_]+$/g, '');
  const slug =
    (whole.length <= SLUG_UNITS ? whole : whole.slice(0, SLUG_UNITS).replace(/[-_][a-z0-9]*$/, '')) || 'section';
  const taken = (stem: string): boolean =>
    stem === 'memory' || names.folded.has(`${stem}.md`) || names.byName.has(stem) || names.folders.has(`${stem}.md`);
  const first = /^[a-z]/.test(slug) ? slug : `section${mark}${slug}`;
  let stem = first;
  for (let n = 2; taken(stem); n++) stem = `${first}${mark}${n}`;
  return `${stem}.md`;
}
