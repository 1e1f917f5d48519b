/** A run of a program as an agent saw it. */

const MOST_MATCHES = 200;

export interface Run {
  /** The command line; empty for a tool that runs none. */
  readonly command: string;
  /** What it printed, without colours. */
  readonly output: string;
  readonly lines: readonly string[];
  readonly failed: boolean | undefined;
  /** A path as it is seen from the working directory. */
  readonly short: (path: string) => string;
}

export interface ToolFact {
  /** One sentence without its end: who, what, where, why. */
  readonly text: string;
  readonly type: 'failure' | 'dependency' | 'project' | 'context' | 'decision';
}

/** Undefined: the run is none of its kind, or says nothing to keep. */
export type Recogniser = (run: Run) => ToolFact | undefined;

/** UTF-16 units of a message that are kept. */
const LONGEST = 200;

/** What a message advises or asks after its cause. */
const ADVICE =
  /(?<=[.!?…'"`)\]])\s+(?:Please|Does|Do|Did|Are|Is|Have|Try|See|Stop|Run|Make sure|Consider|Use|If you|For more|You (?:can|may|need))\b.*$/;

/** A message on one line, cut at a word. */
export const brief = (message: string, most: number = LONGEST): string =>
  cut(
    message
      .replace(/\s+/g, ' ')
      .trim()
      .replace(ADVICE, '')
      .replace(/[.:;,]+$/, ''),
    most,
  );

function cut(plain: string, most: number): string {
  return plain.length <= most
    ? plain
    : `${plain
        .slice(0, most)
        .replace(/\s\S*$/, '')
        .toWellFormed()}…`;
}

/** The program and what it was told to do, as it is named in a sentence; empty when there is no command. */
export function programOf(command: string): string {
  const line =
    command
      .split('\n')
      .find((each) => each.trim() !== '' && !each.trim().startsWith('#'))
      ?.trim() ?? '';
  const last =
    line
      .split(/\s*(?:&&|;)\s*/)
      .filter((part) => part !== '' && !/^(?:cd|export|source|set|echo|mkdir|rm|cp)\b/.test(part))[0] ?? line;
  const plain = last.split(/\s*(?:\||\d?>)/)[0]?.trim() ?? '';
  return plain === '' ? '' : `\`${cut(plain.replace(/\s+/g, ' '), 80).replace(/`/g, "'")}\``;
}

/** Whether a command only shows what was written before: errors in it are not its own. */
export const onlyReads = (command: string): boolean =>
  /^\s*(?:cd \S+ && )?(?:sudo )?(?:cat|less|more|head|tail|grep|rg|ag|sed|awk|find|ls|echo|jq|wc|diff|git (?:-\S+ \S+ )*(?:log|show|diff|status|blame|grep))\b/.test(
    command,
  );

/** "one", "one, two", "one, two and 3 more". */
export function listed(names: readonly string[], most = 2): string {
  const distinct = [...new Set(names)];
  if (distinct.length <= most) return distinct.join(' and ');
  return `${distinct.slice(0, most).join(', ')} and ${distinct.length - most} more`;
}

/** The first match of a pattern among the lines, from a line on. */
export function firstMatch(
  lines: readonly string[],
  pattern: RegExp,
  from = 0,
): { readonly at: number; readonly match: RegExpExecArray } | undefined {
  for (let at = from; at < lines.length; at++) {
    const match = pattern.exec(lines[at] ?? '');
    if (match) return { at, match };
  }
  return undefined;
}

/** At most {@link MOST_MATCHES}. */
export const allMatches = (lines: readonly string[], pattern: RegExp): RegExpExecArray[] => {
  const found: RegExpExecArray[] = [];
  for (const line of lines) {
    const match = pattern.exec(line);
    if (match && found.push(match) >= MOST_MATCHES) break;
  }
  return found;
};

/** A name or a message of a program within a sentence. */
export const quoted = (name: string, quote: '"' | '`' = '"'): string =>
  `${quote}${brief(name, 120).replaceAll(quote, "'")}${quote}`;

export const failure = (text: string): ToolFact => ({ text, type: 'failure' });
