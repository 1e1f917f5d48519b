import { DiagnosticSeverity, type Diagnostic } from 'vscode-languageserver';
import { URI } from 'vscode-uri';
import type { LocatedProblem } from '../core/results.js';
import type { Severity } from '../core/problem.js';
import { DIAGNOSTIC_SOURCE, ruleDocumentation } from '../protocol/ids.js';

const SEVERITY: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

export const fileUri = (file: string): string => URI.file(file).toString();

/** Absolute path of the store a problem belongs to: its file without the path inside the store. */
export const storeRoot = ({ file, path }: Pick<LocatedProblem, 'file' | 'path'>): string => file.slice(0, file.length - path.length);

/** Address of a file of the same store as `problem`. */
export const siblingUri = (problem: LocatedProblem, path: string): string => fileUri(storeRoot(problem) + path);

export function toDiagnostic(problem: LocatedProblem): Diagnostic {
  return {
    range: problem.range,
    severity: SEVERITY[problem.severity],
    code: problem.code,
    codeDescription: { href: ruleDocumentation(problem.code) },
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
