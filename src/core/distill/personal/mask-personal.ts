/** Replaces what reaches or identifies a person by its kind in brackets ("[phone number]"), before a text goes to a language model. */
import { findContacts } from './contacts.js';
import { type PersonalData, replaceParts } from './personal-data.js';

const CODE = /```[\s\S]*?(?:```|$)|`[^`\n]{1,400}`/g;

/** A handle in code is a decorator, and stays; of another contact there its kind stays. */
export function maskContacts(text: string, outsideCode: (contact: PersonalData) => string): string {
  const code = [...text.matchAll(CODE)].map(({ index, 0: span }) => ({ start: index, end: index + span.length }));
  return replaceParts(text, findContacts(text), (contact) => {
    const { start, kind } = contact;
    if (!code.some((span) => span.start < start && start < span.end)) return outsideCode(contact);
    return kind === 'handle' ? contact.text : `[${kind}]`;
  });
}

export const maskPersonal = (text: string): string => maskContacts(text, ({ kind }) => `[${kind}]`);
