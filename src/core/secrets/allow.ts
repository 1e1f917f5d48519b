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
