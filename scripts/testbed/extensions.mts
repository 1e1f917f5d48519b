/** An extension that is installed once for all sessions: VS Code takes seconds to install one, and the package stays the same. */
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
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

/** The folder the package is installed in; those of other packages go. Test files that run at a time may install it both: the first one counts. */
function installed(bed: Bed, vsix: string): string {
  const folder = path.join(artifacts, 'extensions');
  const digest = createHash('sha256').update(readFileSync(vsix)).digest('hex').slice(0, 16);
  const base = path.join(folder, `package-${digest}`);
  if (existsSync(base)) return base;
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder))
    if (!name.includes(digest)) rmSync(path.join(folder, name), { recursive: true, force: true, maxRetries: 5 });
  const own = path.join(folder, `${digest}-${process.pid}`);
  installVsix(bed, own, vsix);
  const list = path.join(own, 'extensions', LIST);
  writeFileSync(list, readFileSync(list, 'utf8').replaceAll(own, base));
  renameOnce(own, base);
  return base;
}

function renameOnce(own: string, base: string): void {
  try {
    renameSync(own, base);
  } catch (error) {
    if (!existsSync(base)) throw error;
    rmSync(own, { recursive: true, force: true });
  }
}

/** Nothing writes to files of an extension, so they may be the same ones; the temporary folder may lie on another disk. */
function linkOrCopy(file: string, copy: string): void {
  try {
    linkSync(file, copy);
  } catch {
    copyFileSync(file, copy);
  }
}
