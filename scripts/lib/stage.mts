/** Lays out the folder a VSIX is made from: bundles, one target's native files beside them, model, icons and notices. */
import { existsSync } from 'node:fs';
import { chmod, copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { RULE_PAGES } from '../../src/protocol/contributions.js';
import { bundle } from '../build.mjs';
import { refusedFiles } from './native-files.mjs';
import { bundledPackages, notices } from './notices.mjs';
import { readManifest, root } from './project.mjs';
import { SBOM, sbom } from './sbom.mjs';
import type { Target } from './targets.mjs';
import { LANGUAGES, tableFile } from './translations.mjs';
import { vectorFolder, vectorPackage } from './vectors.mjs';

/** Files of each native package, relative to it; a folder stands for the JavaScript in it. */
const nativeFiles = (target: Target): Readonly<Record<string, readonly string[]>> => ({
  'better-sqlite3': ['package.json', 'LICENSE', 'lib', ...target.sqlite.map((name) => `prebuilds/${name}.node`)],
  'sqlite-vec': ['package.json', 'index.cjs', 'index.mjs'],
  'onnxruntime-common': ['package.json', 'dist/cjs'],
  // The entry that Node requires, and the loader and runtime that it loads from its own folder.
  'onnxruntime-web': [
    'package.json',
    'dist/ort.node.min.js',
    'dist/ort-wasm-simd-threaded.mjs',
    'dist/ort-wasm-simd-threaded.wasm',
  ],
  ...(target.onnx.length === 0
    ? {}
    : { 'onnxruntime-node': ['package.json', 'dist', ...target.onnx.map((file) => `bin/napi-v6/${file}`)] }),
});

const isShipped = (file: string): boolean => !/\.(map|d\.ts|md)$/.test(file);

async function copyPackage(from: string, to: string, files: readonly string[]): Promise<void> {
  for (const file of files) {
    await mkdir(path.dirname(path.join(to, file)), { recursive: true });
    await cp(path.join(from, file), path.join(to, file), { recursive: true, dereference: true, filter: isShipped });
  }
}

/** Answers the source folders of what was copied. Rejects when a platform's library can neither be found nor fetched. */
async function copyNative(target: Target, modules: string): Promise<string[]> {
  const sources: string[] = [];
  for (const [name, files] of Object.entries(nativeFiles(target))) {
    const source = path.join(root, 'node_modules', name);
    await copyPackage(source, path.join(modules, name), files);
    sources.push(source);
  }
  for (const platform of target.vectors) {
    const source = await vectorFolder(platform);
    await copyPackage(source, path.join(modules, vectorPackage(platform)), (await readdir(source)).filter(isShipped));
    sources.push(source);
  }
  return sources;
}

/** Keys of package.json that only development needs; `files` and .vscodeignore exclude each other. */
const DEVELOPMENT = ['scripts', 'devDependencies', 'dependencies', 'allowScripts', 'bin', 'files', 'private'];

async function writeManifest(folder: string): Promise<void> {
  const kept = Object.entries(readManifest()).filter(([key]) => !DEVELOPMENT.includes(key));
  const { engines, ...manifest } = Object.fromEntries(kept) as { engines: { vscode: string } };
  await writeFile(
    path.join(folder, 'package.json'),
    `${JSON.stringify({ ...manifest, engines: { vscode: engines.vscode } }, null, 2)}\n`,
  );
}

/** The text without pictures and links that lead to files of the repository, which the package does not hold. */
const selfContained = (markdown: string): string =>
  markdown
    .replaceAll(/^!\[[^\]]*\]\((?!https?:)[^)]*\)\n\n?/gm, '')
    .replaceAll(/\[([^\]]+)\]\((?!https?:|#)[^)]*\)/g, '$1');

/** Of the texts of programs English is in the programs themselves. */
async function copyTexts(folder: string): Promise<void> {
  const files = [
    'package.nls.json',
    ...LANGUAGES.flatMap((language) => [`package.nls.${language}.json`, tableFile('bundle.l10n', language)]),
  ];
  await mkdir(path.join(folder, 'l10n'));
  for (const file of files) await copyFile(path.join(root, file), path.join(folder, file));
}

async function copyMedia(folder: string): Promise<void> {
  const shipped = (file: string): boolean => !/[\\/](sample|oracle\.json)$/.test(file);
  await cp(path.join(root, 'media'), path.join(folder, 'media'), { recursive: true, filter: shipped });
  await writeFile(path.join(folder, 'README.md'), selfContained(await readFile(path.join(root, 'README.md'), 'utf8')));
  for (const file of ['CHANGELOG.md', 'LICENSE', '.vscodeignore']) {
    if (existsSync(path.join(root, file))) await copyFile(path.join(root, file), path.join(folder, file));
  }
}

/** Modes of the machine that builds (its umask, its checkout) are not the package's. */
async function setModes(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => chmod(path.join(parentPath, name), name === 'cli.js' ? 0o755 : 0o644)),
  );
}

/** Empties `folder` and lays the package of `target` out in it, the same bytes each time. Rejects when anything is missing or must not be shipped. */
export async function stage(target: Target, folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const sources = await copyNative(target, path.join(folder, 'dist', 'node_modules'));
  const metafiles = await bundle({ outdir: path.join(folder, 'dist'), minify: true });
  const refused = refusedFiles(folder);
  if (refused.length > 0) throw new Error(`${target.name} cannot be packed: ${refused.join(' ')}`);
  await copyMedia(folder);
  await copyTexts(folder);
  await cp(path.join(root, RULE_PAGES), path.join(folder, RULE_PAGES), { recursive: true });
  await writeManifest(folder);
  const packages = [...bundledPackages(metafiles), ...sources];
  await writeFile(path.join(folder, 'ThirdPartyNotices.txt'), notices(packages));
  await writeFile(path.join(folder, SBOM), sbom(folder, packages));
  await setModes(folder);
}
