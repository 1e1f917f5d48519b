import { filesOf } from '../file-kinds.js';
import type { MissingCitation } from '../parsed-store.js';
import { plural } from '../plural.js';
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
  const advice =
    movedTo !== undefined
      ? `Git says it is now ${movedTo}: write that path.`
      : candidates.length > 0
        ? `It may be ${candidates.join(' or ')} now: correct the path, or say that it is gone.`
        : 'Correct the path, or say that it is gone.';
  return `${shown(cited)} is not in the project, and Claude Code takes it for a fact and looks for it there. ${advice}`;
}

const pastEnd = ({ cited }: MissingCitation, { line, lines }: NonNullable<MissingCitation['pastEnd']>): string =>
  `${shown(cited)} has ${plural(lines, 'line')}, so there is no line ${line}, and Claude Code looks for it in vain. Name what stands there instead of a line number, which moves with every edit.`;

/** Keeps the form of the written path: back-slashes, leading `./`. */
function fixes({ range, cited, movedTo, candidates = [] }: MissingCitation, path: string): Fix[] {
  const link = /^\.\.\//.test(cited);
  if (link || /^(?:\/|[a-z]:)/i.test(cited)) return [];
  const spelled = (to: string): string => (cited.includes('\\') ? to.replaceAll('/', '\\') : to);
  const to = movedTo === undefined ? candidates : [movedTo];
  return to.map((target) =>
    fix(`Change the path to ${target}`, path, [replace(range, spelled(target))], {
      safe: movedTo !== undefined,
      preferred: movedTo !== undefined,
    }),
  );
}
