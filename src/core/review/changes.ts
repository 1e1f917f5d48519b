/** What a decision of the review changes. Pure. */
import { statedDates } from '../age.js';
import { withMissingLines } from '../dream/append-lines.js';
import type { DreamChange } from '../dream/apply-changes.js';
import { hasValidFrontMatter, setField } from '../lint/metadata.js';
import { confirmation } from '../lint/stale.js';
import { localDay } from '../local-day.js';
import type { ParsedFile } from '../parsed-file.js';
import { applyEdits } from '../text.js';

/** The text with its date set to today; the same text where a date can be written nowhere. */
export function stillTrue(file: ParsedFile, now: number): string {
  const { path, text } = file.source;
  const [fix] = confirmation(file, now);
  if (fix !== undefined) return applyEdits(text, fix.edits[path] ?? []);
  const dated = statedDates(file.frontMatter.fields).length > 0;
  return dated || !hasValidFrontMatter(file) ? text : applyEdits(text, [setField(file, 'modified', localDay(now))]);
}

/** The other memory takes over the lines that only this one has. */
export function mergeChanges(file: ParsedFile, into: ParsedFile): DreamChange[] {
  const after = withMissingLines(into, file);
  const { path, text: before } = into.source;
  return [
    ...(after === before ? [] : [{ do: 'text', path, before, after } as const]),
    { do: 'retire', path: file.source.path, by: path },
  ];
}
