/** Notes without front matter: made of memories, divided at headings, and joined. */
import { layoutOf } from '../markdown/layout.js';
import type { ParsedFile } from '../parsed-file.js';
import { lineEnd, TextLines } from '../text.js';
import { groupNote, isPartPath } from './task-groups.js';

export interface Note {
  /** What it is called, for its file name. */
  readonly name: string;
  readonly text: string;
}

/** A memory as a note: its text below a title, its description first unless the text says it. A note stays as it is, with what it has for front matter. */
export function noteOf({ memory, source }: ParsedFile, plain: boolean): string {
  if (plain) return isPartPath(source.path) ? noteOfGroup(source.text, memory.name) : source.text;
  const body = memory.body.trim();
  const titled = headingOf(body) !== undefined;
  const title = titled ? body.split('\n', 1).join() : `# ${memory.named ? memory.name : memory.path}`;
  const text = (titled ? body.slice(title.length) : body).trim();
  const description = isSaid(memory.description, body) ? '' : memory.description.trim();
  return `${[title.trimEnd(), description, text].filter(Boolean).join('\n\n')}\n`;
}

function noteOfGroup(part: string, name: string): string {
  const { title, about, text } = groupNote(part);
  return `${[`# ${title || name}`, about, text].filter(Boolean).join('\n\n')}\n`;
}

const wordsOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
/** Whether a text has the words of a description in their order, or there are none. */
const isSaid = (description: string, text: string): boolean =>
  ` ${wordsOf(text)} `.includes(` ${wordsOf(description)} `);

const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*$/;
const headingOf = (text: string): string | undefined => HEADING.exec(text.split('\n', 1)[0]?.trimEnd() ?? '')?.[2];

/** The parts of a text below each of its highest headings of which there are several; what comes before the first belongs to it. Every byte is in one part. */
export function partsOfNote(text: string): Note[] {
  const lines = new TextLines(text);
  const { kinds } = layoutOf(lines);
  const headings: { readonly line: number; readonly depth: number; readonly title: string }[] = [];
  for (let line = 0; line < lines.count; line++) {
    const [, marks, title] = kinds[line] === 'text' ? (HEADING.exec(lines.line(line)) ?? []) : [];
    if (marks !== undefined && title) headings.push({ line, depth: marks.length, title });
  }
  const depths = [...new Set(headings.map(({ depth }) => depth))].sort((a, b) => a - b);
  const depth = depths.find((each) => headings.filter((heading) => heading.depth === each).length > 1);
  const starts = headings.filter((heading) => heading.depth === depth);
  return starts.map(({ line, title }, at) => {
    const next = starts[at + 1]?.line;
    const from = at === 0 ? 0 : lines.offset({ line, character: 0 });
    const to = next === undefined ? text.length : lines.offset({ line: next, character: 0 });
    return { name: title, text: text.slice(from, to) };
  });
}

/** Notes one below the other, each under its name unless it has a title. */
export function joinedNotes(notes: readonly Note[]): string {
  const end = lineEnd(notes[0]?.text ?? '');
  return notes
    .map(({ name, text }) => {
      const titled = headingOf(text) === undefined ? `# ${name}${end}${end}${text}` : text;
      return /[\r\n]$/.test(titled) ? titled : titled + end;
    })
    .join(end);
}
