import { messageOf } from '../core/errors.js';
import { cloudOnlyPaths, indexFolder, isDailyLog, isIndexLoaded, isNamedLikeIndex } from '../core/file-kinds.js';
import { inArea } from '../core/health.js';
import { INDEX_NAME } from '../core/index/index-file.js';
import { t, tPlural } from '../core/l10n.js';
import type { StoreInfo } from '../core/memory.js';
import { decimal } from '../core/numbers.js';
import type { Embedder } from '../core/ports/embedder.js';
import type { Listing } from '../core/ports/files.js';
import type { HealthArea, HealthCheck } from '../core/results.js';
import { MEGABYTE } from '../core/units.js';
import { queueChecks } from './capture/capture.js';
import type { IndexSync } from './index/index-sync.js';
import { restNote } from './index/status-note.js';
import { countForeign } from './models/foreign-memories.js';
import { modelRoutes, secondaryModelOff } from './models/model-routing.js';
import type { ServicePorts } from './ports.js';
import { isNeverCreated } from './stores/missing-store.js';
import { teamChecks } from './team/checks.js';

type Listed = Extract<Listing, { status: 'listed' }>;

/** Health checks, each with a fix where it fails. */
export async function doctor(ports: ServicePorts, indexSync: IndexSync): Promise<readonly HealthCheck[]> {
  return [
    ...(await guarded(
      'index',
      t('Index'),
      t('Close other programs that use the index, or delete the file: it is rebuilt from the Markdown files.'),
      () => indexChecks(ports),
    )),
    ...(await guarded('embedder', t('Embedding'), t('Keyword search works without it.'), () =>
      embeddingChecks(ports, indexSync),
    )),
    ...(await guarded(
      'directories',
      t('Memory directories'),
      t('Specify one with --dir or the setting memdir.directories.'),
      () => storeChecks(ports, indexSync),
    )),
    ...(await guarded('directories', t('Split memory'), t('See the log.'), () => twinChecks(ports))),
    ...(await guarded('queue', t('Observation queue'), t('Make the folder readable and try again.'), () =>
      queueChecks(ports),
    )),
    ...(await guarded('team', t('Team'), t('Correct the address.'), () => teamChecks(ports, indexSync))),
    ...(await guarded('agents', t('Agents'), t('See the log.'), () => agentChecks(ports))),
    ...(await guarded('agents', t('Writing without asking'), t('See the log.'), () => consentChecks(ports))),
    ...(await guarded('machine', t('Other checks'), t('See the log.'), ports.checks)),
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
  const size = `${decimal(health.bytes / MEGABYTE, 1)} MB`;
  const checks: HealthCheck[] = [
    health.path === ':memory:'
      ? {
          check: t('Index'),
          ok: false,
          detail: health.reason ?? t('The index is kept in memory only.'),
          fix: t('Make the data folder writable and free up space, or choose another with MEMDIR_DATA_DIR.'),
        }
      : {
          check: t('Index'),
          ok: true,
          detail: t('{path} ({size}, {memories} memories of all projects, {vectors} vectors)', {
            path: health.path,
            size,
            memories: health.documents,
            vectors: health.vectors,
          }),
        },
    {
      check: t('Keyword search'),
      ok: health.keyword,
      detail: health.keyword
        ? health.postgres === undefined
          ? t('SQLite {version} with FTS5', { version: health.sqlite ?? '' }).replace('  ', ' ')
          : `PostgreSQL ${health.postgres}`
        : (health.reason ?? t('FTS5 is missing.')),
      ...(health.keyword ? {} : { fix: t('Reinstall Memdir: its SQLite includes full-text search.') }),
    },
    {
      check: t('Vector search'),
      ok: health.vector,
      detail:
        health.vec === undefined
          ? (health.reason ?? t('Vector search isn’t available.'))
          : `${health.postgres === undefined ? 'sqlite-vec' : 'pgvector'} ${health.vec}`,
      ...(health.vector
        ? {}
        : { fix: t('Keyword search works. For semantic search, install the package for this platform.') }),
    },
  ];
  if (health.instead !== undefined)
    checks.push({
      check: t('Index in PostgreSQL'),
      ok: false,
      detail: health.instead,
      fix: t('Until the next start, the index on this machine answers.'),
    });
  if (health.rebuilt !== undefined) checks.push({ check: t('Index rebuilt'), ok: true, detail: health.rebuilt });
  return checks;
}

/** Embeds a text: only an answer proves that the model works. */
async function embeddingChecks(ports: ServicePorts, indexSync: IndexSync): Promise<HealthCheck[]> {
  await ports.embedder.prepare?.();
  await indexSync.settleModel();
  await tryOut(ports.embedder.next, ports);
  const { model } = ports.embedder;
  const state = ports.embedder.state();
  if (state.state === 'failed')
    return [{ check: t('Embedding'), ok: false, detail: state.reason, fix: t('Keyword search works without it.') }];
  if (!model || state.state === 'off') {
    return [
      {
        check: t('Embedding'),
        ok: true,
        detail: t('Off: {reason} Keyword search only.', {
          reason: state.state === 'off' ? state.reason : t('There is no embedding model.'),
        }),
      },
    ];
  }
  const startMs = ports.clock.now();
  await ports.embedder.embed(['health'], 'query');
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
      check: t('Embedding'),
      ok: true,
      detail: `${t('{model} ({n} dimensions, {backend}) responded in {ms} ms.', {
        model: model.id,
        n: model.dimensions,
        backend,
        ms: ports.clock.now() - startMs,
      })}${note}`,
    },
    {
      check: t('Vectors'),
      ok: failure === undefined,
      detail:
        failure === undefined
          ? t('{ready} of {total} memories', { ready, total })
          : t('{ready} of {total} memories: {reason}', { ready, total, reason: failure }),
      ...(failure === undefined ? {} : { fix: t('Run “memdir index” to try again.') }),
    },
    ...inArea('models', [...(await nextModelCheck(ports, indexSync)), ...others]),
  ];
}

/** Embeds a word. A model that does not work gives the reason in its state; a next model gives way to the one that comes with Memdir, whose state gives the reason. */
async function tryOut(embedder: Embedder | undefined, { log }: ServicePorts): Promise<void> {
  try {
    if (embedder?.model) await embedder.embed(['health'], 'query');
  } catch (error) {
    log.warn(`${embedder?.model?.id ?? 'A model'} does not work: ${messageOf(error)}`);
  }
}

async function nextModelCheck(ports: ServicePorts, indexSync: IndexSync): Promise<HealthCheck[]> {
  const next = ports.embedder.next?.model;
  if (!next) return [];
  const keys = (await indexSync.stores()).map(({ key }) => key);
  const { ready, total } = await ports.index.vectorProgress(next.id, keys);
  const detail = t('{model} has read {ready} of {total} memories; it is used once it has read them all.', {
    model: next.id,
    ready,
    total,
  });
  const resting = ready < total ? await ports.restReason?.() : undefined;
  return [
    {
      check: t('Next model'),
      ok: true,
      detail: resting === undefined ? detail : `${detail} ${restNote(next.id, resting)}`,
    },
  ];
}

/** What mends the model for other languages: only its extension can bring one anew that it has. */
async function repairOfOther({ models }: ServicePorts): Promise<string> {
  const other = (await models.list()).find(({ otherLanguages }) => otherLanguages);
  return other?.extension
    ? t('Reinstall the extension that the model belongs to: {path}', { path: other.path })
    : t('Remove the model with “memdir model remove” and add it again.');
}

async function otherLanguagesCheck(ports: ServicePorts, indexSync: IndexSync): Promise<HealthCheck[]> {
  if (!ports.otherLanguages) return foreignCheck(ports, indexSync);
  const check = t('Other languages');
  await tryOut(ports.otherLanguages, ports);
  const route = modelRoutes(ports).find(({ secondary }) => secondary);
  const off = secondaryModelOff(ports.otherLanguages);
  const state = ports.otherLanguages.state();
  if (state.state === 'off' && state.absent) return foreignCheck(ports, indexSync);
  if (off !== undefined) return [{ check, ok: false, detail: off, fix: await repairOfOther(ports) }];
  if (!route) return [{ check, ok: true, detail: t('The current model reads all languages.') }];
  const { embedded } = await ports.index.vectorProgress(
    route.model.id,
    (await indexSync.stores()).map(({ key }) => key),
  );
  return [
    {
      check,
      ok: true,
      detail: tPlural(embedded, '{model} reads 1 memory.', '{model} reads {n} memories.', {
        model: route.embedder.model?.id ?? '',
      }),
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
    '1 memory isn’t in English and is found mostly by keyword. `memdir model add languages` says how to get the model that reads it.',
    '{n} memories aren’t in English and are found mostly by keyword. `memdir model add languages` says how to get the model that reads them.',
  );
  return [{ check: t('Other languages'), ok: true, detail }];
}

/** Which agents Memdir is connected to, where the first folder is. */
async function agentChecks({ connections, scope, home }: ServicePorts): Promise<HealthCheck[]> {
  const agents = await connections.list(scope.folders[0] ?? home);
  const connected = agents.filter((agent) => agent.connected.length > 0);
  const others = agents.filter(({ installed, connected: scopes }) => installed === true && scopes.length === 0);
  const titles = (some: typeof agents): string => some.map(({ title }) => title).join(', ');
  const detail = [
    connected.length > 0 ? t('Connected: {agents}.', { agents: titles(connected) }) : t('No agents are connected.'),
    ...(others.length > 0 ? [t('Installed but not connected: {agents}.', { agents: titles(others) })] : []),
  ].join(' ');
  return [{ check: t('Agents'), ok: true, detail }];
}

async function storeChecks(ports: ServicePorts, indexSync: IndexSync): Promise<HealthCheck[]> {
  const stores = await indexSync.findStores();
  if (stores.length === 0) {
    return [
      {
        check: t('Memory directories'),
        ok: false,
        detail: t('No memory directory belongs to this folder.'),
        fix: t('Use Claude Code here once, or specify a directory with --dir or the setting memdir.directories.'),
      },
    ];
  }
  return Promise.all(stores.map((store) => storeCheck(ports, store)));
}

/** Nothing where agents ask in every project. */
async function consentChecks({ writeConsent }: ServicePorts): Promise<HealthCheck[]> {
  const projects = (await writeConsent.list()).map(({ path }) => path);
  if (projects.length === 0) return [];
  const detail = t(
    'Agents write without asking in {folders}. To make them ask again: “memdir consent --revoke FOLDER”.',
    {
      folders: projects.join(', '),
    },
  );
  return [{ check: t('Writing without asking'), ok: true, detail }];
}

/** A failed check for each store of a project under another spelling of its path. */
async function twinChecks({ moves, scope }: ServicePorts): Promise<HealthCheck[]> {
  const found = await Promise.all(scope.folders.map((folder) => moves.candidates(folder)));
  return found.flat().flatMap(({ path, files, twin }) =>
    twin === undefined
      ? []
      : [
          {
            check: t('Split memory'),
            ok: false,
            detail: tPlural(
              files,
              '1 file of this project is in {folder}. Claude Code doesn’t read it there, because the folder name spells the project’s path differently.',
              '{n} files of this project are in {folder}. Claude Code doesn’t read them there, because the folder name spells the project’s path differently.',
              { folder: path },
            ),
            fix: t('Join the two with “memdir roots --move”, or “Memdir: Move store…” in VS Code.'),
          },
        ],
  );
}

async function storeCheck(ports: ServicePorts, store: StoreInfo): Promise<HealthCheck> {
  const check = t('Memory directory {store}', { store: store.label });
  const listing = await ports.files.list(store.path);
  if (listing.status !== 'listed') {
    // A directory in the settings that does not exist is probably a typo. The tree warns of it as well.
    if (listing.status === 'missing' && store.kind === 'extra')
      return {
        check,
        ok: false,
        detail: t('{path} doesn’t exist.', { path: store.path }),
        fix: t('Create it, or remove it from the setting memdir.directories (“Memdir: Directories” in VS Code).'),
      };
    if (await isNeverCreated(ports, store, listing))
      return { check, ok: true, detail: t('{path}: not created yet.', { path: store.path }) };
    return {
      check,
      ok: false,
      detail: listing.reason,
      fix: t('Connect the drive or correct the permissions; nothing was removed from the index.'),
    };
  }
  if (isIndexLoaded(store) && lacksIndex(listing))
    return {
      check,
      ok: false,
      detail: tPlural(
        listing.files.length,
        '{path} has 1 file but no {index}, so Claude Code doesn’t know about this memory when a session starts.',
        '{path} has {n} files but no {index}, so Claude Code doesn’t know about these memories when a session starts.',
        { path: store.path, index: INDEX_NAME },
      ),
      fix: t('“memdir lint --fix” creates one that lists them (“Memdir: Open MEMORY.md” in VS Code).'),
    };
  const notes = [
    tPlural(listing.files.length, '1 file', '{n} files'),
    ...(store.readOnly ? [t('read-only')] : []),
    ...(store.sharedWith.length > 0
      ? [t('shared with {projects}, whose folder has the same name', { projects: store.sharedWith.join(', ') })]
      : []),
    ...(store.off === undefined ? [] : [store.off]),
    ...(store.consolidatedBy === undefined
      ? []
      : [t('consolidated by Claude Code itself (autoDreamEnabled is true in {file})', { file: store.consolidatedBy })]),
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
