/** Extensions that do next to nothing: what the editor itself takes is measured with them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { createVSIX } from '@vscode/vsce';

export interface EmptyExtension {
  readonly name: string;
  readonly contributes: Readonly<Record<string, unknown>>;
  /** Of its main file. */
  readonly code: string;
  /** Further files, by name. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Path of its package, in a folder. */
export async function packEmpty(base: string, { name, contributes, code, files }: EmptyExtension): Promise<string> {
  const folder = path.join(base, name);
  mkdirSync(folder);
  const manifest = JSON.stringify({
    name,
    publisher: 'test',
    version: '1.0.0',
    engines: { vscode: '^1.100.0' },
    main: './extension.js',
    activationEvents: ['onStartupFinished'],
    contributes,
  });
  for (const [file, text] of Object.entries({ 'package.json': manifest, 'extension.js': code, ...files }))
    writeFileSync(path.join(folder, file), text);
  const packagePath = `${folder}.vsix`;
  await createVSIX({ cwd: folder, packagePath, dependencies: false, allowMissingRepository: true, skipLicense: true });
  return packagePath;
}
