/** Bundles dist/: extension, host (a first file and the rest), cli, hook, embedder (CommonJS; native packages stay outside) and the panel. `--watch` keeps going. */
import { existsSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { build, type BuildOptions, context, type Metafile, type Plugin } from 'esbuild';

import { bundledElsewhere, loadedTooEarly } from './lib/at-start.mjs';
import { isMain, main, root } from './lib/project.mjs';

/** Packages that are never bundled: they are native, or find files beside themselves. */
export const NATIVE_PACKAGES = [
  'better-sqlite3',
  'sqlite-vec',
  'onnxruntime-node',
  'onnxruntime-web',
  'onnxruntime-common',
] as const;

const entries = {
  extension: 'src/extension/main.ts',
  host: 'src/host/start.ts',
  background: 'src/host/main.ts',
  cli: 'src/cli/main.ts',
  commands: 'src/cli/commands-entry.ts',
  mcp: 'src/cli/mcp-entry.ts',
  hook: 'src/hook/main.ts',
  record: 'src/hook/record.ts',
  'offline-recall': 'src/hook/offline-recall.ts',
  rules: 'src/node/rules/worker.ts',
  'hook-server': 'src/node/hook-server/worker.ts',
  embedder: 'src/embed/onnx/process.ts',
};

export interface BundleOptions {
  /** Absolute or relative to the repository. */
  readonly outdir: string;
  /** For packages: small, and without source maps. Names stay: keeping them beside shortened ones takes longer at every start, and more memory. */
  readonly minify: boolean;
}

const shared = ({ outdir, minify }: BundleOptions): BuildOptions => ({
  absWorkingDir: root,
  outdir,
  bundle: true,
  minifyWhitespace: minify,
  minifySyntax: minify,
  sourcemap: !minify,
  metafile: true,
  legalComments: 'none',
  logLevel: 'warning',
});

const existing = (files: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).filter(([, file]) => existsSync(path.join(root, file))));

/** gray-matter's engine for YAML is never called (see core/frontmatter/split): its parser would only make every start slower. */
const withoutYamlEngine: Plugin = {
  name: 'without-yaml-engine',
  setup: (bundler) => {
    bundler.onResolve({ filter: /^js-yaml$/ }, () => ({ path: 'js-yaml', namespace: 'left-out' }));
    bundler.onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({
      contents:
        "const none = () => { throw new Error('YAML is not read by this parser.'); }; module.exports = { safeLoad: none, safeDump: none };",
    }));
  },
};

const nodeBuild = (options: BundleOptions): BuildOptions => ({
  ...shared(options),
  entryPoints: existing(entries),
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  external: ['vscode', ...NATIVE_PACKAGES],
  // Its main file loads parts by names that only run time knows.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js', ...WITHOUT_FILES },
  plugins: [withoutYamlEngine],
});

/** The build of it that reads no files. */
const WITHOUT_FILES = { '@vscode/l10n': '@vscode/l10n/dist/browser.js' };

const webBuild = (options: BundleOptions): BuildOptions => ({
  ...shared({ ...options, outdir: path.join(options.outdir, 'webview') }),
  entryPoints: existing({ main: 'webview/main.ts' }),
  minifyIdentifiers: options.minify,
  platform: 'browser',
  format: 'iife',
  target: 'chrome138',
  alias: WITHOUT_FILES,
});

const builds = (options: BundleOptions): BuildOptions[] =>
  [nodeBuild(options), webBuild(options)].filter(({ entryPoints }) => Object.keys(entryPoints as object).length > 0);

/** The command can be started by its path on systems that know `#!`. */
async function makeExecutable(outdir: string): Promise<void> {
  const cli = path.resolve(root, outdir, 'cli.js');
  if (!existsSync(cli)) return;
  if (!(await readFile(cli, 'utf8')).startsWith('#!'))
    throw new Error('dist/cli.js does not start with #!: src/cli/main.ts lost its first line.');
  await chmod(cli, 0o755);
}

/**
 * One unit beyond Latin-1 doubles what the engine keeps of a file in memory, and the bundler leaves those in regular expressions as they are.
 * Written as escapes they mean the same there, and in the comments nothing.
 */
async function makePlain(file: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  const plain = text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  if (plain !== text) await writeFile(file, plain);
}

/** Bytes of the page's script in a package: it is read whole each time that the panel is opened. */
const PAGE_LIMIT = 900_000;

function requireSmallPage(metafiles: readonly Metafile[]): void {
  for (const [file, { bytes }] of metafiles.flatMap(({ outputs }) => Object.entries(outputs)))
    if (file.endsWith('webview/main.js') && bytes > PAGE_LIMIT)
      throw new Error(`${file} has ${bytes} bytes, more than ${PAGE_LIMIT}.`);
}

/** Writes the bundles and answers what went into them. Throws when a program would load at its start what it must not. */
export async function bundle(options: BundleOptions): Promise<Metafile[]> {
  const results = await Promise.all(builds(options).map((each) => build(each)));
  const early = results.flatMap(({ metafile }) =>
    metafile ? [...loadedTooEarly(metafile), ...bundledElsewhere(metafile)] : [],
  );
  if (early.length > 0) throw new Error(early.join(' '));
  await makeExecutable(options.outdir);
  const metafiles = results.flatMap(({ metafile }) => metafile ?? []);
  if (options.minify) requireSmallPage(metafiles);
  await Promise.all(
    metafiles
      .flatMap(({ outputs }) => Object.keys(outputs))
      .filter((file) => file.endsWith('.js'))
      .map((file) => makePlain(path.resolve(root, file))),
  );
  return metafiles;
}

if (isMain(import.meta.url)) {
  await main(async () => {
    const options = { outdir: 'dist', minify: false };
    if (process.argv.includes('--watch')) for (const each of builds(options)) await (await context(each)).watch();
    else await bundle(options);
  });
}
