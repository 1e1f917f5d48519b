import { cloudOnlyPath, containsMemories } from '../file-kinds.js';
import { t, tPlural } from '../l10n.js';
import type { SourceFile } from '../memory.js';
import type { OtherFile, ParsedStore } from '../parsed-store.js';
import { Keywords } from '../search/keywords.js';
import { range } from '../text.js';
import { firstLine } from '../text-edits.js';
import type { StoreRule } from './rule.js';

const NAMED = 4;

/** Files in a memory directory that are not markdown, so no agent reads them as memories. One finding for a store. */
export const strayFile: StoreRule = {
  code: 'stray-file',
  severity: 'info',
  on: 'store',
  *check(store, only) {
    const { index, facts } = store;
    const path = index?.source.path ?? facts.others?.[0]?.path;
    if (facts.others === undefined || path === undefined || (only !== undefined && only !== path)) return;
    const strays = straysOf(store, facts.others);
    const [first] = strays;
    if (first === undefined) return;
    const names = strays.slice(0, NAMED).join(', ');
    yield {
      path: index === undefined ? first : path,
      range: index === undefined ? range(0, 0, 0, 0) : firstLine(index.lines),
      message: tPlural(
        strays.length,
        '1 file isn’t a memory: {names}. Claude Code reads only .md files. Rename it if it is meant as a memory, or move it elsewhere.',
        '{n} files aren’t memories: {names}. Claude Code reads only .md files. Rename those meant as memories, and move the rest elsewhere.',
        { names: `${names}${strays.length > NAMED ? ', …' : ''}` },
      ),
      related: strays.slice(0, 50).map((stray) => ({ path: stray, range: range(0, 0, 0, 0), message: t('Not read') })),
    };
  },
};

/** Files that agents, tools, git and operating systems keep there, by name; and folders that are skipped. */
const BELONGS =
  /(?:^|\/)(?:\._[^/]*|\.consolidate-lock|\.git[\w-]*|\.DS_Store|\.localized|\.directory|Thumbs\.db|desktop\.ini|\.editorconfig|\.prettierignore|\.markdownlint[\w.-]*|\.last[\w-]*|\.stfolder|\.stignore|[\w.-]*\.lock)$|(?:^|\/)\.[^/]+\/|(?:^|\/)(?:logs|team|sessions?|session-memory|transcripts|node_modules)\//i;

/**
 * Files that were written for an agent, or copied from one. Other files of a project folder may be there for other
 * reasons.
 */
const MEANT_AS_MEMORY =
  /\.(?:md[.~][\w.~-]*|md~|markdown|mdown|mdx|txt|text|rst|org|adoc|bak|orig|rej|old|backup|tmp|sw[op])$|(?:^|\/)[^/.]+$/i;

function straysOf(store: ParsedStore, others: readonly OtherFile[]): string[] {
  const { kind } = store.info;
  if (!containsMemories(store.info)) return [];
  const strict = kind === 'main' || kind === 'team';
  const candidates = others
    .map(({ path }) => path)
    .filter(
      (path) => cloudOnlyPath(path) === undefined && !BELONGS.test(path) && (strict || MEANT_AS_MEMORY.test(path)),
    );
  if (candidates.length === 0) return [];
  const named = namesMentioned(store, others);
  return candidates.filter((path) => !named.has(nameOf(path)));
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

interface Mentions {
  readonly names: readonly string[];
  readonly words: Keywords;
  readonly by: WeakMap<SourceFile, readonly string[]>;
}

/** Mentions by text, for one list of other files. */
const mentionCache = new WeakMap<readonly OtherFile[], Mentions>();

/** Names of other files that a memory or the index mentions: an image, a script, a table. */
function namesMentioned(store: ParsedStore, others: readonly OtherFile[]): Set<string> {
  let mentions = mentionCache.get(others);
  if (mentions === undefined) mentionCache.set(others, (mentions = mentionsOf(others)));
  const found = new Set<string>();
  const sources = [...store.files.values()].map(({ source }) => source);
  if (store.index !== undefined) sources.push(store.index.source);
  for (const source of sources) {
    let names = mentions.by.get(source);
    if (names === undefined) mentions.by.set(source, (names = mentionedIn(source.text, mentions)));
    for (const name of names) found.add(name);
  }
  return found;
}

/** Keyword matcher of the names, also as links write them (`a%20b.png`). */
function mentionsOf(others: readonly OtherFile[]): Mentions {
  const names = [...new Set(others.map(({ path }) => nameOf(path)))];
  const spelled = names.flatMap((name) =>
    [...new Set([name, encodeURI(name.toWellFormed())])].filter(isAscii).map((word) => ({ name, word })),
  );
  return {
    names: spelled.map(({ name }) => name),
    words: new Keywords(spelled.map(({ word }) => word)),
    by: new WeakMap(),
  };
}

const isAscii = (text: string): boolean => /^[\x20-\x7e]+$/.test(text);

function mentionedIn(text: string, { names, words }: Mentions): string[] {
  const found = new Set<string>();
  words.scan(text, (word) => void found.add(names[word] ?? ''));
  return [...found];
}
