import { filesOf } from '../file-kinds.js';
import { t, tPlural } from '../l10n.js';
import type { MissingCitation } from '../parsed-store.js';
import type { Fix } from '../problem.js';
import { truncate } from '../text.js';
import { replace } from '../text-edits.js';
import { fix } from './merge-fixes.js';
import type { Finding, StoreRule } from './rule.js';

/** A memory states a file or line of the project as fact that does not exist. */
export const citedPathMissing: StoreRule = {
  code: 'cited-path-missing',
  severity: 'info',
  on: 'store',
  *check(store, only) {
    const { missingCitations } = store.facts;
    if (missingCitations === undefined) return;
    for (const [path] of filesOf(store, only))
      for (const missing of missingCitations.get(path) ?? []) yield finding(missing, path);
  },
};

function finding(missing: MissingCitation, path: string): Finding {
  return {
    path,
    range: missing.range,
    message: missing.pastEnd === undefined ? gone(missing) : pastEnd(missing, missing.pastEnd),
    ...(missing.doubtful ? { severity: 'hint' } : {}),
    fixes: fixes(missing, path),
  };
}

const shown = (cited: string): string => truncate(cited, 120);

function gone({ cited, movedTo, candidates = [] }: MissingCitation): string {
  const path = shown(cited);
  if (movedTo !== undefined)
    return t('{path} no longer exists in this project. Git says it is now {movedTo}: write that path.', {
      path,
      movedTo,
    });
  return candidates.length > 0
    ? t(
        '{path} no longer exists in this project. It may be {candidates} now: update the path, or note that the file was removed.',
        { path, candidates: candidates.join(', ') },
      )
    : t('{path} no longer exists in this project. Update the path, or note that the file was removed.', { path });
}

const pastEnd = ({ cited }: MissingCitation, { line, lines }: NonNullable<MissingCitation['pastEnd']>): string =>
  tPlural(
    lines,
    '{path} has no line {line}: it has 1 line. Name the function or heading instead; line numbers change with every edit.',
    '{path} has no line {line}: it has {n} lines. Name the function or heading instead; line numbers change with every edit.',
    { path: shown(cited), line },
  );

/** Keeps the form of the written path: back-slashes, leading `./`. */
function fixes({ range, cited, movedTo, candidates = [] }: MissingCitation, path: string): Fix[] {
  const link = /^\.\.\//.test(cited);
  if (link || /^(?:\/|[a-z]:)/i.test(cited)) return [];
  const spelled = (to: string): string => (cited.includes('\\') ? to.replaceAll('/', '\\') : to);
  const to = movedTo === undefined ? candidates : [movedTo];
  return to.map((target) =>
    fix(t('Change to {path}', { path: target }), path, [replace(range, spelled(target))], {
      safe: movedTo !== undefined,
      preferred: movedTo !== undefined,
    }),
  );
}
