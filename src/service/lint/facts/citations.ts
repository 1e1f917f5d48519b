/** Files of the project that memories cite and that do not exist. */
import { type Citation, citationsOf } from '../../../core/citations/citations.js';
import { containsMemories, isCurrentKnowledge, isNamedLikeIndex } from '../../../core/file-kinds.js';
import { foldPath } from '../../../core/links/target.js';
import type { ParsedFile } from '../../../core/parsed-file.js';
import type { MissingCitation } from '../../../core/parsed-store.js';
import { isInside, relativeInside } from '../../../core/paths.js';
import type { PlaceState, Workspace } from '../../../core/ports/workspace.js';
import { isAbsolute } from '../../paths.js';
import type { StoreSnapshot } from '../../stores/snapshot.js';
import type { MakeFactSource } from './source.js';

type ProjectFolder = NonNullable<Awaited<ReturnType<Workspace['projectOf']>>>;

interface CitationPaths {
  readonly citation: Citation;
  /** Paths in the project that it may mean; one of them must exist. */
  readonly paths: readonly string[];
}

export const citationFacts: MakeFactSource = ({ workspace, log }) => {
  const known = new WeakMap<ParsedFile, { readonly root: string; readonly asks: readonly CitationPaths[] }>();
  const citationPathsOf = (file: ParsedFile, project: ProjectFolder): readonly CitationPaths[] => {
    const before = known.get(file);
    if (before?.root === project.root) return before.asks;
    const citations = isCurrentKnowledge(file) ? citationsOf(file.lines, file.memory.bodyLine) : [];
    const asks = citations
      .map((citation) => ({ citation, paths: pathsOf(citation, file, project) }))
      .filter(({ paths }) => paths.length > 0);
    known.set(file, { root: project.root, asks });
    return asks;
  };
  return async (snapshot) => {
    const { info } = snapshot;
    if (!containsMemories(info)) return {};
    const project = await workspace.projectOf(info).catch((error: unknown) => {
      log.error(`The project of ${info.label} could not be looked up.`, error);
      return undefined;
    });
    if (project === undefined) return {};
    const pathsByFile = new Map<string, readonly CitationPaths[]>();
    for (const [path, file] of snapshot.files) {
      const asks = citationPathsOf(file, project).filter(
        ({ paths }) => !paths.some((each) => isMemory(each, project, snapshot)),
      );
      if (asks.length > 0) pathsByFile.set(path, asks);
    }
    const states = await workspace.look(
      project.root,
      [...pathsByFile.values()].flat().flatMap(({ paths }) => paths),
    );
    const missing = new Map<string, readonly MissingCitation[]>();
    for (const [path, asks] of pathsByFile) {
      const found = (await Promise.all(asks.map((each) => missingOf(each, states, workspace, project.root)))).filter(
        (each) => each !== undefined,
      );
      if (found.length > 0) missing.set(path, found);
    }
    return { missingCitations: missing };
  };
};

function pathsOf(citation: Citation, file: ParsedFile, project: ProjectFolder): readonly string[] {
  return citation.form === 'link'
    ? linkPaths(citation.path, file.source.path, project)
    : [inProject(citation.path, project.root)].filter((path) => path !== undefined);
}

/** Undefined for an absolute path outside the project. */
const inProject = (path: string, root: string): string | undefined =>
  isAbsolute(path) ? relativeInside(path, root) || undefined : path;

/** A link is relative to its own file; many are written relative to the top of the project. */
function linkPaths(target: string, memory: string, { root, storeInside }: ProjectFolder): string[] {
  if (isAbsolute(target)) return [inProject(target, root)].filter((path) => path !== undefined);
  const own =
    storeInside === undefined
      ? undefined
      : foldPath(`${storeInside}/${memory.slice(0, memory.lastIndexOf('/') + 1)}${target}`);
  const top = target.startsWith('../') ? undefined : foldPath(target);
  // Links between memories are checked by another rule.
  if (/\.md$/i.test(target) && (storeInside === undefined || own === undefined || isBelow(own, storeInside))) return [];
  return [own, top].filter((path) => path !== undefined).filter((path) => path !== '');
}

/** A store that is the whole project contains other files than memories. */
const isBelow = (path: string, storeInside: string): boolean => storeInside !== '' && isInside(path, storeInside);

function isMemory(path: string, { storeInside }: ProjectFolder, { files }: StoreSnapshot): boolean {
  if (!/\.md$/i.test(path)) return false;
  return (
    (storeInside !== undefined && isBelow(path, storeInside)) ||
    isNamedLikeIndex(path) ||
    files.has(path) ||
    (/^\.?memory\//.test(path) && !path.includes('/', path.indexOf('/') + 1))
  );
}

async function missingOf(
  { citation, paths }: CitationPaths,
  states: ReadonlyMap<string, PlaceState>,
  workspace: Workspace,
  root: string,
): Promise<MissingCitation | undefined> {
  const found = paths.map((path) => states.get(path) ?? ({ state: 'unknown' } as const));
  const { cited, line } = citation;
  const there = found.find(({ state }) => state === 'there');
  if (there?.state === 'there') {
    if (line === undefined || there.path === undefined) return undefined;
    const lines = await workspace.lineCount(root, there.path);
    return lines === undefined || line <= lines
      ? undefined
      : {
          range: citation.whole,
          cited,
          pastEnd: { line, lines },
          ...(citation.form === 'plain' ? { doubtful: true } : {}),
        };
  }
  const [first] = found;
  if (first?.state !== 'missing' || found.some(({ state }) => state === 'unknown')) return undefined;
  const sure = first.evidence !== 'none';
  // Without evidence only a path in code or quotes is reported; a bare name may belong to any project.
  if (!sure && (citation.owned || citation.form === 'plain' || !citation.path.includes('/'))) return undefined;
  if (
    citation.path.endsWith('/') &&
    first.evidence !== 'history' &&
    (first.evidence === 'none' || citation.path.split('/').length < 3)
  )
    return undefined;
  const [only, ...more] = first.renamed;
  const candidates =
    only !== undefined && more.length === 0 ? [] : [...new Set([...first.renamed, ...first.sameName])].slice(0, 3);
  return {
    range: citation.range,
    cited,
    ...(only !== undefined && more.length === 0 ? { movedTo: only } : {}),
    ...(candidates.length > 0 ? { candidates } : {}),
    ...(!sure || citation.form === 'plain' ? { doubtful: true } : {}),
  };
}
