/** Hovers of entries, links and types. */
import { type Hover, HoverRequest, MarkupKind } from 'vscode-languageserver';

import { usesWords } from '../../core/age.js';
import { storeNames } from '../../core/index/resolved-entries.js';
import { t } from '../../core/l10n.js';
import { nearestPaths } from '../../core/links/resolve.js';
import type { FileContext } from '../../core/memdir.js';
import { shapeOf } from '../../core/memory-types.js';
import type { ParsedFile } from '../../core/parsed-file.js';
import type { ParsedStore } from '../../core/parsed-store.js';
import { isPlain } from '../../core/stores/agent-forms.js';
import type { Position } from '../../core/text.js';
import { answerInStore, type LanguageFeature } from './feature.js';
import { ageText, indexStatusText, shareText, staleText, usesOf } from './hover-text.js';
import { contains, linkAt, type StoreLink, textAt } from './links.js';
import { safeMarkdown } from './safe-text.js';
import { decayText, describeType } from './type-docs.js';

export function hoverAt(context: FileContext, position: Position): Hover | null {
  const { store, path } = context;
  const type = typeHover(store.files.get(path), store, position);
  if (type !== null) return type;
  const at = linkAt(store, path, position);
  if (at === undefined) return null;
  const paragraphs = at.link.at.found === undefined ? missing(at.link, store) : found(at.link, at.link.at, context);
  return { contents: { kind: MarkupKind.Markdown, value: paragraphs.join('\n\n') }, range: at.whole };
}

function typeHover(file: ParsedFile | undefined, { types }: ParsedStore, position: Position): Hover | null {
  const field = file?.frontMatter.fields.find(
    ({ path, keyRange, valueRange }) =>
      (path === 'type' || path === 'metadata.type') && (contains(keyRange, position) || contains(valueRange, position)),
  );
  const type = field?.text?.trim().toLowerCase();
  if (field === undefined || type === undefined || type === '') return null;
  const known = Object.hasOwn(types, type);
  const value = [
    `**${safeMarkdown(type)}**`,
    known
      ? describeType(type)
      : t('Unknown type. Known types: {types}.', { types: Object.keys(types).map(safeMarkdown).join(', ') }),
    decayText(shapeOf(type, types)),
  ].join('\n\n');
  return {
    contents: { kind: MarkupKind.Markdown, value },
    range: { start: field.keyRange.start, end: field.valueRange.end },
  };
}

function found(link: StoreLink, at: Extract<StoreLink['at'], { found: string }>, context: FileContext): string[] {
  const { store } = context;
  const file = store.files.get(at.found);
  if (file === undefined) return [];
  const { memory } = file;
  const plain = isPlain(store.info);
  const stale = plain ? undefined : staleText(file, store);
  return [
    `**${safeMarkdown(memory.name)}**  ·  ${safeMarkdown(memory.type)}  ·  ${memory.level}${memory.deletedMs === undefined ? '' : `  ·  ${t('deleted')}`}`,
    ...(memory.description === '' ? [] : [safeMarkdown(memory.description)]),
    `${[ageText(file, store), ...(stale === undefined ? [] : [safeMarkdown(stale)]), usesWords(usesOf(at.found, context))].join('  ·  ')}${plain ? '' : `  ·  ${indexStatusText(at.found, store)}`}`,
    ...share(link, store),
    HOW[at.how](safeMarkdown(at.found)),
    ...(at.others.length === 0
      ? []
      : [t('It could also be {names}.', { names: at.others.slice(0, 3).map(safeMarkdown).join(', ') })]),
  ];
}

const HOW: Readonly<Record<Extract<StoreLink['at'], { found: string }>['how'], (path: string) => string>> = {
  exact: (path) => path,
  case: (path) => t('{path}, found by ignoring case', { path }),
  extension: (path) => t('{path}, found by adding .md', { path }),
  name: (path) => t('{path}, found by its name', { path }),
  stem: (path) => t('{path}, found by its file name', { path }),
  folded: (path) => t('{path}, found by ignoring case, spaces, - and _', { path }),
};

/** The share of the budget that an index line takes. */
function share({ entry, from }: StoreLink, store: ParsedStore): string[] {
  if (entry === undefined) return [];
  const units = (textAt(store, from)?.lines.line(entry.line).length ?? 0) + 1;
  return [t('This line takes {share} that Claude Code loads.', { share: shareText(units) })];
}

function missing({ form, target, at }: StoreLink, store: ParsedStore): string[] {
  const folder = at.found === undefined && at.folder;
  const what = folder
    ? t('{name} is a folder, not a memory.', { name: safeMarkdown(target) })
    : form === 'wiki'
      ? t('No memory in this directory is named {name}.', { name: safeMarkdown(target) })
      : t('{path} doesn’t exist in this directory.', { path: safeMarkdown(target) });
  const near = target.length > 100 ? [] : nearestPaths(target, storeNames(store));
  return [
    what,
    ...(near.length === 0
      ? []
      : [t('Similar names: {names}.', { names: near.map(({ path }) => safeMarkdown(path)).join(', ') })]),
  ];
}

export const hover: LanguageFeature = {
  capabilities: { hoverProvider: true },
  register: (context) => {
    context.connection.onHover(({ textDocument, position }, token) =>
      answerInStore(context, HoverRequest.method, token, textDocument.uri, (file) => hoverAt(file, position)),
    );
  },
};
