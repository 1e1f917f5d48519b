/**
 * A memory without names, first person and feelings: sentence by sentence, and only where the rules leave a sound sentence that says as much. All
 * other words, code, headings, tables, quotations and the structure of the text stay. English; contacts are masked in any language.
 */
import { maskedLine } from '../../markdown/prose.js';
import { findContacts } from '../personal/contacts.js';
import type { PersonalData } from '../personal/personal-data.js';
import { proseBlocks } from './prose-blocks.js';
import { personalFaults, rewordedSentence } from './sentence.js';

export interface WordChange {
  readonly before: string;
  readonly after: string;
}

export interface Rewording {
  readonly text: string;
  readonly changes: readonly WordChange[];
  /** Whether the text that came in names people, speaks in the first person or tells feelings. */
  readonly personal: boolean;
}

let segmenter: Intl.Segmenter | undefined;

/** @param text Markdown in which relative dates are dates already */
export function reword(text: string): Rewording {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'sentence' });
  const changes: WordChange[] = [];
  let [shown, end, personal] = ['', 0, false];
  for (const { start, text: block } of proseBlocks(text)) {
    // A sentence goes on in the next line of its paragraph.
    const masked = block.split('\n').map(maskedLine).join(' ');
    shown += text.slice(end, start);
    end = start + block.length;
    for (const { index, segment } of segmenter.segment(masked)) {
      const whole = block.slice(index, index + segment.length);
      const sentence = whole.trim();
      if (personalFaults(sentence).length > 0) personal = true;
      const line = onOneLine(sentence);
      const after = (line === undefined ? undefined : rewordedSentence(line)) ?? withoutContacts(sentence, segment);
      if (after !== sentence) changes.push({ before: sentence, after });
      shown += whole.replace(sentence, () => after);
    }
  }
  return { text: shown + text.slice(end), changes, personal };
}

const WRAP = /[ \t]*\r?\n[ \t]*(?=[\p{Ll}\d(`])/gu;
/** A sentence that was wrapped; undefined where a line may be one of its own, or ends in a hard break. */
function onOneLine(sentence: string): string | undefined {
  if (/(?: {2}|\\)\r?\n/.test(sentence)) return undefined;
  const line = sentence.replace(WRAP, ' ');
  return line.includes('\n') ? undefined : line;
}

/** Addresses that reach no person: of a role, or of a program. */
const IMPERSONAL =
  /^(?:no-?reply|do-?not-?reply|support|info|admin|security|abuse|postmaster|root|git|bot|ci|builds?|deploy\w*|release\w*|ops|dev|team|hello|help|contact|alerts?|notifications?|service\w*)[@+]|gserviceaccount\.com$/i;

/** Prose without what reaches or identifies a person; a handle in code may be a decorator. */
function withoutContacts(sentence: string, segment: string): string {
  const offset = segment.length - segment.trimStart().length;
  const isProse = ({ start, end }: PersonalData): boolean =>
    segment.slice(start + offset, end + offset) === sentence.slice(start, end);
  return findContacts(sentence)
    .filter((contact) => isProse(contact) && !IMPERSONAL.test(contact.text))
    .reduceRight((shown, { start, end, kind }) => `${shown.slice(0, start)}[${kind}]${shown.slice(end)}`, sentence);
}
