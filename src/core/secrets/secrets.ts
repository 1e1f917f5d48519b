/**
 * Secret detection: for lint, for masking before every write, and for team stores. The rules are those of gitleaks
 * (secrets/rules.json) and some of our own. Linear time.
 */
import { withDecodedForms } from './decoded-text.js';
import { kindOf } from './kinds.js';
import { matchRules } from './match.js';
import type { SecretMatch } from './rule.js';

/** Raised when other texts are found: what was indexed under another number may contain what is masked now. */
export const SECRETS_VERSION = 2;

export interface SecretFinding extends SecretMatch {
  /** For people: "GitHub access token". Never contains a part of the value. */
  readonly kind: string;
}

export interface SecretOptions {
  /**
   * Includes secrets that an allow comment permits (`<!-- memdir: allow secret -->`, `gitleaks:allow`, on the line or
   * the one before). Default false.
   */
  readonly includeAllowed?: boolean;
  /** Includes keys of documentation and forms with hardly any content, which are named as such and never masked. Default false. */
  readonly includeSamples?: boolean;
}

/** All secrets of a text in order, without overlaps; also those interrupted by invisible characters. */
export function findSecrets(text: string, options: SecretOptions = {}): SecretFinding[] {
  const all = withDecodedForms(text, matchRules);
  const found = options.includeSamples === true ? all : all.filter(({ confidence }) => confidence !== 'low');
  if (found.length === 0) return [];
  const allowed = options.includeAllowed === true ? () => false : allowedLines(text);
  return found.filter(({ start }) => !allowed(start)).map((each) => ({ ...each, kind: kindOf(each.ruleId) }));
}

/** The mask of a secret. It is not detected as a secret itself. */
export const maskOf = (kind: string): string => `[masked: ${kind}]`;

/**
 * Replaces every secret by {@link maskOf}; all other bytes stay. Allow comments are ignored unless
 * `includeAllowed: false` is given, because foreign text must not be able to allow itself.
 */
export const maskSecrets = (text: string, options: SecretOptions = { includeAllowed: true }): string =>
  replaceSecrets(text, options, ({ kind }) => maskOf(kind));

/**
 * Masks a text of the user's own files for lists, messages and reports; the number of lines stays. Allow comments are
 * respected.
 */
export const maskForDisplay = (text: string): string =>
  replaceSecrets(text, {}, ({ start, end, kind }) => maskOf(kind) + text.slice(start, end).replace(/[^\r\n]+/g, ''));

/** {@link maskForDisplay} for every string in a value that is printed as JSON, names of files among them. Fields that are undefined are left out. */
export function maskFieldsForDisplay(value: unknown): unknown {
  if (typeof value === 'string') return maskForDisplay(value);
  if (Array.isArray(value)) return value.map(maskFieldsForDisplay);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== undefined)
      .map(([key, inner]) => [key, maskFieldsForDisplay(inner)]),
  );
}

function replaceSecrets(text: string, options: SecretOptions, replacement: (found: SecretFinding) => string): string {
  let result = '';
  let at = 0;
  for (const found of findSecrets(text, options)) {
    result += text.slice(at, found.start) + replacement(found);
    at = found.end;
  }
  return at === 0 ? text : result + text.slice(at);
}

const COMMENT = /memdir:[ \t]{0,5}allow[ \t]{1,5}secret|gitleaks:allow/i;
/** A comment on a line of its own applies to the next line; `gitleaks:allow` only to its own. */
const COMMENT_LINE = /^[ \t>*-]*(?:<!--|#|\/\/)[ \t]*memdir:[ \t]{0,5}allow[ \t]{1,5}secrets?\b[^\n\r]{0,200}$/i;

/** Returns a test of whether an allow comment permits a secret that starts at an offset. */
export function allowedLines(text: string): (offset: number) => boolean {
  if (!/memdir:|gitleaks:allow/i.test(text)) return () => false;
  return (offset) => {
    const line = lineAt(text, offset);
    if (COMMENT.test(text.slice(line.start, line.end).slice(0, 20_000))) return true;
    const before = line.start === 0 ? undefined : lineAt(text, line.start - 1);
    return (
      before !== undefined &&
      before.end - before.start < 1_000 &&
      COMMENT_LINE.test(text.slice(before.start, before.end))
    );
  };
}

function lineAt(text: string, offset: number): { readonly start: number; readonly end: number } {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  const stop = end < 0 ? text.length : end;
  return { start, end: text.charAt(stop - 1) === '\r' ? stop - 1 : stop };
}
