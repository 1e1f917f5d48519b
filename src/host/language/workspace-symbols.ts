/** Workspace symbols: memories of all stores by name and by title in the index. */
import { SymbolKind, type WorkspaceSymbol, WorkspaceSymbolRequest } from 'vscode-languageserver';

import { throwIfAborted } from '../../core/errors.js';
import { resolvedEntries } from '../../core/index/resolved-entries.js';
import { nameRange } from '../../core/lint/metadata.js';
import type { StoreContext } from '../../core/memdir.js';
import type { ParsedStore } from '../../core/parsed-store.js';
import { absolutePath } from '../../service/paths.js';
import { editorRange } from '../bom-offset.js';
import { fileUri } from '../file-uri.js';
import { allStores } from './all-stores.js';
import type { LanguageFeature } from './feature.js';
import { linkableFile } from './link-target.js';
import { safeLabel } from './safe-text.js';
import { subsequenceScore } from './subsequence-score.js';

/** Symbols in one answer. */
const MOST_SYMBOLS = 200;

function workspaceSymbols(query: string, stores: readonly StoreContext[]): WorkspaceSymbol[] {
  const matches: {
    readonly rank: number;
    readonly name: string;
    readonly path: string;
    readonly store: ParsedStore;
  }[] = [];
  const seen = new Set<string>();
  for (const { store } of stores) {
    const titles = titlesOf(store);
    for (const [path, { memory }] of store.files) {
      if (
        memory.deletedMs !== undefined ||
        seen.has(absolutePath(store.info, path)) ||
        linkableFile(store, path) === undefined
      )
        continue;
      seen.add(absolutePath(store.info, path));
      const title = titles.get(path);
      const ranks = [memory.name, title, path].map((text) =>
        text === undefined ? undefined : subsequenceScore(query, text),
      );
      const rank = ranks.reduce(
        (best, each) => (each !== undefined && (best === undefined || each < best) ? each : best),
        undefined,
      );
      if (rank === undefined) continue;
      // The editor filters again by the name, so the matched text must be part of it.
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

function titlesOf(store: ParsedStore): Map<string, string> {
  const titles = new Map<string, string>();
  for (const { entry, at } of resolvedEntries(store))
    if (at.found !== undefined && !entry.mention && !titles.has(at.found)) titles.set(at.found, entry.title);
  return titles;
}

function toSymbol(name: string, path: string, store: ParsedStore): WorkspaceSymbol[] {
  const file = store.files.get(path);
  if (file === undefined) return [];
  const location = {
    uri: fileUri(absolutePath(store.info, path)),
    range: editorRange(file.source.text, nameRange(file)),
  };
  return [
    {
      name: safeLabel(name) || path,
      kind: SymbolKind.File,
      location,
      containerName: safeLabel(`${file.memory.type} · ${store.info.label}`),
    },
  ];
}

export const workspaceSymbolFeature: LanguageFeature = {
  capabilities: { workspaceSymbolProvider: true },
  register: (context) => {
    context.connection.onWorkspaceSymbol(({ query }, token) =>
      context.answer(WorkspaceSymbolRequest.method, token, async (signal) => {
        const stores = await allStores(context, undefined, signal);
        throwIfAborted(signal);
        return workspaceSymbols(query, stores);
      }),
    );
  },
};
