import { filesOf } from '../file-kinds.js';
import { stemOf } from '../file-stem.js';
import { storeNames } from '../index/resolved-entries.js';
import { cloudOnlyNames } from '../index/unreachable-files.js';
import { t, tPlural } from '../l10n.js';
import { nearestPaths, type Resolution, resolveWiki, type StoreNames, wikiNameOf } from '../links/resolve.js';
import type { MemoryLink } from '../memory.js';
import type { ParsedFile } from '../parsed-file.js';
import type { Fix } from '../problem.js';
import { truncate } from '../text.js';
import { replace } from '../text-edits.js';
import { fix } from './merge-fixes.js';
import type { Finding, StoreRule } from './rule.js';

/**
 * Files of a store whose links get suggestions: each link is compared with every name. A single requested file always
 * gets them.
 */
const MOST_SUGGESTED = 100;

/** `[[x]]` that names no memory, matches one only when case is ignored, or is ambiguous. */
export const wikilinkUnresolved: StoreRule = {
  code: 'wikilink-unresolved',
  severity: 'info',
  on: 'store',
  *check(store, only) {
    const names = storeNames(store);
    const away = cloudOnlyNames(store);
    let suggested = 0;
    for (const [, file] of filesOf(store, only)) {
      if (file.memory.deletedMs !== undefined) continue;
      yield* checkFile(file, { names, away }, (link) =>
        suggested++ < MOST_SUGGESTED ? corrections(file, link, names) : [],
      );
    }
  },
};

/** One finding for all dangling links of a file, and one for each of the other kinds, which are rare. */
function* checkFile(
  file: ParsedFile,
  { names, away }: { readonly names: StoreNames; readonly away: StoreNames },
  correct: (link: MemoryLink) => Fix[],
): Iterable<Finding> {
  const broken: MemoryLink[] = [];
  for (const link of file.memory.links) {
    if (link.kind !== 'wiki') continue;
    const at = resolveWiki(link.target, names);
    if (at.found === undefined && resolveWiki(link.target, away).found !== undefined) continue;
    if (at.found === undefined) broken.push(link);
    else if (at.others.length > 0) yield ambiguous(file, link, at);
    else if (at.how === 'folded' && differsInCase(link.target, at.found, names))
      yield miscased(file, link, at.found, names);
  }
  const [first, ...others] = broken;
  if (first === undefined) return;
  const targets = [...new Set(broken.map(({ target }) => target))];
  yield {
    path: file.source.path,
    range: first.range,
    message: tPlural(
      broken.length,
      'Broken link: no memory is named [[{name}]]. Correct the name, write the memory, or keep the link as a note for later.',
      '{n} broken links: {names}. Correct the names, write the memories, or keep the links as notes for later.',
      {
        name: shown(first.target),
        names: `${targets.slice(0, 5).map(shown).join(', ')}${targets.length > 5 ? ', …' : ''}`,
      },
    ),
    related:
      others.length === 0
        ? undefined
        : others.slice(0, 50).map((link) => ({
            path: file.source.path,
            range: link.range,
            message: t('Broken link: [[{name}]]', { name: shown(link.target) }),
          })),
    fixes: correct(first),
  };
}

const shown = (target: string): string => (target.length > 60 ? `${truncate(target, 60)}…` : target);

function corrections(file: ParsedFile, link: MemoryLink, names: StoreNames): Fix[] {
  if (link.target.length > 100) return [];
  return nearestPaths(link.target, names)
    .filter(({ path }) => path !== file.source.path)
    .flatMap(({ path, obvious }) => linkTo(path, file, link, names, { preferred: obvious }));
}

/** The unambiguous link to a file. Undefined where no spelling resolves to it. */
function linkTo(
  path: string,
  file: ParsedFile,
  link: MemoryLink,
  names: StoreNames,
  options: { safe?: boolean; preferred: boolean },
): Fix[] {
  const name = wikiNameOf(path, names, link.target);
  return name === undefined
    ? []
    : [fix(t('Link to {name}', { name }), file.source.path, [replace(link.range, name)], options)];
}

function ambiguous(file: ParsedFile, link: MemoryLink, at: Extract<Resolution, { found: string }>): Finding {
  return {
    path: file.source.path,
    range: link.range,
    message: t(
      'Ambiguous link: [[{name}]] matches {paths}. Memdir follows the first; Claude Code may read another. Rename one of them or link by file name.',
      { name: shown(link.target), paths: [at.found, ...at.others].slice(0, 5).join(', ') },
    ),
  };
}

/** Folding `-`, `_` and spaces is common practice; different case is a typo. */
function differsInCase(target: string, path: string, names: StoreNames): boolean {
  const plain = (text: string): string => text.normalize('NFC').replace(/[\s_-]+/g, '-');
  const wanted = plain(
    target
      .replace(/[|#].*$/s, '')
      .trim()
      .replace(/\.md$/i, ''),
  );
  return wanted !== plain(stemOf(path)) && plain(names.nameOf.get(path) ?? '') !== wanted;
}

function miscased(file: ParsedFile, link: MemoryLink, path: string, names: StoreNames): Finding {
  return {
    path: file.source.path,
    range: link.range,
    message: t(
      'Wrong case: [[{name}]] matches {path} only if case is ignored, so Claude Code may not find it. Use the exact name.',
      { name: shown(link.target), path },
    ),
    fixes: linkTo(path, file, link, names, { safe: true, preferred: true }),
  };
}
