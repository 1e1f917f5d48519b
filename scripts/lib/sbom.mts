/** sbom.cdx.json of a package (CycloneDX 1.6): what it contains, bundled or copied, with licences and checksums. The same package gives the same bytes. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { Enums, Models, Serialize, SPDX, Spec } from '@cyclonedx/cyclonedx-library';

import { nativeFilesIn } from './native-files.mjs';
import { type PackageJson, packageName } from './notices.mjs';
import { readJson, readManifest, root } from './project.mjs';

/** Name of the file in a package. */
export const SBOM = 'sbom.cdx.json';

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly integrity?: string } | undefined>>;
}

function licenceOf(declared: string): Models.License {
  // sqlite-vec calls it "MIT OR Apache"; its repository says which.
  const text = declared.replace(/\bApache$/, 'Apache-2.0');
  if (SPDX.isSupportedSpdxId(text)) return new Models.SpdxLicense(text);
  return /\s/.test(text) ? new Models.LicenseExpression(text) : new Models.NamedLicense(text);
}

const hexOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

function component(
  type: Enums.ComponentType,
  name: string,
  { version, licence, purl }: { version?: string; licence?: string; purl?: string } = {},
): Models.Component {
  return new Models.Component(type, name, {
    bomRef: purl ?? name,
    version,
    purl,
    licenses: new Models.LicenseRepository(licence === undefined ? [] : [licenceOf(licence)]),
  });
}

/** A package of npm; its checksum is that of its archive, from package-lock.json. */
function npmPackage(folder: string, lock: LockFile): Models.Component {
  const { version, license } = readJson<PackageJson>(path.join(folder, 'package.json'));
  const name = packageName(folder);
  const made = component(Enums.ComponentType.Library, name, {
    ...(version === undefined ? {} : { version }),
    ...(license === undefined ? {} : { licence: license }),
    purl: `pkg:npm/${name.replace('@', '%40')}@${version ?? ''}`,
  });
  const integrity = lock.packages[`node_modules/${name}`]?.integrity;
  if (integrity?.startsWith('sha512-') === true)
    made.hashes.set(Enums.HashAlgorithm['SHA-512'], Buffer.from(integrity.slice(7), 'base64').toString('hex'));
  return made;
}

function fileComponent(folder: string, file: string): Models.Component {
  const made = component(Enums.ComponentType.File, file.replaceAll('\\', '/'));
  made.hashes.set(Enums.HashAlgorithm['SHA-256'], hexOf(path.join(folder, file)));
  return made;
}

/** SQLite is compiled into better-sqlite3, whose own version says nothing of it. */
function sqlite(): Models.Component {
  const header = readFileSync(path.join(root, 'node_modules/better-sqlite3/deps/sqlite3/sqlite3.h'), 'utf8');
  const version = /#define SQLITE_VERSION\s+"([^"]+)"/.exec(header)?.[1];
  if (version === undefined) throw new Error('The version of SQLite in better-sqlite3 is unknown.');
  return component(Enums.ComponentType.Library, 'sqlite', {
    version,
    licence: 'blessing',
    purl: `pkg:generic/sqlite@${version}`,
  });
}

function model(folder: string): Models.Component {
  const { id } = readJson<{ id: string }>(path.join(folder, 'media/model/memdir-model.json'));
  const made = component(Enums.ComponentType.MachineLearningModel, id, { licence: 'Apache-2.0' });
  made.hashes.set(Enums.HashAlgorithm['SHA-256'], hexOf(path.join(folder, 'media/model/model.onnx')));
  return made;
}

function secretRules(): Models.Component {
  const { source } = readJson<{ source: string }>(path.join(root, 'src/core/secrets/rules.json'));
  const version = /^gitleaks v?(\S+?),/.exec(source)?.[1];
  if (version === undefined) throw new Error('src/core/secrets/rules.json does not say its version of gitleaks.');
  return component(Enums.ComponentType.Data, 'gitleaks-rules', {
    version,
    licence: 'MIT',
    purl: `pkg:github/gitleaks/gitleaks@v${version}`,
  });
}

function firstNames(): Models.Component {
  const { source } = readJson<{ source: string }>(path.join(root, 'src/core/distill/personal/first-names.json'));
  const version = /^@faker-js\/faker (\S+?),/.exec(source)?.[1];
  if (version === undefined) throw new Error('first-names.json does not say its version of Faker.');
  return component(Enums.ComponentType.Data, 'faker-first-names', {
    version,
    licence: 'MIT',
    purl: `pkg:github/faker-js/faker@v${version}`,
  });
}

/** `folder` is a package laid out by stage(), `packages` the folders of all npm packages in it. */
export function sbom(folder: string, packages: readonly string[]): string {
  const { name, publisher, version } = readManifest();
  const lock = readJson<LockFile>(path.join(root, 'package-lock.json'));
  const own = component(Enums.ComponentType.Application, name, {
    version,
    licence: 'MIT',
    purl: `pkg:vscode-extension/${publisher}/${name}@${version}`,
  });
  const bom = new Models.Bom({ metadata: new Models.Metadata({ component: own }) });
  const components = [
    ...[...new Set(packages)].sort().map((each) => npmPackage(each, lock)),
    ...nativeFilesIn(folder).map((file) => fileComponent(folder, path.relative(folder, file))),
    sqlite(),
    model(folder),
    secretRules(),
    firstNames(),
  ];
  for (const each of components) {
    bom.components.add(each);
    own.dependencies.add(each.bomRef);
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}
