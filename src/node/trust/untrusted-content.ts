/** What is left alone in folders because they are not trusted. */
import { readdir, realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { t } from '../../core/l10n.js';
import { isInside } from '../../core/paths.js';
import type { RootScope } from '../../core/ports/roots.js';
import type { Withheld } from '../../core/ports/trust.js';
import { realPathOf, toSlashes } from '../paths.js';
import { ignoredSettings } from '../stores/claude-settings.js';
import { leaves } from '../stores/describe.js';
import type { LinkPolicy } from '../stores/link-policy.js';
import { foldersOf, projectAt } from '../stores/project.js';
import { type RootsContext } from '../stores/project-stores.js';
import type { RootsOnDisk } from '../stores/roots.js';
import { settingsFiles } from '../stores/settings-files.js';

/** Links named for one store, and folders and files of it that are looked at. */
const MOST_LINKS = 20;
const MOST_ENTRIES = 20_000;
const MAX_DEPTH = 12;

export interface WithheldContext {
  readonly scope: RootScope;
  readonly context: RootsContext;
  readonly links: LinkPolicy;
  readonly roots: Pick<RootsOnDisk, 'candidates'>;
}

/** Each once, settings first. Nothing where the person said that nothing in scope is to be trusted: they know. */
export async function withheldIn({ scope, context, links, roots }: WithheldContext): Promise<readonly Withheld[]> {
  if (scope.trusted === false || scope.trusted === true) return [];
  const named = (scope.directories?.length ?? 0) > 0;
  const settings = named ? [] : await Promise.all(scope.folders.map((folder) => settingsWithheld(folder, context)));
  const found = settings.flat();
  for (const candidate of await roots.candidates(scope)) {
    const real = await realPathOf(candidate.path);
    const folder = candidate.inside ?? (await links.projectOf(real));
    if (folder === undefined || (await context.isTrusted(folder))) continue;
    const linked = leaves({ inside: folder }, real) ? [candidate.path] : await linksOutOf(real);
    const shown = (path: string): string => t('the link {path}', { path: toSlashes(relative(folder, path)) });
    found.push(...linked.map((path) => ({ folder, what: shown(path), outside: true })));
  }
  return found.filter(
    ({ folder, what }, at) => found.findIndex((other) => other.folder === folder && other.what === what) === at,
  );
}

async function settingsWithheld(folder: string, context: RootsContext): Promise<Withheld[]> {
  const project = await projectAt(folder);
  const layers = {
    configDir: context.configDir,
    folders: foldersOf(project),
    isTrusted: context.isTrusted,
    managed: context.managedSettings,
  };
  const found: Withheld[] = [];
  for (const place of (await settingsFiles(layers)).filter(({ believed }) => !believed))
    for (const { key, path } of await ignoredSettings(place, context))
      found.push({
        folder: project.checkout,
        what: t('{key} in {file}', { key, file: place.name }),
        // A path that leads outside by its letters is not looked for: it may be a share of another machine.
        outside:
          path !== undefined &&
          !(isInside(path, project.checkout) && isInside(await realPathOf(path), project.checkout)),
      });
  return found;
}

/** Links in a store to what lies outside of it, whether or not it is there. */
async function linksOutOf(store: string): Promise<string[]> {
  const found: string[] = [];
  let left = MOST_ENTRIES;
  const walk = async (folder: string, depth: number): Promise<void> => {
    for (const item of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
      if (found.length >= MOST_LINKS || left-- <= 0) return;
      const path = join(folder, item.name);
      if (item.isDirectory() && depth < MAX_DEPTH) await walk(path, depth + 1);
      else if (
        item.isSymbolicLink() &&
        !(await realpath(path).then(
          (real) => isInside(real, store),
          () => true,
        ))
      )
        found.push(path);
    }
  };
  await walk(store, 0);
  return found;
}
