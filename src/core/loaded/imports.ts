/** Imports of instruction files: `@path` in text, outside of code and HTML. */
import { lexer, type Token } from 'marked';

/** Files an import leads to from the instruction file: one more is not followed. */
export const MOST_HOPS = 4;

/** Endings of the files that Claude Code 2.1.332 imports; files without an ending are imported too. */
const ENDINGS = new Set(
  (
    'md txt text json yaml yml toml xml csv html htm css scss sass less js ts tsx jsx mjs cjs mts cts py pyi pyw rb erb ' +
    'rake go rs java kt kts scala c cpp cc cxx h hpp hxx cs swift sh bash zsh fish ps1 bat cmd env ini cfg conf config ' +
    'properties sql graphql gql proto vue svelte astro ejs hbs pug jade php pl pm lua r dart ex exs erl hrl clj cljs ' +
    'cljc edn hs lhs elm ml mli f f90 f95 for cmake make makefile gradle sbt rst adoc asciidoc org tex latex lock log ' +
    'diff patch'
  ).split(' '),
);

export function isImportable(path: string): boolean {
  const ending = /[^/\\]\.([^./\\]+)$/.exec(path)?.[1];
  return ending === undefined || ENDINGS.has(ending.toLowerCase());
}

/** Whether it is meant as a path: a name alone, such as that of a person, may follow an at sign as well. */
export const looksLikePath = (target: string): boolean => /[/\\]/.test(target) || /\w\.\w{1,10}$/.test(target);

/** Paths after an at sign in the text that is loaded, as written, each once, without what follows a `#`. */
export function importsOf(text: string): string[] {
  if (!text.includes('@')) return [];
  const found = new Set<string>();
  for (const leaf of leavesOf(lexer(text, { gfm: false })))
    for (const [, path = ''] of leaf.matchAll(/(?:^|\s)@((?:[^\s\\]|\\ )+)/g)) {
      const target = path.replace(/#.*$/, '').replaceAll('\\ ', ' ');
      if (/^[^@]/.test(target)) found.add(target);
    }
  return [...found];
}

/** Text of the document that is neither code nor HTML, one string for each run of it. */
function* leavesOf(tokens: readonly Token[]): Generator<string> {
  for (const token of tokens) {
    if (token.type === 'code' || token.type === 'codespan' || token.type === 'html') continue;
    const { tokens: below, items } = token as { readonly tokens?: Token[]; readonly items?: Token[] };
    if (below !== undefined) yield* leavesOf(below);
    else if (items !== undefined) yield* leavesOf(items);
    else if (token.type === 'text') yield token.raw;
  }
}
