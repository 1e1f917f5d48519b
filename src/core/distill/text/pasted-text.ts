/** What people paste into a text: settings, traces, rulers, logs and blocks of code. */

/** Two variables or more in capitals, each on a line of its own. */
const VARIABLES = /(?:^[ \t]*(?:export )?[A-Z][A-Z\d_]{2,80}=.*(?:\r?\n|$)){2,}/gm;
/** Lines of a stack trace below its error. */
const FRAMES =
  /^[ \t]*Traceback \(most recent call last\):\s*$\n?|^[ \t]+at \S.*[):]\d*\)?[ \t]*$\n?|^[ \t]*#\d{1,3} 0x[\da-f]{4,16} in .*$\n?|^[ \t]+File ".*", line \d+.*$\n?(?:^[ \t]{3,}\S.*$\n?)?/gm;
/** Rulers, prompts, progress and summaries of runs that passed, warnings of package managers. */
const NOISE_LINE =
  /^[ \t]*(?:[=\-_*#~─━]{4,}.*[=\-_*#~─━]{3,}|[=\-_*#~─━.]{4,}|npm (?:WARN|warn|notice|info)\b.*|\d+ (?:passed|failed)(?:, \d+ \w+)* in [\d.]+s|collected \d+ items?|(?:added|audited|up to date|found 0).* packages?.*|a complete log of this run.*|\[?\d{1,3}%\]?.*|Process: \S+, PID: \d+|(?:READ|WRITE) of size \d+ at 0x.*|(?-i:[A-Z]{2,}(?:[ \t]+[A-Z][A-Z-]+){2,}))[ \t]*$\n?/gim;
const LOG_LINE =
  /^[ \t]*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d\S*|(?:\[?(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|TRACE)\]?:?) |FAILED \S+::|E {3,}|\$ |> [a-z@]).*$/gm;
/** What PostgreSQL adds to an error. */
const DETAIL = /\.?[ \t]*\n[ \t]*(?:DETAIL|HINT):[ \t]+/g;
/** What sanitizers and Valgrind put before a line, and addresses of one run. */
const RUN = /^==\d{1,9}==\s*/gm;
const ADDRESSES =
  / (?:on|at) (?:unknown )?address 0x[\da-f]{4,16}(?: (?:at )?\(?(?:pc|bp|sp|T\d+)[ :]?(?: ?0x[\da-f]{4,16})?\)?)*/gi;
/** Lines of a chat that say who speaks, and when. */
const SPEAKERS =
  /^[ \t]*(?:\p{Lu}[\p{Ll}-]+(?: \p{Lu}[\p{Ll}-]+)?,? +\[?\d{1,2}:\d\d(?: ?[AP]M)?\]?[ \t]*$|\[?\d{1,2}:\d\d\]? <[\w-]+> )/gmu;
/** What a log tells before its error, and what goes well. */
const EVENTS = /^[ \t]*(?:\[?\d{4}-\d\d-\d\d[T ]\S+\s+)?\[?(?:INFO|DEBUG|TRACE)\b.*$\n?/gm;
const WARNINGS = /^[ \t]*(?:\[?\d{4}-\d\d-\d\d[T ]\S+\s+)?\[?WARN(?:ING)?\b.*$\n?/gm;
const withoutEvents = (text: string): string => {
  const told = text.replace(EVENTS, '\n');
  return /^.*\b(?:ERROR|FATAL)\b/m.test(told) ? told.replace(WARNINGS, '\n') : told;
};
/** "^ happens as …": a remark about the lines above it. */
const ABOVE = /^[ \t]*\^+[ \t]+(?=\p{L})/gmu;
const FENCE = /[ \t]*```[^\n]*\n([\s\S]*?)(?:```|$)/g;
const ERROR_LINE = /^\s*(?:\w+[.:])*\w*(?:Error|Exception|panic|fatal|FAILED)\b.*$/im;
/** UTF-16 units of a block of code that stays in a sentence. */
const SHORT = 120;

const FEW_LINES = 4;

/** A table of Markdown: its header goes, and each row is a line of a list. */
const TABLE = /^[ \t]*\|.*\|[ \t]*\n[ \t]*\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*\n((?:[ \t]*\|.*\|[ \t]*(?:\n|$))+)/gm;
const inlineTable = (_all: string, rows: string): string => {
  const shown = rows
    .trim()
    .split('\n')
    .map((row) => {
      const [first = '', ...others] = row
        .trim()
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim());
      return `${first}: ${others.join(', ')}`;
    });
  return `\n\n${shown.join('; ')}\n\n`;
};
/** What npm, Git, Android and Docker put before each line. */
const PREFIX =
  /^(?:npm (?:ERR!|error)(?: |$)|(?:> ?)?remote: (?:error: )?|[VDIWEF][ /][\w.]{2,40}(?:\(\s*\d+\))?: |#\d+ \d+\.\d+ +)/gm;

/** A block as code within the sentence: its error, or all of a short one; of a long one nothing. */
const inlineBlock = (_all: string, body: string): string => {
  const lines = body.split('\n').filter((line) => line.trim() !== '');
  const short = lines.length > FEW_LINES ? undefined : lines.map((line) => line.trim()).join(' ');
  const shown = (ERROR_LINE.exec(body)?.[0] ?? short)?.trim();
  return shown === undefined || shown.length > SHORT ? '\n\n' : ` \`${shown.replace(/`/g, "'")}\`.\n\n`;
};

/** The text without what programs wrote and people only pasted; a line of a log becomes a sentence of its own, and stands once. */
export function withoutPasted(text: string): string {
  const seen = new Set<string>();
  return withoutEvents(text.replace(/\r\n?/g, '\n'))
    .replace(SPEAKERS, '\n\n')
    .replace(VARIABLES, '\n\n')
    .replace(FENCE, inlineBlock)
    .replace(TABLE, inlineTable)
    .replace(PREFIX, '')
    .replace(DETAIL, ': ')
    .replace(RUN, '')
    .replace(ADDRESSES, '')
    .replace(ABOVE, '\n')
    .replace(FRAMES, '')
    .replace(NOISE_LINE, '\n')
    .replace(LOG_LINE, (line) => {
      const message = line
        .replace(/^[ \t]*\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d\S*\s*/, '')
        .replace(/^(?:E {3,}|\$ |> )/, '');
      if (seen.has(message)) return '';
      seen.add(message);
      return `\n\n${message}\n\n`;
    });
}
