/**
 * Secrets in a text: what is checked in memories, masked before anything is written and kept from leaving with a team store.
 * The rules are those of gitleaks (secrets/rules.json) and a few of Memdir's own. Time is linear in the text.
 */
import { withDecodedForms } from './decoded-text.js';
import { kindOf } from './kinds.js';
import { matches } from './match.js';
import type { SecretMatch } from './rule.js';

export interface SecretFinding extends SecretMatch {
  /** For people: "GitHub access token". Never holds a part of the value. */
  readonly kind: string;
}

export interface SecretOptions {
  /** Also what a comment allows (`<!-- memdir: allow secret -->`, `gitleaks:allow`, on the line or the one before). Default false. */
  readonly allowed?: boolean;
}

/** Every secret of a text in order; they do not overlap. One that characters nobody sees part is one with them. */
export function findSecrets(text: string, options: SecretOptions = {}): SecretFinding[] {
  const found = withDecodedForms(text, matches);
  if (found.length === 0) return [];
  const allowed = options.allowed === true ? () => false : allowedLines(text);
  return found.filter(({ start }) => !allowed(start)).map((each) => ({ ...each, kind: kindOf(each.ruleId) }));
}

/** What stands in place of a secret. It is not found as a secret again. */
export const maskOf = (kind: string): string => `[masked: ${kind}]`;

/**
 * The text with every secret replaced by {@link maskOf}; the rest stays as it is, byte by byte. A comment allows nothing here unless
 * `allowed: false` is given: what comes from outside must not be able to allow itself.
 */
export const maskSecrets = (text: string, options: SecretOptions = { allowed: true }): string =>
  replaced(text, options, ({ kind }) => maskOf(kind));

/** A text of the user's own files as it may be shown in lists, messages and reports: masked, with as many lines as before. What a comment allows is shown. */
export const hideSecrets = (text: string): string =>
  replaced(text, {}, ({ start, end, kind }) => maskOf(kind) + text.slice(start, end).replace(/[^\r\n]+/g, ''));

function replaced(text: string, options: SecretOptions, replacement: (found: SecretFinding) => string): string {
  let result = '';
  let at = 0;
  for (const found of findSecrets(text, options)) {
    result += text.slice(at, found.start) + replacement(found);
    at = found.end;
  }
  return at === 0 ? text : result + text.slice(at);
}

const COMMENT = /memdir:[ \t]{0,5}allow[ \t]{1,5}secret|gitleaks:allow/i;
/** On a line of its own it is about the next one; `gitleaks:allow` is only ever about its own. */
const ALONE = /^[ \t>*-]*(?:<!--|#|\/\/)[ \t]*memdir:[ \t]{0,5}allow[ \t]{1,5}secrets?\b[^\n\r]{0,200}$/i;

/** Tells of an offset of the text whether a comment allows what starts on its line. */
export function allowedLines(text: string): (offset: number) => boolean {
  if (!/memdir:|gitleaks:allow/i.test(text)) return () => false;
  return (offset) => {
    const line = lineAt(text, offset);
    if (COMMENT.test(text.slice(line.start, line.end).slice(0, 20_000))) return true;
    const before = line.start === 0 ? undefined : lineAt(text, line.start - 1);
    return (
      before !== undefined && before.end - before.start < 1_000 && ALONE.test(text.slice(before.start, before.end))
    );
  };
}

function lineAt(text: string, offset: number): { readonly start: number; readonly end: number } {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  const stop = end < 0 ? text.length : end;
  return { start, end: text.charAt(stop - 1) === '\r' ? stop - 1 : stop };
}
