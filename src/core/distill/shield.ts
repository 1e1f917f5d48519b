/** Code, paths, addresses and quoted words within prose: kept out of the way of rules that rewrite sentences, and put back as they were. */

const OPEN = '\ue000';
const CLOSE = '\ue001';
const TAKEN = /[\ue000\ue001]/g;

/** What is no prose. The order is that of precedence. */
const PARTS: readonly RegExp[] = [
  /```[\s\S]*?(?:```|$)/g,
  /`[^`\n]{1,400}`/g,
  /\[masked: [^\]\n]{1,60}\]/g,
  /\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s<>"')\]]{1,1000}[^\s<>"')\].,;:!?]/g,
  /"[^"\n]{1,300}"|“[^”\n]{1,300}”|(?<![\p{L}\p{N}])'[^'\n]{2,300}'(?![\p{L}\p{N}])/gu,
  // Packages with a scope, decorators and annotations.
  /@[\w-]{1,60}\/[\w.-]{1,80}(?:@[\w.^~-]{1,30})?|@[A-Za-z_]\w{0,60}(?:\.\w{1,60})*\([^)\n]{0,200}\)/g,
  // Paths, also with a line; files with an ending; names that begin with a dot.
  /(?<![\w@])(?:~|\.{1,2})?(?:\/[\w@.+-]{1,80}){2,20}(?<!\.)(?::\d{1,6}(?::\d{1,6})?)?|(?<![\w@./~])(?:~|\.{1,2})\/[\w@.+-]{1,80}(?<!\.)|(?<![^\s("'[=])\.[a-zA-Z][\w-]{0,60}(?:\.[a-zA-Z][\w-]{0,60}){0,4}|(?<![\w@/.])[\w@+-]{1,80}(?:\/[\w@.+-]{1,80}){1,20}\.[a-z]\w{0,7}(?::\d{1,6}){0,2}|\b[A-Za-z]:\\[\w\\.+ -]{1,200}/g,
  /\b[\w-]{1,80}(?:\.[\w-]{1,40}){0,3}\.(?:[cm]?[jt]sx?|py|rs|go|java|kt|rb|php|cs|cpp|cc|hpp|swift|scala|sh|sql|ya?ml|json|toml|lock|md|html?|s?css|vue|svelte|tf|ini|cfg|conf|env|xml|gradle|proto|prisma)\b(?::\d{1,6}){0,2}/g,
  // Names of code: calls, members, snake_case, camelCase, CONSTANTS_WITH_BARS, flags, environment variables.
  /\b[A-Za-z_$][\w$]{0,80}(?:(?:\.|::|->|#)[A-Za-z_$][\w$]{0,80}){0,6}\(\)?[^)\s]{0,60}\)?(?<![.,;:!?])/g,
  /(?<![\w-])--?[a-zA-Z][\w-]{1,60}(?:=[^\s,;]{1,80})?/g,
  /\b[A-Za-z0-9]{1,60}(?:_[A-Za-z0-9]{1,60}){1,10}\b|\b[a-z][a-z0-9]{0,60}(?:[A-Z][A-Za-z0-9]{0,60}){1,10}\b|\$\{?[A-Z_]{2,60}\}?/g,
  /\b[a-z]\w{1,60}(?:\.[a-z_]\w{1,60}){1,6}\b/g,
  // Regions, hosts and images: words joined by dashes with a number.
  /\b[a-z]{2,30}(?:-[a-z]{2,30}){0,4}-[a-z]{0,10}\d{1,6}[a-z]?\b/g,
  // Versions and ranges of them.
  /(?:[\^~]|[<>]=?\s?|\bv)?\b\d{1,6}(?:\.\d{1,6}){1,3}(?:-[\w.]{1,30})?\b/g,
];

export interface Shielded {
  /** With one placeholder for each part. */
  readonly text: string;
  readonly parts: readonly string[];
}

/** Linear in the text, which must be of bounded length. */
export function shield(text: string): Shielded {
  const parts: string[] = [];
  let shown = text.replace(TAKEN, '');
  for (const pattern of PARTS) {
    shown = shown
      .split(/(\ue000\d{1,5}\ue001)/)
      .map((piece, at) =>
        at % 2 === 1 ? piece : piece.replace(pattern, (part) => `${OPEN}${parts.push(part) - 1}${CLOSE}`),
      )
      .join('');
  }
  return { text: shown, parts };
}

const PLACEHOLDER = /\ue000(\d{1,5})\ue001/g;

export const unshield = (text: string, parts: readonly string[]): string =>
  text.replace(PLACEHOLDER, (_all, at: string) => parts[Number(at)] ?? '');

/** How many parts of a text are placeholders. */
export const shieldedParts = (text: string): number => text.match(PLACEHOLDER)?.length ?? 0;
