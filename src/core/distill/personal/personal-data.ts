/** A part of a text that names or reaches a person; offsets in UTF-16 units. */
export interface PersonalData {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly kind:
    | 'name'
    | 'handle'
    | 'e-mail address'
    | 'phone number'
    | 'bank account number'
    | 'card number'
    | 'identity number'
    | 'street address';
}

/** The text with a replacement for each part; the parts are in their order. */
export function replaceParts(
  text: string,
  parts: readonly PersonalData[],
  replacement: (part: PersonalData) => string,
): string {
  let shown = '';
  let at = 0;
  for (const part of parts) {
    shown += text.slice(at, part.start) + replacement(part);
    at = part.end;
  }
  return shown + text.slice(at);
}
