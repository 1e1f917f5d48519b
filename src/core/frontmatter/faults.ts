import { t } from '../l10n.js';
import type { Range } from '../text.js';
import type { FrontMatterFault } from './model.js';

export const aliasFault = (range: Range): FrontMatterFault => ({
  kind: 'alias',
  message: t('Anchors (&name) and aliases (*name) aren’t supported in memory front matter. Write out the value.'),
  range,
});

export const unresolvedAliasFault = (path: string, written: string, range: Range): FrontMatterFault => ({
  kind: 'alias',
  message: t('“{path}” starts with "*", which YAML reads as an undefined alias. Put the whole value in quotes.', {
    path,
  }),
  range,
  quote: { range, value: written },
});

export function tagFault(path: string, written: string, range: Range): FrontMatterFault {
  const tag = /^\S{1,60}/.exec(written)?.[0] ?? '!';
  const fault = { kind: 'tag', range } as const;
  if (tag.startsWith('!!'))
    return {
      ...fault,
      message: t('“{path}” has the tag “{tag}”. Tags aren’t supported in memory front matter; use plain text.', {
        path,
        tag,
      }),
    };
  const message = t(
    '“{path}” starts with "!", which YAML reads as a tag instead of text. Put the whole value in quotes.',
    { path },
  );
  return /[\r\n]/.test(written) ? { ...fault, message } : { ...fault, message, quote: { range, value: written } };
}

export const duplicateFault = (path: string, firstLine: number, range: Range): FrontMatterFault => ({
  kind: 'yaml',
  message: t('“{path}” is set twice; the first one, on line {line}, is used. Remove one of them.', {
    path,
    line: firstLine + 1,
  }),
  range,
});

export const doubleFault = (range: Range): FrontMatterFault => ({
  kind: 'double',
  message: t('Second block of front matter. Only the first one is read. Merge them and remove the second.'),
  range,
});

export const strayLineFault = (range: Range): FrontMatterFault => ({
  kind: 'yaml',
  message: t(
    'This line is neither "key: value" nor a comment, so YAML parsers reject the whole front matter. Correct or remove it.',
  ),
  range,
});

export const tabFault = (path: string, range: Range): FrontMatterFault => ({
  kind: 'yaml',
  message: t('“{path}” is indented with a tab, which YAML doesn’t allow. Use spaces.', { path }),
  range,
});

export const valueTypeFault = (path: string, found: string, range: Range, value?: string): FrontMatterFault => ({
  kind: 'value-type',
  message:
    value === undefined
      ? t('“{path}” must be text, but it is {found}.', { path, found })
      : t('“{path}” must be text, but YAML reads “{value}” as {found}. Put the whole value in quotes.', {
          path,
          value,
          found,
        }),
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
      message: t('“{path}” starts with "{sign}", which has a special meaning in YAML. Put the whole value in quotes.', {
        path,
        sign: first,
      }),
    };
  }
  const colon = /:(?=[ \t]|$)/.exec(raw);
  if (colon && !/^[[{]/.test(raw)) {
    return {
      ...found,
      at: colon.index,
      message: t(
        '“{path}” contains a colon and a space (": "), which starts a new key in YAML. Put the whole value in quotes.',
        {
          path,
        },
      ),
    };
  }
  return {
    ...found,
    quotable: false,
    message:
      parser === undefined
        ? undefined
        : t('“{path}” isn’t valid YAML: {reason}.', { path, reason: parser.replace(/[.\s]+$/, '') }),
  };
}

function diagnoseQuoted(path: string, raw: string, quote: string, parser: string | undefined): LineDiagnosis {
  const name = quote === '"' ? t('double quote (")') : t("single quote (')");
  const close = closingQuote(raw, quote);
  if (close === undefined) {
    return {
      message: t('“{path}” starts with a {quote} that is never closed. Put the whole value in quotes.', {
        path,
        quote: name,
      }),
      at: 0,
      value: raw.slice(1),
      quotable: true,
    };
  }
  if (close === raw.length - 1) {
    const message =
      parser === undefined
        ? undefined
        : t('“{path}” contains a backslash sequence that isn’t valid in YAML. Write "\\\\" for a backslash.', { path });
    return { message, at: Math.max(0, raw.indexOf('\\')), value: raw.slice(1, -1), quotable: true };
  }
  return {
    message: t('“{path}” has text after the closing {quote}. Put the whole value in quotes.', { path, quote: name }),
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
