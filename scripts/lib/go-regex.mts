/**
 * Go's regular expressions (RE2 syntax) as the ones every supported JavaScript engine knows: flags within a pattern are spelled out,
 * names of groups dropped, and repetitions without an end given one, so that a match at a given place costs a bounded number of steps.
 */

/** Repetitions without an end stop here; the longest secrets stay below. */
const MOST = 2_000;

interface Flags {
  readonly i: boolean;
  readonly s: boolean;
}

/** Throws for what the rules do not use and this does not know. */
export function javaScriptOf(pattern: string): string {
  const state = { flags: { i: false, s: false } as Flags, outer: [] as Flags[], out: '', at: 0 };
  while (state.at < pattern.length) state.at += step(pattern, state);
  return new RegExp(state.out).source;
}

function step(
  pattern: string,
  state: { flags: Flags; readonly outer: Flags[]; out: string; readonly at: number },
): number {
  const rest = pattern.slice(state.at);
  const inline = /^\(\?([is]*)(?:-([is]+))?([:)])/.exec(rest);
  if (inline !== null) {
    if (inline[3] === ':') {
      state.outer.push(state.flags);
      state.out += '(?:';
    }
    state.flags = withFlags(state.flags, inline[1] ?? '', inline[2] ?? '');
    return inline[0].length;
  }
  const opening = /^\((?:\?P<\w+>)?/.exec(rest);
  if (opening !== null) {
    state.outer.push(state.flags);
    state.out += opening[0] === '(' ? '(' : '(?:';
    return opening[0].length;
  }
  if (rest.startsWith(')')) {
    state.flags = state.outer.pop() ?? state.flags;
    state.out += ')';
    return 1;
  }
  const [text, used] = rest.startsWith('[') ? classOf(rest, state.flags.i) : atomOf(rest, state.flags);
  state.out += text;
  return used;
}

const withFlags = (flags: Flags, on: string, off: string): Flags => ({
  i: (flags.i || on.includes('i')) && !off.includes('i'),
  s: (flags.s || on.includes('s')) && !off.includes('s'),
});

function atomOf(rest: string, { i, s }: Flags): [text: string, used: number] {
  const repeat = /^(?:\{(\d+),\}|[+*])/.exec(rest);
  if (repeat !== null) return [`{${repeat[1] ?? (rest.startsWith('+') ? 1 : 0)},${MOST}}`, repeat[0].length];
  if (rest.startsWith('\\z')) return ['(?![\\s\\S])', 2];
  if (rest.startsWith('\\x')) return [rest.slice(0, 4), 4];
  if (rest.startsWith('\\')) return [rest.slice(0, 2), 2];
  const counted = /^\{\d+(?:,\d+)?\}/.exec(rest);
  if (counted !== null) return [counted[0], counted[0].length];
  const char = rest.charAt(0);
  if (char === '.' && s) return ['[\\s\\S]', 1];
  if (char === '{' || char === '}') return [`\\${char}`, 1];
  return [i && /[a-z]/i.test(char) ? `[${char.toLowerCase()}${char.toUpperCase()}]` : char, 1];
}

/** A class in brackets; under `i` every letter and range of letters in both cases. */
function classOf(rest: string, i: boolean): [text: string, used: number] {
  const whole = /^\[\^?\]?(?:\[:\w+:\]|\\[\s\S]|[^\]\\])*\]/.exec(rest)?.[0];
  if (whole === undefined) throw new Error(`A class without an end: ${rest.slice(0, 40)}`);
  const inner = whole
    .slice(1, -1)
    .replaceAll('[:alnum:]', 'a-zA-Z0-9')
    .replace(/\[(?!:)/g, '\\[');
  if (inner.includes('[:')) throw new Error(`Unknown class: ${whole}`);
  if (!i) return [`[${inner}]`, whole.length];
  const both = inner.replace(/\\[\s\S]|([a-zA-Z])-([a-zA-Z])|[a-zA-Z]/g, (text, from?: string, to?: string) => {
    if (text.startsWith('\\')) return text;
    if (from !== undefined && to !== undefined)
      return `${from.toLowerCase()}-${to.toLowerCase()}${from.toUpperCase()}-${to.toUpperCase()}`;
    return text.toLowerCase() + text.toUpperCase();
  });
  return [`[${both}]`, whole.length];
}
