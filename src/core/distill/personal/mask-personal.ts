/** A text before a language model is asked: what reaches or identifies a person becomes its kind in brackets. */
import { findContacts } from './contacts.js';
import { replaceParts } from './personal-data.js';

const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]{1,400}`/g;

/** In code "@name" is a decorator; addresses and numbers there are those of people all the same. */
export function maskPersonal(text: string): string {
  const code = [...text.matchAll(CODE)].map(({ index, 0: span }) => ({ start: index, end: index + span.length }));
  const isCode = (at: number): boolean => code.some((span) => span.start < at && at < span.end);
  return replaceParts(
    text,
    findContacts(text).filter(({ kind, start }) => kind !== 'handle' || !isCode(start)),
    ({ kind }) => `[${kind}]`,
  );
}
