/** Completion of link targets, wiki names and titles in an index and in memories. */
import { CompletionItemKind } from 'vscode-languageserver';

import { isDailyLog, isNamedLikeIndex } from '../../core/file-kinds.js';
import { stemOf } from '../../core/file-stem.js';
import { entryFor } from '../../core/index/append-entry.js';
import { scanLine } from '../../core/index/entry-line.js';
import type { IndexFile } from '../../core/index/index-file.js';
import { resolvedEntries, storeNames } from '../../core/index/resolved-entries.js';
import { retarget } from '../../core/index/retarget.js';
import { resolveWiki, type StoreNames } from '../../core/links/resolve.js';
import { pathBeside } from '../../core/links/target.js';
import { isMasked, linkLines } from '../../core/markdown/link-lines.js';
import type { FileContext } from '../../core/memdir.js';
import { memo } from '../../core/memo.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import type { ParsedStore } from '../../core/parsed-store.js';
import { range, TextLines } from '../../core/text.js';
import { isWikiSafe, relativePath } from './link-text.js';
import { subsequenceScore } from './subsequence-score.js';
import { type CompletionPlace, MOST_ITEMS, type Suggestion } from './suggestion.js';

/** UTF-16 units before the cursor that are matched. */
const LOOK_BACK = 500;

export function completeLinks(context: FileContext, place: CompletionPlace): Suggestion[] {
  const { line, at, lines } = place;
  const before = line.slice(Math.max(0, at.character - LOOK_BACK), at.character);
  const work = [wiki, target, title, bare].find(([pattern]) => pattern.test(before));
  if (work === undefined) return [];
  if (isMasked(linkLines(lines)[at.line], at.character)) return [];
  return work[1](context, place, work[0].exec(before)?.[1] ?? '');
}

type Kind = readonly [RegExp, (context: FileContext, place: CompletionPlace, partial: string) => Suggestion[]];

const wiki: Kind = [
  /(?:^|[^!])\[\[([^\][|#]*)$/,
  (context, { line, at, typed }, partial) => {
    if (typed === ' ' || typed === ':' || typed === '(') return [];
    const rest = line.slice(at.character);
    const close = /^([^\][|#]{0,300})(?:\]\]|[|#][^\][]{0,300}\]\])/.exec(rest);
    // The editor may have inserted one or both closing brackets.
    const left = close === null && rest.startsWith(']') ? 1 : 0;
    const to = at.character + (close?.[1]?.length ?? left);
    const names = storeNames(context.store);
    return memories(context).map((file) => {
      const label = wikiName(file, names);
      return {
        ...describeMemory(file, context),
        label,
        from: at.character - partial.length,
        to,
        text: label + (close === null ? ']]' : ''),
      };
    });
  },
];

const target: Kind = [
  /\]\((<?[^()<>]*)$/,
  (context, { line, at, typed }, partial) => {
    if (typed === ' ' || typed === ':' || typed === '[') return [];
    const angled = partial.startsWith('<');
    const written = angled ? partial.slice(1) : partial;
    const rest = line.slice(at.character);
    const close = /^([^()<>#\s]{0,300})(?=[)>#]|\s+["'])/.exec(rest);
    const from = at.character - written.length;
    const to = at.character + (close?.[1]?.length ?? 0);
    const style = targetStyle(written, context);
    return memories(context).map((file) => {
      const path = relativePath(context.path, file.source.path);
      const spelled = spell(path, style, angled);
      // A target with blanks outside angle brackets gets them.
      return {
        ...describeMemory(file, context),
        label: path,
        from,
        to,
        text:
          spelled + (close === null && !rest.startsWith(')') && !rest.startsWith('>') ? `${angled ? '>' : ''})` : ''),
      };
    });
  },
];

/** Inside `[…]` of an index: the title of the existing link, else whole entries for unlisted memories. */
const title: Kind = [
  /(?:^|[^\]![])\[([^\][()]*)$/,
  (context, { line, at, typed }, partial) => {
    const { index } = context.store;
    if (index?.source.path !== context.path || (typed !== undefined && typed !== '[')) return [];
    const rest = line.slice(at.character);
    const from = at.character - partial.length;
    const linked = /^([^\][()]{0,300})\]\(<?([^()<>]{1,500})>?\)/.exec(rest);
    if (linked !== null) {
      const path = pathBeside(context.path, linked[2] ?? '');
      const file = path === undefined ? undefined : context.store.files.get(path);
      return file === undefined
        ? []
        : [
            {
              ...describeMemory(file, context),
              label: titleIn(index, file),
              from,
              to: at.character + (linked[1]?.length ?? 0),
              text: titleIn(index, file),
            },
          ];
    }
    const to = at.character + (rest.startsWith(']') ? 1 : 0);
    return limitMatches(unlisted(context), partial).map((file) => {
      const { entry, link } = entryParts(index, file);
      return {
        ...describeMemory(file, context),
        label: link?.title ?? file.memory.name,
        words: file.source.path,
        from,
        to,
        text: link === undefined ? entry : entry.slice(link.start + 1),
      };
    });
  },
];

/** On an empty line or item of an index: whole entries for unlisted memories. */
const bare: Kind = [
  /^\s*(?:[-*+]\s+)?$/,
  (context, { line, at, typed }) => {
    const { index } = context.store;
    if (index?.source.path !== context.path || line.slice(at.character).trim() !== '') return [];
    const bullet = /\S/.test(line.slice(0, at.character));
    if (typed !== undefined && !(typed === ' ' && bullet)) return [];
    return limitMatches(unlisted(context), '').map((file) => {
      const { entry, link } = entryParts(index, file);
      const text = bullet ? entry.replace(/^\s*[-*+]\s+/, '') : entry;
      return {
        ...describeMemory(file, context),
        label: link?.title ?? file.memory.name,
        words: file.source.path,
        from: at.character,
        to: at.character,
        text,
      };
    });
  },
];

/** At most one memory more than fits into an answer, which makes the editor ask again: formatting entries takes time. */
function limitMatches(files: readonly ParsedFile[], partial: string): readonly ParsedFile[] {
  const fitting =
    files.length <= MOST_ITEMS
      ? files
      : files.filter(({ source, memory }) => subsequenceScore(partial, `${memory.name} ${source.path}`) !== undefined);
  return fitting.length === files.length || fitting.length > MOST_ITEMS ? fitting.slice(0, MOST_ITEMS + 1) : fitting;
}

function entryParts(
  index: IndexFile,
  { source, memory }: ParsedFile,
): { readonly entry: string; readonly link: ReturnType<typeof scanLine>[number] | undefined } {
  const entry = entryFor(index, source.path, memory);
  return { entry, link: scanLine(entry)[0] };
}

const titleIn = (index: IndexFile, file: ParsedFile): string => entryParts(index, file).link?.title ?? file.memory.name;

/** Memories that a link can target. */
function memories({ store, path }: FileContext): ParsedFile[] {
  return [...store.files.values()].filter(
    ({ source, memory }) => source.path !== path && memory.deletedMs === undefined && source.linkTarget === undefined,
  );
}

function unlisted(context: FileContext): ParsedFile[] {
  const listed = listedIn(context.store);
  return memories(context).filter(
    ({ source }) => !listed.has(source.path) && !isDailyLog(source.path) && !isNamedLikeIndex(source.path),
  );
}

/** Paths that the index lists, cached because a parsed store is immutable. */
const listedIn = memo(
  (store: ParsedStore): ReadonlySet<string> =>
    new Set(
      resolvedEntries(store).flatMap(({ entry, at }) => (at.found === undefined || entry.mention ? [] : [at.found])),
    ),
);

/** Fields of the suggestion for a memory; in an index, unlisted memories sort first. */
function describeMemory(
  { memory, source }: ParsedFile,
  { store, path }: FileContext,
): Pick<Suggestion, 'kind' | 'detail' | 'documentation' | 'sortText' | 'words'> {
  const first = store.index?.source.path === path && !listedIn(store).has(source.path);
  return {
    kind: CompletionItemKind.File,
    detail: memory.type,
    documentation: memory.description,
    sortText: `${first ? 0 : 1}${source.path}`,
    words: memory.named ? memory.name : '',
  };
}

/** The text of a wiki link: the memory's name if it is one word and resolves to it, else its file name, else its path. */
function wikiName({ memory, source }: ParsedFile, names: StoreNames): string {
  const path = source.path.replace(/\.md$/i, '');
  const candidates = [
    ...(memory.named && !/\s/.test(memory.name) ? [memory.name] : []),
    stemOf(source.path),
    path,
  ].filter(isWikiSafe);
  const sure = candidates.find((candidate) => {
    const at = resolveWiki(candidate, names);
    return at.found === source.path && at.others.length === 0;
  });
  return sure ?? path;
}

interface TargetStyle {
  readonly lead: string;
  readonly percent: boolean;
}

/** Style of link targets: of the typed text, else of the other links in the file. */
function targetStyle(written: string, { store, path }: FileContext): TargetStyle {
  const targets =
    store.index?.source.path === path
      ? store.index.entries.filter(({ form }) => form === 'markdown').map(({ target }) => target)
      : [];
  const dotted = written === '' ? (targets.at(-1)?.startsWith('./') ?? false) : written.startsWith('./');
  return { lead: dotted ? './' : '', percent: targets.some((each) => /%[0-9a-f]{2}/i.test(each)) };
}

function spell(path: string, { lead, percent }: TargetStyle, angled: boolean): string {
  const written = lead + (percent ? '%20' : '');
  const line = angled ? `<${written}>` : written;
  const start = angled ? 1 : 0;
  const model = {
    line: 0,
    title: '',
    target: written,
    targetRange: range(0, start, 0, start + written.length),
    linkRange: range(0, 0, 0, line.length),
    path: undefined,
    form: 'markdown',
    mention: false,
    hook: '',
    separator: '',
    loaded: true,
  } as const;
  return retarget(model, path, new TextLines(line)).newText;
}
