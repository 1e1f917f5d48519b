import { normalize } from 'node:path';

import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver';

import type { Severity } from '../../core/problem.js';
import type { LintReport, LocatedProblem } from '../../core/results.js';
import type { Range } from '../../core/text.js';
import { DIAGNOSTIC_SOURCE, ruleLink } from '../../protocol/contributions.js';
import { withoutBom } from '../bom-offset.js';
import { fileUri } from '../file-uri.js';

const SEVERITY: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** Absolute path of the store of a problem, with a slash at its end. */
const storeRoot = ({ file, path }: Pick<LocatedProblem, 'file' | 'path'>): string =>
  file.slice(0, file.length - path.length);

/** Absolute real path of a file in the same store as `problem`, by which open documents are found. */
export const siblingPath = (problem: LocatedProblem, path: string): string => normalize(storeRoot(problem) + path);

/** Uri of a file in the same store as `problem`. */
export const siblingUri = (problem: LocatedProblem, path: string): string => fileUri(siblingPath(problem, path));

/** Problems, related places and fixes with the ranges of an editor, which counts without the byte order mark. */
export function toEditorPositions({ problems, marked }: LintReport): readonly LocatedProblem[] {
  if (marked.length === 0) return problems;
  const files = new Set(marked);
  return problems.map((problem) => {
    const root = storeRoot(problem);
    const shifted = <Located extends { readonly range: Range }>(path: string, place: Located): Located =>
      files.has(root + path) ? { ...place, range: withoutBom(place.range) } : place;
    const fixes = problem.fixes.map((fix) => ({
      ...fix,
      edits: Object.fromEntries(
        Object.entries(fix.edits).map(([path, edits]) => [path, edits.map((edit) => shifted(path, edit))]),
      ),
    }));
    return {
      ...shifted(problem.path, problem),
      fixes,
      ...(problem.related && { related: problem.related.map((place) => shifted(place.path, place)) }),
    };
  });
}

export function toDiagnostic(problem: LocatedProblem): Diagnostic {
  return {
    range: problem.range,
    severity: SEVERITY[problem.severity],
    code: problem.code,
    codeDescription: { href: ruleLink(problem.code) },
    source: DIAGNOSTIC_SOURCE,
    message: problem.message,
    ...(problem.related && {
      relatedInformation: problem.related.map((place) => ({
        location: { uri: siblingUri(problem, place.path), range: place.range },
        message: place.message,
      })),
    }),
  };
}
