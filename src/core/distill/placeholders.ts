/** Code, paths, addresses and quoted words within prose: placeholders keep them from rules that rewrite sentences. */

/** Stands for a person in a text; see `people.ts`. */
export const PERSON = '\ue002';
const RESERVED = /[\ue000\ue001]/g;

/** In order of precedence. */
const CODE: readonly RegExp[] = [
  /```[\s\S]*?(?:```|$)/g,
  /`[^`\n]{1,400}`/g,
  /\[masked: [^\]\n]{1,60}\]/g,
  // Expressions of templates with what is written to them, folders above, labels of Bazel, projects of Gradle.
  /[\w./-]{0,60}\$?\{\{[^{}\n]{1,200}\}\}[\w./-]{0,60}(?<![.])|(?<![\w./])\.\.(?:\/\.\.){1,10}(?![\w/]|\.\w)\/?|(?<![\w:/])\/\/[\w./-]{0,80}(?:\.\.\.|:[\w.-]{1,60}(?<!\.))|(?<![\w:)]):[a-z][\w-]{0,40}(?::[a-z][\w-]{0,40}){1,5}(?![:\w])/g,
  /\b[a-z][a-z\d+.-]{1,20}:\/\/[^\s<>"')\]]{1,1000}[^\s<>"')\].,;:!?]/g,
  /"[^"\n]{1,300}"|“[^”\n]{1,300}”|(?<![\p{L}\p{N}])'[^'\n]{2,300}'(?![\p{L}\p{N}])/gu,
  // Files by a pattern: `*.wav`, `src/**/*.ts`; an empty string.
  /(?<![\w*])(?:[\w./-]{1,60}\/)?\*{1,2}(?:\/[\w*.-]{1,60}){0,6}\.[a-zA-Z]\w{0,15}\b|(?<![\p{L}\p{N}'])''(?!['\p{L}])/gu,
  // Packages with a scope, decorators and annotations.
  /@[\w-]{1,60}\/[\w.-]{1,80}(?:@[\w.^~-]{1,30})?|@[A-Za-z_]\w{0,60}(?:\.\w{1,60})*\([^)\n]{0,200}\)/g,
  // Paths, also with a line; folders; files with an extension; names that begin with a dot.
  /(?<![\w@])(?:~|\.{1,2})?(?:\/[\w@.+-]{1,80}){2,20}(?<!\.)(?::\d{1,6}(?::\d{1,6})?)?|(?<![\w@./~])(?:~|\.{1,2})?\/[\w@.+-]{1,80}(?<!\.)|(?<![^\s("'[=])\.[a-zA-Z][\w-]{0,60}(?:\.[a-zA-Z][\w-]{0,60}){0,4}|(?<![\w@/.])[\w@+-]{1,80}(?:\/[\w@.+-]{1,80}){1,20}\.[a-z]\w{0,7}(?::\d{1,6}){0,2}|(?<![\w@/.])(?:[\w@.+-]{1,80}\/){1,20}(?:\*|(?![\w]))|\b[A-Za-z]:\\[\w\\.+ -]{1,200}/g,
  /\b[\w-]{1,80}(?:\.[\w-]{1,40}){0,3}\.(?:[cm]?[jt]sx?|py|rs|go|java|kt|rb|php|cs|cpp|cc|hpp|swift|scala|sh|sql|ya?ml|json|toml|lock|md|html?|s?css|vue|svelte|tf|ini|cfg|conf|env|xml|gradle|proto|prisma|csv|log)\b(?::\d{1,6}){0,2}/g,
  // Names of code: calls, members, snake_case, camelCase, constants, flags, environment variables.
  /\b[A-Za-z_$][\w$]{0,80}(?:(?:\.|::|->|#)[A-Za-z_$][\w$]{0,80}){0,6}\(\)?[^)\s]{0,60}\)?(?<![.,;:!?])/g,
  /(?<![\w-])--?[a-zA-Z][\w-]{1,60}(?:=[^\s,;]{1,80})?|(?<=\s)-[a-zA-Z](?=[\s,.;:)]|$)/g,
  // Images with a tag, hosts with a port, options of a resolver: `redis:7`, `ndots:5`.
  /(?<![\w:/.-])[a-z][\w.-]{1,60}:\d{1,6}(?![\w:]|\.\d)/g,
  /\b[a-zA-Z]\w{1,60}(?:(?:\.|::)[a-zA-Z_]\w{1,60}){1,6}\b/g,
  /\b[A-Za-z0-9]{0,60}(?:_{1,2}[A-Za-z0-9]{1,60}){1,10}_{0,2}\b|\b[a-z][a-z0-9]{0,60}(?:[A-Z][A-Za-z0-9]{0,60}){1,10}\b|\$\{?[A-Z_]{2,60}\}?|\b(?!Ma?c[A-Z]|De[A-Z]|L[ae][A-Z]|Van[A-Z])[A-Z][a-z0-9]{1,60}(?:[A-Z][a-z0-9]{0,60}){1,10}\b/g,
  // Prefixes: `SHOP__`, but not the end of bold text; `x-shop-` where the text calls it a prefix.
  /(?<!__[^_\n]{0,80})(?<!\w)[A-Za-z][A-Za-z0-9]{0,60}_{1,2}(?!\w)|(?<=\b(?:prefix(?:es|ed)?|start(?:s|ed|ing)?|begin(?:s|ning)?|ends?|ending)(?: \w+)?(?: with| in| by)? )(?<!\w)[A-Za-z][\w-]{0,60}-(?![\w-])/g,
  // Regions, hosts and images: words joined by dashes with a number.
  /\b[a-z]{2,30}(?:-[a-z]{2,30}){0,4}-[a-z]{0,10}\d{1,6}[a-z]?\b/g,
  // Statements of SQL with something left out: `SELECT ... FOR UPDATE`.
  /\b[A-Z]{3,20}(?: [A-Z]{2,20}){0,4} (?:\.{3}|…)(?: [A-Z]{2,20}){1,4}\b/g,
  // Versions, ranges of them, and identifiers of objects.
  /(?:[\^~]|[<>]=?\s?)?\bv?\d{1,6}(?:\.\d{1,6}){1,12}(?:-[\w.]{1,30})?\b/g,
  // Commits.
  /(?<![\w-])(?=[a-f]{0,39}\d)(?=\d{0,39}[a-f])[\da-f]{7,40}(?![\w-])/g,
];

export interface Protected {
  /** With one placeholder for each piece of code. */
  readonly text: string;
  readonly code: readonly string[];
}

/** Linear in the text, which must be of bounded length. */
export function protectCode(text: string): Protected {
  const code: string[] = [];
  let shown = text.replace(RESERVED, '');
  for (const pattern of CODE) {
    shown = shown
      .split(/(\ue000\d{1,5}\ue001)/)
      .map((prose, at) => (at % 2 === 1 ? prose : prose.replace(pattern, (one) => `\ue000${code.push(one) - 1}\ue001`)))
      .join('');
  }
  return { text: shown, code };
}

const PLACEHOLDER = /\ue000(\d{1,5})\ue001/g;

export const restoreCode = (text: string, code: readonly string[]): string =>
  text.replace(PLACEHOLDER, (_all, at: string) => code[Number(at)] ?? '');

export const countPlaceholders = (text: string): number => text.match(PLACEHOLDER)?.length ?? 0;
