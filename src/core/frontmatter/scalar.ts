import { t } from '../l10n.js';

/** A text as a double-quoted YAML scalar on one line. JSON strings are YAML strings, so reading it back gives the same text. */
export const quoteScalar = (text: string): string => JSON.stringify(text);

const READ_AS: readonly (readonly [() => string, RegExp])[] = [
  [() => t('a date'), /^\d{4}-\d{1,2}-\d{1,2}(?:[Tt ][\d:.+\-Zz ]{1,30})?$/],
  [
    () => t('a number'),
    /^[-+]?(?:0x[\da-fA-F]{1,30}|0o[0-7]{1,30}|(?:\d[\d_]{0,30}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][-+]?\d{1,4})?)$/,
  ],
  [() => t('a yes/no value'), /^(?:true|false|yes|no|on|off)$/i],
  [() => t('an empty value'), /^(?:null|~)$/i],
];

/** How a YAML reader interprets an unquoted text that it does not read as text: "a date", "a number" and so on. */
export const readAs = (plain: string): string | undefined =>
  plain.length > 80 ? undefined : READ_AS.find(([, form]) => form.test(plain))?.[0]();

/** Front matter values that need no quotes. */
export const isPlain = (text: string): boolean =>
  /^[A-Za-z][\w .,/()-]*$/.test(text) && !/^(?:true|false|yes|no|on|off|null)$/i.test(text) && !text.endsWith(' ');
