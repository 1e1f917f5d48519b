/** Control characters and sequences of terminals, which a display acts on or leaves out. */

export interface ControlRun {
  /** Offset in the text, UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Separates the text before it from the text after it, as NUL does. */
  readonly separates: boolean;
}

/**
 * ECMA-48: a control sequence (`ESC [ 32 m`), a string that BEL or ST ends (`ESC ] 8 ; ; ST`), any other escape sequence, or control characters
 * except tab and line ends. A string without an end is its introducer alone, so that it hides no text.
 */
const CONTROL =
  /(?:\u001b\[|\u009b)[0-?]{0,64}[ -/]{0,8}[@-~]|(?:\u001b[\]PX^_]|[\u0090\u0098\u009d-\u009f])[^\u0000-\u001f\u007f-\u009f]{0,2000}(?:\u0007|\u001b\\|\u009c)|\u001b[ -/]{0,8}[0-Z\\^-~]|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/g;
const MAY = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/;

/** In order; adjacent ones of the same effect are one run. Linear. */
export function controlRuns(text: string): ControlRun[] {
  const runs: ControlRun[] = [];
  if (!MAY.test(text)) return runs;
  for (const { 0: run, index: start } of text.matchAll(CONTROL)) {
    const end = start + run.length;
    const separates = /^[\u0000\u000b\u000c\u001c-\u001f]$/.test(run);
    const last = runs.at(-1);
    if (last?.end === start && last.separates === separates) runs[runs.length - 1] = { ...last, end };
    else runs.push({ start, end, separates });
  }
  return runs;
}
