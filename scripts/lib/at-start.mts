/**
 * What a program loads at its start, told from the bundler's account of who imports what. A word too many there, and every start of
 * the extension, the host, the command or a hook parses and runs megabytes that only a later step needs, or none at all.
 */
import path from 'node:path';

import type { Metafile } from 'esbuild';

/** Package -> the programs that may contain it at all, even to load it later. */
const ONLY: Readonly<Record<string, readonly string[]>> = {
  // They read language and take megabytes: all others ask the worker of the rules.
  compromise: ['rules'],
  'chrono-node': ['rules'],
  // The extension shows what the host parsed.
  yaml: ['background', 'commands', 'mcp', 'offline-recall', 'rules'],
  'js-yaml': [],
};

/** Three kilobytes that fill in the texts of errors. */
const TEXTS = '@vscode/l10n';

/** The first files, which choose and start what is large, and those that agents wait for at each prompt: the packages they may load at all, at a start. */
const FIRST: Readonly<Record<string, readonly string[]>> = {
  extension: [TEXTS],
  host: [TEXTS, 'env-paths', 'is-safe-filename'],
  cli: [TEXTS, 'env-paths', 'is-safe-filename'],
  hook: [TEXTS, 'env-paths', 'is-safe-filename'],
  'hook-server': [TEXTS, 'is-safe-filename'],
  record: [TEXTS, 'proper-lockfile', 'graceful-fs', 'retry', 'signal-exit'],
};

function packageOf(file: string): string | undefined {
  const [, inside] = /.*node_modules\/(.*)/.exec(file) ?? [];
  return inside
    ?.split('/')
    .slice(0, inside.startsWith('@') ? 2 : 1)
    .join('/');
}

/** The files that are in an output and run when it starts, each with the one that imports it. */
function atStart(
  { inputs }: Metafile,
  entry: string,
  inOutput: Readonly<Record<string, unknown>>,
): Map<string, string | undefined> {
  const found = new Map<string, string | undefined>([[entry, undefined]]);
  for (const file of found.keys()) {
    for (const { path: next, kind, external } of inputs[file]?.imports ?? []) {
      if (kind !== 'dynamic-import' && external !== true && next in inOutput && !found.has(next)) found.set(next, file);
    }
  }
  return found;
}

const chain = (found: ReadonlyMap<string, string | undefined>, file: string): string => {
  const importer = found.get(file);
  return importer === undefined ? file : `${chain(found, importer)} -> ${file}`;
};

/** One sentence for each package that a program loads at its start and must not, with the way that leads to it. */
export function loadedTooEarly(metafile: Metafile): string[] {
  return Object.entries(metafile.outputs).flatMap(([output, { entryPoint, inputs }]) => {
    if (entryPoint === undefined) return [];
    const program = path.basename(output, '.js');
    const found = atStart(metafile, entryPoint, inputs);
    const faults = new Map<string, string>();
    for (const file of found.keys()) {
      const name = packageOf(file);
      if (name === undefined || faults.has(name)) continue;
      if (FIRST[program]?.includes(name) === false) {
        faults.set(
          name,
          `${program} loads ${name} at its start: ${chain(found, file)}. Import what uses it with import() where it is needed.`,
        );
      }
    }
    return [...faults.values()];
  });
}

/** One sentence for each package that a program contains and must not. */
export function bundledElsewhere({ outputs }: Metafile): string[] {
  return Object.entries(outputs).flatMap(([output, { entryPoint, inputs }]) => {
    const program = path.basename(output, '.js');
    const names = entryPoint === undefined ? [] : Object.keys(inputs).map(packageOf);
    return [...new Set(names)]
      .filter((name) => name !== undefined && ONLY[name]?.includes(program) === false)
      .map((name) => `${program} contains ${name}. Only these may: ${ONLY[name ?? '']?.join(', ') || 'none'}.`);
  });
}
