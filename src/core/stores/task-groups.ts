/** Codex keeps what it learned about all of its work in one file, a task group below the other: each of them is a memory of its own. */
import { TextLines } from '../text.js';
import { slugOf } from '../write/names.js';

/** A memory that is a part of a file. */
export interface FilePart {
  /** Path inside the store: that of the file, and the name of the part below it. */
  readonly path: string;
  /** The part alone, below as many empty lines as the file has lines before it: what is said of a line counts in the file. */
  readonly text: string;
}

const GROUP = /^# +Task Group:[ \t]*(.*?)[ \t]*$/gim;
const PART = /^(.+\.md)\/[^/.]+$/i;
/** A line that is no text of a memory. */
const NOTHING = /^(?:#.*|\s*)$/;

/** Path of the file in which a memory is; its own one for all but the parts of a file. */
export const fileOf = (path: string): string => PART.exec(path)?.[1] ?? path;

export const isPartPath = (path: string): boolean => PART.test(path);

/** What a part says in its heading. */
export const titleOfPart = (text: string): string | undefined => [...text.matchAll(GROUP)][0]?.[1] || undefined;

/** The task groups of a file; none for a file that has none. Text before the first one belongs to it. */
export function taskGroupsOf(file: string, text: string): FilePart[] {
  const taken = new Set<string>();
  const lines = new TextLines(text);
  const groups = [...text.matchAll(GROUP)];
  return groups.map(({ index, 1: title = '' }, at) => {
    const isFirst =
      at === 0 &&
      !text
        .slice(0, index)
        .split(/\r?\n/)
        .every((line) => NOTHING.test(line));
    const from = isFirst ? 0 : index;
    return {
      path: `${file}/${freeSlug(taken, slugOf(title) || 'task-group')}`,
      text: '\n'.repeat(lines.position(from).line) + text.slice(from, groups[at + 1]?.index),
    };
  });
}

/** Lines below the heading that tell Codex where a group counts. */
const FIELDS = /^(?:[ \t]*(?:(?:scope|applies_to):[^\n]*)?\r?\n)+/i;

/** A task group as other agents write: its title, what it is about, and its text without what Codex alone reads. */
export function groupNote(part: string): { readonly title: string; readonly about: string; readonly text: string } {
  const heading = [...part.matchAll(GROUP)][0];
  if (heading === undefined) return { title: '', about: '', text: part.trim() };
  const below = part.slice(heading.index + heading[0].length);
  const fields = FIELDS.exec(below)?.[0] ?? '';
  const before = part.slice(0, heading.index).trim();
  const text = [before, below.slice(fields.length).trim()].filter(Boolean).join('\n\n');
  return { title: heading[1] ?? '', about: /^scope:[ \t]*(\S.*?)\s*$/im.exec(fields)?.[1] ?? '', text };
}

function freeSlug(taken: Set<string>, slug: string): string {
  let free = slug;
  for (let number = 2; taken.has(free); number++) free = `${slug}-${number}`;
  taken.add(free);
  return free;
}
