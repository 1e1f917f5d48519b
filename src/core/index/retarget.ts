import { stemOf } from '../file-stem.js';
import type { TextEdit, TextLines } from '../text.js';
import { replace } from '../text-edits.js';
import type { IndexEntry } from './index-file.js';

/** An edit that points an entry to another file, in the spelling of the entry: `./`, percent signs, anchor. */
export function retarget(entry: IndexEntry, path: string, lines: TextLines): TextEdit {
  if (entry.form === 'wiki') return replace(entry.targetRange, stemOf(path));
  if (entry.form === 'code') return replace(entry.targetRange, path);
  const line = lines.line(entry.line);
  const angled = line.charAt(entry.targetRange.start.character - 1) === '<';
  const anchor = /#.*$/s.exec(entry.target)?.[0] ?? '';
  const lead = entry.target.startsWith('./') ? './' : '';
  if (angled) return replace(entry.targetRange, lead + literal(path) + anchor);
  if (/%[0-9a-f]{2}/i.test(entry.target)) return replace(entry.targetRange, lead + percentEncoded(path) + anchor);
  return replace(entry.targetRange, linkTarget(lead + path, anchor));
}

/** A path as a link target: in angle brackets when it contains blanks or unbalanced parentheses. */
export function linkTarget(path: string, anchor = ''): string {
  if (/[<>]/.test(path)) return percentEncoded(path) + anchor;
  const target = literal(path) + anchor;
  return /\s/.test(path) || !pairs(path) ? `<${target}>` : target;
}

/** Escapes characters of the file name that a link would read as an anchor or a percent sign. */
const literal = (path: string): string =>
  path.replace(/#|%(?=[0-9a-f]{2})/gi, (mark) => (mark === '#' ? '%23' : '%25'));

const percentEncoded = (path: string): string =>
  encodeURI(path.replace(/\p{Surrogate}/gu, '\uFFFD')).replace(
    /[()#?]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );

function pairs(path: string): boolean {
  let depth = 0;
  for (const mark of path) {
    if (mark === '(') depth++;
    else if (mark === ')' && --depth < 0) return false;
  }
  return depth === 0;
}
