import type { Range } from '../text.js';
import type { FrontMatterFault } from './model.js';

/** The remedy at the end of a message. */
const QUOTE_IT = 'Put the whole value in quotes.';

export const aliasFault = (range: Range): FrontMatterFault => ({
  kind: 'alias',
  message: 'Anchors (&name) and aliases (*name) are not supported in memory front matter. Write the value out.',
  range,
});

export const unresolvedAliasFault = (path: string, written: string, range: Range): FrontMatterFault => ({
  kind: 'alias',
  message: `"${path}" starts with "*", which YAML takes for an alias that is not defined. ${QUOTE_IT}`,
  range,
  quote: { range, value: written },
});

export function tagFault(path: string, written: string, range: Range): FrontMatterFault {
  const tag = /^\S{1,60}/.exec(written)?.[0] ?? '!';
  const fault = { kind: 'tag', range } as const;
  if (tag.startsWith('!!'))
    return {
      ...fault,
      message: `"${path}" carries the tag "${tag}". Tags are not supported in memory front matter; write plain text.`,
    };
  const message = `"${path}" starts with "!", which YAML takes for a tag, so the value is not read as text. ${QUOTE_IT}`;
  return /[\r\n]/.test(written) ? { ...fault, message } : { ...fault, message, quote: { range, value: written } };
}

export const duplicateFault = (path: string, firstLine: number, range: Range): FrontMatterFault => ({
  kind: 'yaml',
  message: `"${path}" stands twice in the front matter; the first one, on line ${firstLine + 1}, is used. Remove one of them.`,
  range,
});

export const doubleFault = (range: Range): FrontMatterFault => ({
  kind: 'double',
  message:
    'A second block of front matter follows the first. Only the first is read; move what is needed into it and remove the second.',
  range,
});

export const strayLineFault = (range: Range): FrontMatterFault => ({
  kind: 'yaml',
  message:
    'This line of the front matter is neither "key: value" nor a comment, so YAML readers reject the whole block. Correct it or remove it.',
  range,
});

export const tabFault = (path: string, range: Range): FrontMatterFault => ({
  kind: 'yaml',
  message: `"${path}" is indented with a tab, which YAML does not allow. Use spaces.`,
  range,
});

export const valueTypeFault = (path: string, found: string, range: Range, value?: string): FrontMatterFault => ({
  kind: 'value-type',
  message:
    value === undefined
      ? `"${path}" must be text, but it is ${found}.`
      : `"${path}" must be text, but YAML readers take "${value}" for ${found}. ${QUOTE_IT}`,
  range,
  quote: value === undefined ? undefined : { range, value },
});

/** Why a single `key: value` line is not YAML: a sentence naming field and character, where that character is, and the text that was meant. */
export interface LineDiagnosis {
  /** Undefined when no fault is visible without the parser. */
  readonly message: string | undefined;
  /** Offset of the offending character within the raw value. */
  readonly at: number;
  readonly value: string;
  readonly quotable: boolean;
}

/** Explains the raw value of a field that YAML rejected; `parser` is the parser's own message, undefined when it was not asked. */
export function diagnose(path: string, raw: string, parser: string | undefined): LineDiagnosis {
  const first = raw.charAt(0);
  if (first === '"' || first === "'") return diagnoseQuoted(path, raw, first, parser);
  const found = { at: 0, value: raw, quotable: true };
  if (/^(?:[@`%]|[-?](?=[ \t]|$))/.test(raw) || (parser !== undefined && /^[|>[\]{},&*!]/.test(raw))) {
    return {
      ...found,
      message: `"${path}" starts with "${first}", which has a meaning of its own in YAML. ${QUOTE_IT}`,
    };
  }
  const colon = /:(?=[ \t]|$)/.exec(raw);
  if (colon && !/^[[{]/.test(raw)) {
    return {
      ...found,
      at: colon.index,
      message: `"${path}" holds a colon followed by a space (": "), which starts a new key in YAML. ${QUOTE_IT}`,
    };
  }
  return {
    ...found,
    quotable: false,
    message: parser === undefined ? undefined : `"${path}" is not valid YAML: ${parser.replace(/[.\s]+$/, '')}.`,
  };
}

function diagnoseQuoted(path: string, raw: string, quote: string, parser: string | undefined): LineDiagnosis {
  const name = quote === '"' ? 'double quote (")' : "single quote (')";
  const close = closingQuote(raw, quote);
  if (close === undefined) {
    return {
      message: `"${path}" opens with a ${name} that is never closed. ${QUOTE_IT}`,
      at: 0,
      value: raw.slice(1),
      quotable: true,
    };
  }
  if (close === raw.length - 1) {
    const message =
      parser === undefined
        ? undefined
        : `"${path}" holds a backslash sequence that YAML does not know. Write "\\\\" for a backslash.`;
    return { message, at: Math.max(0, raw.indexOf('\\')), value: raw.slice(1, -1), quotable: true };
  }
  return {
    message: `"${path}" has text after its closing ${name}. ${QUOTE_IT}`,
    at: close,
    value: raw,
    quotable: true,
  };
}

/** Where a quoted scalar closes; undefined when it does not. `raw` starts with the quote. */
export function closingQuote(raw: string, quote: string): number | undefined {
  for (let i = 1; i < raw.length; i++) {
    if (quote === '"' && raw[i] === '\\') i++;
    else if (raw[i] === quote) {
      if (quote === "'" && raw[i + 1] === "'") i++;
      else return i;
    }
  }
  return undefined;
}
