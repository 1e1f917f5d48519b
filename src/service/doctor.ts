import { messageOf } from '../core/errors.js';
import { cloudOnlyPaths, indexFolder, isDailyLog, isIndexLoaded, isNamedLikeIndex } from '../core/file-kinds.js';
import { inArea } from '../core/health.js';
import { INDEX_NAME } from '../core/index/index-file.js';
import { t, tPlural } from '../core/l10n.js';
import type { StoreInfo } from '../core/memory.js';
import { plural } from '../core/plural.js';
import type { Listing } from '../core/ports/files.js';
import type { HealthArea, HealthCheck } from '../core/results.js';
import { MEGABYTE } from '../core/units.js';
import { queueChecks } from './capture/capture.js';
import type { IndexSync } from './index/index-sync.js';
import { countForeign } from './models/foreign-memories.js';
import { modelRoutes, secondaryModelOff } from './models/model-routing.js';
import type { ServicePorts } from './ports.js';
import { teamChecks } from './team/checks.js';

type Listed = Extract<Listing, { status: 'listed' }>;

/** Health checks, each with a fix where it fails. */
export async function doctor(ports: ServicePorts, indexSync: IndexSync): Promise<readonly HealthCheck[]> {
  return [
    ...(await guarded(
      'index',
      'Index',
      'Close other programs that use the index, or delete the file: it is built again from the markdown.',
      () => indexChecks(ports),
    )),
    ...(await guarded('embedder', 'Embedding', 'Search by words works without it.', () =>
      embeddingChecks(ports, indexSync),
    )),
    ...(await guarded(
      'directories',
      'Memory directories',
      'Name one with --dir or the setting memdir.directories.',
      () => storeChecks(ports, indexSync),
    )),
    ...(await guarded('directories', 'Split memory', 'See the log.', () => twinChecks(ports))),
    ...(await guarded('queue', 'Queue of observations', 'Make the folder readable and repeat.', () =>
      queueChecks(ports),
    )),
    ...(await guarded('team', 'Team', 'Correct the address.', () => teamChecks(ports, indexSync))),
    ...(await guarded('agents', 'Agents', 'See the log.', () => agentChecks(ports))),
    ...(await guarded('agents', 'Writing without asking', 'See the log.', () => consentChecks(ports))),
    ...(await guarded('machine', 'Further checks', 'See the log.', ports.checks)),
  ];
}

/** A check that throws is reported as failed. */
async function guarded(
  area: HealthArea,
  check: string,
  fix: string,
  work: () => Promise<readonly HealthCheck[]>,
): Promise<readonly HealthCheck[]> {
  try {
    return inArea(area, await work());
  } catch (error) {
    return [{ area, check, ok: false, detail: messageOf(error), fix }];
  }
}

async function indexChecks(ports: ServicePorts): Promise<HealthCheck[]> {
  const health = await ports.index.health();
  const size = `${(health.bytes / MEGABYTE).toFixed(1)} MB`;
  const checks: HealthCheck[] = [
    health.path === ':memory:'
      ? {
          check: 'Index',
          ok: false,
          detail: health.reason ?? 'The index is kept in memory only.',
          fix: 'Make the data folder writable and free some space, or choose another with MEMDIR_DATA_DIR.',
        }
      : {
          check: 'Index',
          ok: true,
          detail: `${health.path} (${size}, ${health.documents} memories of all projects, ${health.vectors} vectors)`,
        },
    {
      check: 'Word search',
      ok: health.keyword,
      detail: health.keyword
        ? `SQLite ${health.sqlite ?? ''} with FTS5`.replace('  ', ' ')
        : (health.reason ?? 'FTS5 is missing.'),
      ...(health.keyword ? {} : { fix: 'Install Memdir again: its SQLite has full-text search.' }),
    },
    {
      check: 'Vector search',
      ok: health.vector,
      detail: health.vec === undefined ? (health.reason ?? 'Vectors cannot be searched.') : `sqlite-vec ${health.vec}`,
      ...(health.vector
        ? {}
        : { fix: 'Search works by words. Install the package for this platform to search by meaning.' }),
    },
  ];
  if (health.rebuilt !== undefined) checks.push({ check: 'Index rebuilt', ok: true, detail: health.rebuilt });
  return checks;
}

/** Embeds a text: only an answer proves that the model works. */
async function embeddingChecks(ports: ServicePorts, indexSync: IndexSync): Promise<HealthCheck[]> {
  await ports.embedder.prepare?.();
  await indexSync.settleModel();
  await tryNext(ports);
  const { model } = ports.embedder;
  const state = ports.embedder.state();
  if (state.state === 'failed')
    return [{ check: 'Embedding', ok: false, detail: state.reason, fix: 'Search by words works without it.' }];
  if (!model || state.state === 'off') {
    return [
      {
        check: 'Embedding',
        ok: true,
        detail: `Off: ${state.state === 'off' ? state.reason : 'there is no model.'} Search is by words only.`,
      },
    ];
  }
  const startMs = ports.clock.now();
  await ports.embedder.embed(['health check'], 'query');
  const after = ports.embedder.state();
  const backend = after.state === 'ready' || after.state === 'idle' ? after.backend : after.state;
  const { ready, total } = await ports.index.vectorProgress(
    model.id,
    (await indexSync.stores()).map(({ key }) => key),
  );
  const failure = indexSync.failure;
  const others = await otherLanguagesCheck(ports, indexSync);
  const note = 'note' in after && after.note !== undefined ? ` ${after.note}` : '';
  return [
    {
      check: 'Embedding',
      ok: true,
      detail: `${model.id} (${model.dimensions} dimensions, ${backend}) answered in ${ports.clock.now() - startMs} ms.${note}`,
    },
    {
      check: 'Vectors',
      ok: failure === undefined,
      detail: `${ready} of ${total} memories${failure === undefined ? '' : `: ${failure}`}`,
      ...(failure === undefined ? {} : { fix: 'Run “memdir index” to try again.' }),
    },
    ...inArea('models', [...(await nextModelCheck(ports, indexSync)), ...others]),
  ];
}

/** A next model that does not work gives way to the one that comes with Memdir, and the state of that one says why. */
async function tryNext({ embedder, log }: ServicePorts): Promise<void> {
  try {
    await embedder.next?.embed(['health check'], 'query');
  } catch (error) {
    log.warn(`The next model does not work: ${messageOf(error)}`);
  }
}

async function nextModelCheck(ports: ServicePorts, indexSync: IndexSync): Promise<HealthCheck[]> {
  const next = ports.embedder.next?.model;
  if (!next) return [];
  const keys = (await indexSync.stores()).map(({ key }) => key);
  const { ready, total } = await ports.index.vectorProgress(next.id, keys);
  const detail = t('{model} has read {ready} of {total} memories; it answers once it has read all.', {
    model: next.id,
    ready,
    total,
  });
  return [{ check: t('Next model'), ok: true, detail }];
}

async function otherLanguagesCheck(ports: ServicePorts, indexSync: IndexSync): Promise<HealthCheck[]> {
  if (!ports.otherLanguages) return foreignCheck(ports, indexSync);
  const check = 'Other languages';
  const route = modelRoutes(ports).find(({ secondary }) => secondary);
  const off = secondaryModelOff(ports.otherLanguages);
  const state = ports.otherLanguages.state();
  if (state.state === 'off' && state.absent) return foreignCheck(ports, indexSync);
  if (off !== undefined)
    return [{ check, ok: false, detail: off, fix: 'Remove the model with “memdir model remove” and add it again.' }];
  if (!route) return [{ check, ok: true, detail: 'The model in use reads all languages.' }];
  const { embedded } = await ports.index.vectorProgress(
    route.model.id,
    (await indexSync.stores()).map(({ key }) => key),
  );
  return [
    {
      check,
      ok: true,
      detail: `${route.embedder.model?.id ?? ''} reads ${embedded === 1 ? '1 memory' : `${embedded} memories`}.`,
    },
  ];
}

async function foreignCheck(ports: ServicePorts, indexSync: IndexSync): Promise<HealthCheck[]> {
  const foreign = await countForeign(
    ports,
    (await indexSync.stores()).map(({ key }) => key),
  );
  if (foreign === 0) return [];
  const detail = tPlural(
    foreign,
    '1 memory is not in English and is found mostly by its words. `memdir model add languages` says how to get the model that reads it.',
    '{n} memories are not in English and are found mostly by their words. `memdir model add languages` says how to get the model that reads them.',
  );
  return [{ check: 'Other languages', ok: true, detail }];
}

/** Which agents Memdir is connected to, where the first folder is. */
async function agentChecks({ connections, scope, home }: ServicePorts): Promise<HealthCheck[]> {
  const agents = await connections.list(scope.folders[0] ?? home);
  const connected = agents.filter((agent) => agent.connected.length > 0);
  const others = agents.filter(({ installed, connected: scopes }) => installed === true && scopes.length === 0);
  const titles = (some: typeof agents): string => some.map(({ title }) => title).join(', ');
  const detail = [
    connected.length > 0 ? `Connected: ${titles(connected)}.` : 'None is connected.',
    ...(others.length > 0 ? [`Installed and not connected: ${titles(others)}.`] : []),
  ].join(' ');
  return [{ check: 'Agents', ok: true, detail }];
}

async function storeChecks(ports: ServicePorts, indexSync: IndexSync): Promise<HealthCheck[]> {
  const stores = await indexSync.findStores();
  if (stores.length === 0) {
    return [
      {
        check: 'Memory directories',
        ok: false,
        detail: 'None belongs to this folder.',
        fix: 'Use Claude Code here once, or name a directory with --dir or the setting memdir.directories.',
      },
    ];
  }
  return Promise.all(stores.map((store) => storeCheck(ports, store)));
}

/** Nothing where agents ask in every project. */
async function consentChecks({ writeConsent }: ServicePorts): Promise<HealthCheck[]> {
  const projects = (await writeConsent.list()).map(({ path }) => path);
  if (projects.length === 0) return [];
  const detail = `Agents write without asking in ${projects.join(', ')}. “memdir consent --revoke FOLDER” has them ask again.`;
  return [{ check: 'Writing without asking', ok: true, detail }];
}

/** A failed check for each store of a project under another spelling of its path. */
async function twinChecks({ moves, scope }: ServicePorts): Promise<HealthCheck[]> {
  const found = await Promise.all(scope.folders.map((folder) => moves.candidates(folder)));
  return found.flat().flatMap(({ path, files, twin }) =>
    twin === undefined
      ? []
      : [
          {
            check: 'Split memory',
            ok: false,
            detail: `${plural(files, 'file')} of this project ${files === 1 ? 'lies' : 'lie'} in ${path}, which is named in another spelling than Claude Code uses and is not read by it.`,
            fix: 'Join the two with “memdir roots --move”, or “Memdir: Move store…” in VS Code.',
          },
        ],
  );
}

async function storeCheck(ports: ServicePorts, store: StoreInfo): Promise<HealthCheck> {
  const check = `Memory directory ${store.label}`;
  const listing = await ports.files.list(store.path);
  if (listing.status !== 'listed') {
    // A directory in the settings that does not exist is probably a typo. The tree warns of it as well.
    if (listing.status === 'missing' && store.kind === 'extra')
      return {
        check,
        ok: false,
        detail: `${store.path} is not there.`,
        fix: 'Make it, or take it out of the setting memdir.directories (“Memdir: Directories” in VS Code).',
      };
    // Without memories in the index, the folder was never there: Claude Code was not used in this project. With some, its drive is disconnected.
    const never =
      listing.status === 'missing' ||
      (listing.gone === true && store.kind === 'main' && (await ports.index.stamps(store.key)).size === 0);
    if (never) return { check, ok: true, detail: `${store.path}: not there yet.` };
    return {
      check,
      ok: false,
      detail: listing.reason,
      fix: 'Connect the drive or correct the permissions; nothing was removed from the index.',
    };
  }
  if (isIndexLoaded(store) && lacksIndex(listing))
    return {
      check,
      ok: false,
      detail: `${store.path}: ${plural(listing.files.length, 'file')} and no ${INDEX_NAME}, so Claude Code knows of none of these memories at the start of a session.`,
      fix: '“memdir lint --fix” makes one that lists them (“Memdir: Open MEMORY.md” in VS Code).',
    };
  const notes = [
    `${listing.files.length} files`,
    ...(store.readOnly ? ['read-only'] : []),
    ...(store.sharedWith.length > 0
      ? [`shared with ${store.sharedWith.join(' and ')}, whose folder has the same name`]
      : []),
    ...(store.off === undefined ? [] : [store.off]),
    ...(store.consolidatedBy === undefined
      ? []
      : [`consolidated by Claude Code itself, as autoDreamEnabled is true in ${store.consolidatedBy}`]),
  ];
  return { check, ok: true, detail: `${store.path}: ${notes.join(', ')}` };
}

/** By names alone: a daily log, a README or a note in a folder with an index of its own makes no index missing. */
function lacksIndex({ files, others, unlisted }: Listed): boolean {
  const paths = new Map(files.map((file) => [file.path, file]));
  if ([...paths.keys()].some((path) => path.toLowerCase() === INDEX_NAME.toLowerCase())) return false;
  if (cloudOnlyPaths(others ?? []).includes(INDEX_NAME) || unlisted?.some(({ path }) => path === INDEX_NAME))
    return false;
  return [...paths.keys()].some(
    (path) =>
      !isDailyLog(path) &&
      !isNamedLikeIndex(path) &&
      !/(?:^|\/)readme\.md$/i.test(path) &&
      indexFolder(path, { files: paths }) === '',
  );
}
