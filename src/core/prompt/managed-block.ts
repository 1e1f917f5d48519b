/** The part of an instruction file that Memdir manages, between marks. The remainder of the file is never changed. */
import { MemdirError } from '../errors.js';
import { t } from '../l10n.js';

const START = '<!-- memdir:start -->';
const END = '<!-- memdir:end -->';
const NOTE = '<!-- Written by memdir; changes between these marks are overwritten. -->';

/** Replaces the section between the marks, or appends it. `text` undefined: the file does not exist yet. */
export function withBlock(file: string, text: string | undefined, section: string): string {
  const eol = text?.includes('\r\n') ? '\r\n' : '\n';
  const block = [START, NOTE, '', section.trimEnd(), '', END].join('\n').replaceAll('\n', eol);
  const place = placeOf(file, text ?? '');
  if (place !== undefined) return (text ?? '').slice(0, place.start) + block + (text ?? '').slice(place.end);
  if (text === undefined || text.replace('\uFEFF', '').trim() === '')
    return `${text?.startsWith('\uFEFF') ? '\uFEFF' : ''}${block}${eol}`;
  return `${text}${text.endsWith('\n') ? '' : eol}${eol}${block}${eol}`;
}

/** Removes the section and the blank line before it. */
export function withoutBlock(file: string, text: string): string {
  const place = placeOf(file, text);
  if (place === undefined) return text;
  const before = text.slice(0, place.start).replace(/(\r?\n)\r?\n$/, '$1');
  return before + text.slice(place.end).replace(/^\r?\n/, '');
}

function placeOf(file: string, text: string): { readonly start: number; readonly end: number } | undefined {
  const [starts, ends] = [text.split(START).length - 1, text.split(END).length - 1];
  if (starts === 0 && ends === 0) return undefined;
  const [start, end] = [text.indexOf(START), text.indexOf(END)];
  if (starts !== 1 || ends !== 1 || end < start)
    throw new MemdirError(
      'bad-input',
      t(
        'Memdir’s marks in {file} don’t match. Keep one {start} followed by one {end}, or remove both. Nothing was changed.',
        { file, start: START, end: END },
      ),
    );
  return { start, end: end + END.length };
}
