/** A link of one line; columns in UTF-16 units. */
export interface RawLink {
  readonly form: 'markdown' | 'raw-space' | 'wiki' | 'code' | 'image';
  readonly start: number;
  readonly end: number;
  readonly title: string;
  readonly target: string;
  readonly targetStart: number;
}

/** Closed code spans of a line by the start of their opening run of back-ticks: range of the content, and end. */
export type CodeSpans = ReadonlyMap<
  number,
  { readonly content: number; readonly contentEnd: number; readonly end: number }
>;

interface Scan {
  readonly line: string;
  /** Matching `)` of each `(`. */
  readonly parens: ReadonlyMap<number, number>;
  /** End of the code span that starts at a run of back-ticks. */
  readonly spans: CodeSpans;
  readonly found: RawLink[];
  /** Open brackets, innermost last. */
  readonly brackets: number[];
  /** Set after a comment that does not close. */
  unclosed: boolean;
}

/**
 * Links of one line in linear time: closing parentheses and ends of code spans are matched beforehand, because
 * searching for them at each link would be quadratic.
 */
export function scanLinks(line: string): RawLink[] {
  const scan: Scan = {
    line,
    parens: matchParens(line),
    spans: codeSpans(line),
    found: [],
    brackets: [],
    unclosed: false,
  };
  let at = 0;
  while (at < line.length) at = step(scan, at);
  return scan.found;
}

function step(scan: Scan, at: number): number {
  const { line, brackets } = scan;
  switch (line.charCodeAt(at)) {
    case 92: // backslash
      return at + 2;
    case 96: // back-tick
      return skipCode(scan, at);
    case 60: // <
      return skipComment(scan, at);
    case 91: {
      // [
      const wiki = wikiEnd(line, at);
      if (wiki !== undefined) return addWiki(scan, at, wiki);
      brackets.push(at);
      return at + 1;
    }
    case 93: {
      // ]
      const open = brackets.pop();
      return open === undefined ? at + 1 : markdownLink(scan, open, at);
    }
    default:
      return at + 1;
  }
}

/** A code span with nothing but a markdown file's name is a reference. */
function skipCode({ line, spans, found }: Scan, at: number): number {
  const span = spans.get(at);
  if (span === undefined) {
    let end = at;
    while (line.charCodeAt(end) === 96) end++;
    return end;
  }
  const raw = line.slice(span.content, span.contentEnd);
  const target = raw.trim();
  if (target.length <= 255 && /^[^\s`*?"<>|:]+\.md$/i.test(target) && !target.includes('](')) {
    const targetStart = span.content + raw.length - raw.trimStart().length;
    found.push({ form: 'code', start: at, end: span.end, title: target, target, targetStart });
  }
  return span.end;
}

/** A comment inside a line. When one does not close, no later one does, and the search is not repeated. */
function skipComment(scan: Scan, at: number): number {
  if (scan.unclosed || !scan.line.startsWith('<!--', at)) return at + 1;
  const end = scan.line.indexOf('-->', at + 2);
  scan.unclosed = end < 0;
  return end < 0 ? at + 1 : end + 3;
}

/** Offset of the `]]` that ends a wiki link starting here. Its content has no bracket, so searches never overlap. */
function wikiEnd(line: string, at: number): number | undefined {
  if (line.charCodeAt(at + 1) !== 91) return undefined;
  for (let i = at + 2; i < line.length; i++) {
    const unit = line.charCodeAt(i);
    if (unit === 91) return undefined;
    if (unit === 93)
      return line.charCodeAt(i + 1) === 93 && line.charCodeAt(i + 2) !== 40 && i > at + 2 ? i : undefined;
  }
  return undefined;
}

function addWiki({ line, found }: Scan, at: number, close: number): number {
  const content = line.slice(at + 2, close);
  const bar = content.indexOf('|');
  const written = bar < 0 ? content : content.slice(0, bar);
  const target = written.trim();
  if (target === '') return close + 2;
  const image = line.charCodeAt(at - 1) === 33;
  const alias = bar < 0 ? '' : content.slice(bar + 1).trim();
  found.push({
    form: image ? 'image' : 'wiki',
    start: image ? at - 1 : at,
    end: close + 2,
    title: alias || target,
    target,
    targetStart: at + 2 + written.length - written.trimStart().length,
  });
  return close + 2;
}

function markdownLink(scan: Scan, open: number, close: number): number {
  const { line, parens, found, brackets } = scan;
  const end = line.charCodeAt(close + 1) === 40 ? parens.get(close + 1) : undefined;
  if (end === undefined) return close + 1;
  const destination = parseDestination(line, close + 2, end);
  if (destination === undefined) return close + 1;
  const image = line.charCodeAt(open - 1) === 33;
  // A link contains no link, but may contain an image.
  if (!image) brackets.length = 0;
  found.push({
    form: image ? 'image' : destination.form,
    start: image ? open - 1 : open,
    end: end + 1,
    title: plainTitle(line.slice(open + 1, close)),
    target: line.slice(destination.start, destination.end),
    targetStart: destination.start,
  });
  return end + 1;
}

/**
 * `<dest>` or `dest`, each with an optional title; or a file name with raw blanks, which CommonMark does not accept as
 * a link.
 */
function parseDestination(
  line: string,
  from: number,
  to: number,
): { form: 'markdown' | 'raw-space'; start: number; end: number } | undefined {
  let start = from;
  while (start < to && isSpace(line.charCodeAt(start))) start++;
  let last = to;
  while (last > start && isSpace(line.charCodeAt(last - 1))) last--;
  if (line.charCodeAt(start) === 60) {
    const close = line.slice(start, last).indexOf('>');
    return close < 0 ? undefined : { form: 'markdown', start: start + 1, end: start + close };
  }
  let end = start;
  while (end < last && !isSpace(line.charCodeAt(end))) end++;
  let rest = end;
  while (rest < last && isSpace(line.charCodeAt(rest))) rest++;
  if (rest === last || '"\'('.includes(line.charAt(rest))) return { form: 'markdown', start, end };
  last = withoutTitle(line, start, last);
  const tail = line.slice(Math.max(start, last - 80), last);
  return /\.md(?:#[^\s#]*)?$/i.test(tail) ? { form: 'raw-space', start, end: last } : undefined;
}

/** End of the target before a title in quotes at the end. */
function withoutTitle(line: string, start: number, end: number): number {
  const quote = line.charAt(end - 1);
  if (quote !== '"' && quote !== "'") return end;
  const open = line.lastIndexOf(` ${quote}`, end - 2);
  return open > start ? open : end;
}

/** Link text without the emphasis or back-ticks around it. */
const plainTitle = (text: string): string => text.trim().replace(/^(\*\*|__|[*_`])(.+)\1$/, '$2');

const isSpace = (unit: number): boolean => unit === 32 || unit === 9 || unit === 0xa0;

/**
 * Matching parentheses. Those between angle brackets right after an opening one belong to the target and match nothing.
 */
function matchParens(line: string): Map<number, number> {
  const result = new Map<number, number>();
  const open: number[] = [];
  for (let i = 0; i < line.length; i++) {
    const unit = line.charCodeAt(i);
    if (unit === 92 && /[()\\]/.test(line.charAt(i + 1))) i++;
    else if (unit === 40) {
      open.push(i);
      if (line.charCodeAt(i + 1) === 60) i = angleEnd(line, i + 2) ?? i;
    } else if (unit === 41) {
      const start = open.pop();
      if (start !== undefined) result.set(start, i);
    }
  }
  return result;
}

/** The `>` before any other angle bracket; the search stops there, so it never scans the same text twice. */
function angleEnd(line: string, from: number): number | undefined {
  for (let i = from; i < line.length; i++) {
    const unit = line.charCodeAt(i);
    if (unit === 60) return undefined;
    if (unit === 62) return i;
  }
  return undefined;
}

export function codeSpans(line: string): CodeSpans {
  const runs: { start: number; length: number }[] = [];
  for (let i = line.indexOf('`'); i >= 0; i = line.indexOf('`', i)) {
    const start = i;
    while (line.charCodeAt(i) === 96) i++;
    runs.push({ start, length: i - start });
  }
  const result = new Map<number, { content: number; contentEnd: number; end: number }>();
  const next = new Map<number, number>();
  for (const { start, length } of runs.reverse()) {
    const close = next.get(length);
    if (close !== undefined) result.set(start, { content: start + length, contentEnd: close, end: close + length });
    next.set(length, start);
  }
  return result;
}
