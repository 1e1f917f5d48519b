/** Problems as SARIF 2.1.0 (OASIS), the format of code scanning services. */
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { ArtifactLocation, Log, PhysicalLocation, ReportingDescriptor, Result } from 'sarif';

import { RULES } from '../../core/lint/rules.js';
import { relativeInside } from '../../core/paths.js';
import type { ProblemCode, Severity } from '../../core/problem.js';
import type { LintReport, LocatedProblem } from '../../core/results.js';
import type { Range } from '../../core/text.js';
import { RULE_PAGES } from '../../protocol/contributions.js';
import { ruleSummary } from '../../protocol/settings.js';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';
/** Base id of files below the working directory, which makes reports independent of the machine. */
const BASE = 'SRCROOT';

const LEVELS = { error: 'error', warning: 'warning', info: 'note', hint: 'note' } as const satisfies Record<
  Severity,
  Result.level
>;

/** A log with one run. `hash` makes the fingerprints by which a service recognizes a problem after its line moved. */
export function toSarif(report: LintReport, cwd: string, version: string, hash: (text: string) => string): Log {
  const codes = [...new Set(report.problems.map(({ code }) => code))];
  return {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Memdir',
            version,
            rules: codes.map(ruleOf),
          },
        },
        columnKind: 'utf16CodeUnits',
        originalUriBaseIds: { [BASE]: { uri: pathToFileURL(join(cwd, sep)).href } },
        results: report.problems.map((problem) => resultOf(problem, codes.indexOf(problem.code), cwd, hash)),
      },
    ],
  };
}

function ruleOf(code: ProblemCode): ReportingDescriptor {
  const severity = RULES.find((rule) => rule.code === code)?.severity ?? 'warning';
  return {
    id: code,
    shortDescription: { text: ruleSummary(code) },
    help: { text: `See ${RULE_PAGES}/${code}.md in the Memdir package.` },
    defaultConfiguration: { level: LEVELS[severity] },
  };
}

function resultOf(problem: LocatedProblem, ruleIndex: number, cwd: string, hash: (text: string) => string): Result {
  const { code, severity, message, file, path, range, related } = problem;
  const store = file.slice(0, file.length - path.length);
  return {
    ruleId: code,
    ruleIndex,
    level: LEVELS[severity],
    message: { text: message },
    locations: [{ physicalLocation: physical(file, range, cwd) }],
    partialFingerprints: { 'memdir/v1': hash([code, path, message].join('\n')) },
    ...(related && {
      relatedLocations: related.map((place) => ({
        physicalLocation: physical(store + place.path, place.range, cwd),
        message: { text: place.message },
      })),
    }),
  };
}

const physical = (file: string, { start, end }: Range, cwd: string): PhysicalLocation => ({
  artifactLocation: locationOf(file, cwd),
  region: {
    startLine: start.line + 1,
    startColumn: start.character + 1,
    endLine: end.line + 1,
    endColumn: end.character + 1,
  },
});

function locationOf(file: string, cwd: string): ArtifactLocation {
  const below = relativeInside(file, cwd);
  if (below === undefined) return { uri: pathToFileURL(file).href };
  return {
    uri: below
      .split('/')
      .map((name) => encodeURIComponent(name.toWellFormed()))
      .join('/'),
    uriBaseId: BASE,
  };
}
