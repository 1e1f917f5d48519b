import { type Diagnostic, DiagnosticSeverity } from 'vscode-languageserver';
import { URI } from 'vscode-uri';

import type { Severity } from '../../core/problem.js';
import type { LintReport, LocatedProblem } from '../../core/results.js';
import type { Range } from '../../core/text.js';
import { DIAGNOSTIC_SOURCE, ruleLink } from '../../protocol/ids.js';

const SEVERITY: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

export const fileUri = (file: string): string => URI.file(file).toString();

/** Absolute path of the store a problem belongs to: its file without the path inside the store. */
const storeRoot = ({ file, path }: Pick<LocatedProblem, 'file' | 'path'>): string =>
  file.slice(0, file.length - path.length);

/** Address of a file of the same store as `problem`. */
export const siblingUri = (problem: LocatedProblem, path: string): string => fileUri(storeRoot(problem) + path);

/** Problems and their repairs with places as an editor counts them: it knows no byte order mark. */
export function toEditorPositions({ problems, marked }: LintReport): readonly LocatedProblem[] {
  if (marked.length === 0) return problems;
  const files = new Set(marked);
  return problems.map((problem) => {
    const root = storeRoot(problem);
    const seen = <Place extends { readonly range: Range }>(path: string, place: Place): Place =>
      files.has(root + path) ? { ...place, range: behindMark(place.range) } : place;
    const fixes = problem.fixes.map((fix) => ({
      ...fix,
      edits: Object.fromEntries(
        Object.entries(fix.edits).map(([path, edits]) => [path, edits.map((edit) => seen(path, edit))]),
      ),
    }));
    return {
      ...seen(problem.path, problem),
      fixes,
      ...(problem.related && { related: problem.related.map((place) => seen(place.path, place)) }),
    };
  });
}

const behindMark = ({ start, end }: Range): Range => {
  const shift = ({ line, character }: Range['start']): Range['start'] => ({
    line,
    character: line === 0 ? Math.max(0, character - 1) : character,
  });
  return { start: shift(start), end: shift(end) };
};

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
