/** Memories of all stores by name and by their title in the index. */
import { SymbolKind, type WorkspaceSymbol, WorkspaceSymbolRequest } from 'vscode-languageserver';

import { throwIfAborted } from '../../core/errors.js';
import { nameRange } from '../../core/lint/metadata.js';
import type { LintStore } from '../../core/lint/rule.js';
import { resolvedEntries } from '../../core/lint/store-names.js';
import type { StoreAround } from '../../core/memdir.js';
import { absolutePath } from '../../service/places.js';
import { fileUri } from '../problems.js';
import { everywhere } from './everywhere.js';
import type { LanguageFeature } from './feature.js';
import { iconless } from './plain.js';
import { seenRange } from './seen.js';
import { subsequence } from './subsequence.js';
import { leadsTo } from './target.js';

/** Symbols in one answer. */
const MOST_SYMBOLS = 200;

function workspaceSymbols(query: string, stores: readonly StoreAround[]): WorkspaceSymbol[] {
  const matches: { readonly rank: number; readonly name: string; readonly path: string; readonly store: LintStore }[] =
    [];
  const seen = new Set<string>();
  for (const { store } of stores) {
    const titles = titlesOf(store);
    for (const [path, { memory }] of store.files) {
      if (
        memory.deletedMs !== undefined ||
        seen.has(absolutePath(store.info, path)) ||
        leadsTo(store, path) === undefined
      )
        continue;
      seen.add(absolutePath(store.info, path));
      const title = titles.get(path);
      const ranks = [memory.name, title, path].map((text) =>
        text === undefined ? undefined : subsequence(query, text),
      );
      const rank = ranks.reduce(
        (best, each) => (each !== undefined && (best === undefined || each < best) ? each : best),
        undefined,
      );
      if (rank === undefined) continue;
      // The editor filters once more by the name: the text that matched must be part of it.
      const name =
        ranks[0] !== undefined || query === ''
          ? memory.name
          : `${memory.name} (${ranks[1] !== undefined ? (title ?? '') : path})`;
      matches.push({ rank, name, path, store });
    }
  }
  return matches
    .sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1))
    .slice(0, MOST_SYMBOLS)
    .flatMap(({ name, path, store }) => toSymbol(name, path, store));
}

function titlesOf(store: LintStore): Map<string, string> {
  const titles = new Map<string, string>();
  for (const { entry, at } of resolvedEntries(store))
    if (at.found !== undefined && !entry.mention && !titles.has(at.found)) titles.set(at.found, entry.title);
  return titles;
}

function toSymbol(name: string, path: string, store: LintStore): WorkspaceSymbol[] {
  const file = store.files.get(path);
  if (file === undefined) return [];
  const location = {
    uri: fileUri(absolutePath(store.info, path)),
    range: seenRange(file.source.text, nameRange(file)),
  };
  return [
    {
      name: iconless(name) || path,
      kind: SymbolKind.File,
      location,
      containerName: iconless(`${file.memory.type} · ${store.info.label}`),
    },
  ];
}

export const workspaceSymbolFeature: LanguageFeature = {
  capabilities: { workspaceSymbolProvider: true },
  register: (parts) => {
    parts.connection.onWorkspaceSymbol(({ query }, token) =>
      parts.answer(WorkspaceSymbolRequest.method, token, async (signal) => {
        const stores = await everywhere(parts, undefined, signal);
        throwIfAborted(signal);
        return workspaceSymbols(query, stores);
      }),
    );
  },
};
