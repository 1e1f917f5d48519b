/** An extension that is installed once for all sessions: VS Code takes seconds to install one, and the package stays the same. */
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

import { artifacts } from '../lib/project.mjs';
import type { Bed } from './install.mjs';
import { installVsix } from './server.mjs';

/** VS Code's list of installed extensions, with their absolute paths. */
const LIST = 'extensions.json';

/** Installs a package below `base` as {@link installVsix} does, from the files that its first installation left. */
export function installOnce(bed: Bed, base: string, vsix: string): void {
  const from = path.join(installed(bed, vsix), 'extensions');
  const to = path.join(base, 'extensions');
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    const copy = path.join(to, path.relative(from, file));
    if (entry.isDirectory()) mkdirSync(copy, { recursive: true });
    else if (entry.name !== LIST || entry.parentPath !== from) linkOrCopy(file, copy);
  }
  writeFileSync(path.join(to, LIST), readFileSync(path.join(from, LIST), 'utf8').replaceAll(from, to));
}

/** The folder the package is installed in; those of other packages go. */
function installed(bed: Bed, vsix: string): string {
  const folder = path.join(artifacts, 'extensions');
  const digest = createHash('sha256').update(readFileSync(vsix)).digest('hex').slice(0, 16);
  const base = path.join(folder, digest);
  const complete = path.join(base, 'complete');
  if (!existsSync(complete)) {
    rmSync(folder, { recursive: true, force: true });
    installVsix(bed, base, vsix);
    writeFileSync(complete, '');
  }
  return base;
}

/** Nothing writes to files of an extension, so they may be the same ones; the temporary folder may lie on another disk. */
function linkOrCopy(file: string, copy: string): void {
  try {
    linkSync(file, copy);
  } catch {
    copyFileSync(file, copy);
  }
}
