import { cloudOnlyPaths, leavesStore } from '../file-kinds.js';
import { t } from '../l10n.js';
import type { ParsedStore } from '../parsed-store.js';
import { range } from '../text.js';
import { firstLine } from '../text-edits.js';
import type { Finding, StoreRule } from './rule.js';
import { textsOf } from './store-texts.js';

const START = range(0, 0, 0, 0);
const NAMED = 4;
const MOST_RELATED = 50;

/**
 * What is in a memory directory and cannot be read or listed, one finding for each cause: a drive or cloud that fails does so for many files at once.
 * Links out of the store have a rule of their own.
 */
export const unreadable: StoreRule = {
  code: 'unreadable',
  severity: 'warning',
  on: 'store',
  *check(store, only) {
    for (const [reason, paths] of filesByReason(store, only)) yield fileFinding(reason, paths);
    const { index, facts } = store;
    const path = index?.source.path ?? facts.unlisted?.[0]?.path;
    if (path === undefined || (only !== undefined && only !== path)) return;
    const byReason = grouped((facts.unlisted ?? []).map((each) => [each.reason, each.path] as const));
    for (const [reason, paths] of byReason)
      yield {
        path,
        range: index === undefined ? START : firstLine(index.lines),
        message: t('Not listed, checked or searched: {names}. {reason}', { names: namesOf(paths), reason }),
        related: relatedTo(paths),
      };
  },
};

/** What is in the cloud only has a rule of its own, too. */
function filesByReason(store: ParsedStore, only: string | undefined): ReadonlyMap<string, readonly string[]> {
  const away = new Set(cloudOnlyPaths(store.facts.others ?? []));
  return grouped(
    textsOf(store, only).flatMap(({ source }) =>
      source.unreadable === undefined || leavesStore(source, store.info) || away.has(source.path)
        ? []
        : [[source.unreadable, source.path] as const],
    ),
  );
}

function grouped(pairs: readonly (readonly [reason: string, path: string])[]): ReadonlyMap<string, readonly string[]> {
  const groups = new Map<string, string[]>();
  for (const [reason, path] of pairs) groups.set(reason, [...(groups.get(reason) ?? []), path]);
  return groups;
}

function fileFinding(reason: string, [path = '', ...others]: readonly string[]): Finding {
  return {
    path,
    range: START,
    message:
      others.length === 0
        ? t('Can’t be read: {path}. {reason}', { path, reason })
        : t('Can’t be read: {path} and {count} more ({names}). {reason}', {
            path,
            count: others.length,
            names: namesOf(others),
            reason,
          }),
    related: relatedTo(others),
  };
}

const namesOf = (paths: readonly string[]): string =>
  paths.length > NAMED
    ? t('{names}, … ({count} in total)', { names: paths.slice(0, NAMED).join(', '), count: paths.length })
    : paths.join(', ');

const relatedTo = (paths: readonly string[]): Finding['related'] =>
  paths.slice(0, MOST_RELATED).map((path) => ({ path, range: START, message: t('Not read') }));
