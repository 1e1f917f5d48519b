import { MemdirError } from '../core/errors.js';
import { t } from '../core/l10n.js';
import type { Memdir, ServiceSettings } from '../core/memdir.js';
import { bindContext } from './bind-context.js';
import { createCapture, createExtraction } from './capture/capture.js';
import { createConnections } from './connect/connections.js';
import type { ServiceContext } from './context.js';
import { doctor } from './doctor.js';
import { createDreams } from './dream/dream.js';
import { createInbox } from './inbox/inbox.js';
import { IndexSync } from './index/index-sync.js';
import { StatusLine } from './index/status-line.js';
import { watchStores } from './index/store-watcher.js';
import { injectMethods } from './inject/methods.js';
import { FactCollector } from './lint/facts/facts.js';
import { SharedFacts } from './lint/facts/shared-facts.js';
import { applyPlan, planFixes, repair } from './lint/fix-plan.js';
import { lint, lintDocument, ProblemCache } from './lint/lint.js';
import { indexBudget, planTrim } from './lint/trim.js';
import { undoRepairs } from './lint/undo-repairs.js';
import { loaded } from './loaded/loaded.js';
import { mapMethods } from './map/methods.js';
import { ModelSwitch } from './models/model-switch.js';
import { type ServicePorts, typesOf } from './ports.js';
import { reviewMethods } from './review/methods.js';
import { QueryVectors } from './search/query-vectors.js';
import { storeMethods } from './stores/methods.js';
import { createMoves } from './stores/moves.js';
import { Snapshots } from './stores/snapshot.js';
import { AutoSync } from './team/auto-sync.js';
import { createTeamService } from './team/methods.js';
import { searchAll } from './team/search.js';
import { timelineMethods } from './timeline/methods.js';
import { writeMethods } from './write/methods.js';
import { completeLikeness } from './write/near-duplicates.js';

export { DEFAULT_SERVICE_SETTINGS, type ServicePorts } from './ports.js';

/** The product over its ports. Nothing is read, watched or embedded before it is asked for. */
export function createMemdir(given: ServicePorts, settings: ServiceSettings): Memdir {
  const ports = given.former ? { ...given, embedder: new ModelSwitch(given.embedder, given.former) } : given;
  const service = new Service(ports, settings);
  const context = (): ServiceContext => service.context;
  const inbox = createInbox(ports, context, () => service.interactiveMs);
  return {
    ...bindContext(context, { ...storeMethods, ...injectMethods, ...writeMethods, ...reviewMethods, loaded }),
    ...bindContext(context, { ...timelineMethods, ...mapMethods }),
    ...bindContext(context, { lint, planFixes, applyPlan, repair, undoRepairs, indexBudget, planTrim }),
    ...bindContext(() => service.interactive(), { lintDocument, search: searchIn(service) }),
    ...createExtraction(context, inbox),
    capture: createCapture(context, inbox),
    inbox,
    dream: createDreams(ports.consolidation, context),
    moves: createMoves(ports.moves, service.indexSync),
    models: ports.models,
    team: createTeamService(context, () => service.teamChanged()),
    trust: ports.trust,
    writeConsent: ports.writeConsent,
    connections: createConnections(context),
    index: async (options, progress, signal) => {
      const report = await service.indexSync.index(options, progress, signal);
      // The first process that indexes makes them, not all that save at once.
      for (const { key } of await service.indexSync.stores()) await completeLikeness(context(), key);
      return report;
    },
    follow: (changed) => service.follow(changed),
    status: () => service.status.now,
    onStatus: (listener) => service.status.listen(listener),
    configure: (changed) => service.configure(changed),
    doctor: () => doctor(ports, service.indexSync),
    close: () => service.close(),
  };
}

/** Searches the stores in scope, or every store on this machine. */
const searchIn =
  (service: Service) =>
  (context: ServiceContext, ...[request, signal]: Parameters<Memdir['search']>): ReturnType<Memdir['search']> =>
    searchAll(request.all === true ? service.everywhere(context) : context, request, signal);

/** The context of the features, and what lives as long as the service: background work, watchers, status. */
class Service {
  readonly status: StatusLine;
  readonly indexSync: IndexSync;
  /** When a user last typed or searched, in milliseconds since the epoch: background work waits a while after it. */
  interactiveMs = Number.NEGATIVE_INFINITY;
  readonly #ports: ServicePorts;
  readonly #watchers = new Set<() => Promise<void>>();
  #context: ServiceContext;
  /** Sync of every store on this machine: made when they are first searched. */
  #everywhere: IndexSync | undefined;
  #autoSync: AutoSync | undefined;
  #closing: Promise<void> | undefined;

  constructor(ports: ServicePorts, settings: ServiceSettings) {
    const snapshots = new Snapshots(ports, typesOf(settings));
    this.#ports = ports;
    this.status = new StatusLine(ports.log);
    this.indexSync = new IndexSync(ports, snapshots, this.status);
    for (const embedder of [ports.embedder, ports.otherLanguages])
      embedder?.onChange?.(() => this.indexSync.embedderChanged());
    this.#context = {
      ports,
      snapshots,
      indexSync: this.indexSync,
      vectors: new QueryVectors(),
      facts: new FactCollector(ports),
      shared: new SharedFacts(),
      ...settingsContext(settings),
    };
  }

  get context(): ServiceContext {
    return this.#context;
  }

  /** The context for a call that a user waits for at every key. */
  interactive(): ServiceContext {
    this.interactiveMs = this.#ports.clock.now();
    return this.#context;
  }

  /** The context with every store on this machine in scope. Their progress is not shown. */
  everywhere(context: ServiceContext): ServiceContext {
    const ports = { ...this.#ports, scope: { ...this.#ports.scope, all: true } };
    this.#everywhere ??= new IndexSync(ports, context.snapshots, new StatusLine(ports.log));
    return { ...context, ports, indexSync: this.#everywhere };
  }

  /** To be called when address, password or settings of the team's server may have changed. */
  teamChanged(): void {
    this.#autoSync?.circumstancesChanged();
  }

  configure(settings: ServiceSettings): void {
    this.teamChanged();
    const { snapshots, settings: before } = this.#context;
    this.#context = { ...this.#context, ...settingsContext(settings) };
    if (JSON.stringify(settings.types) === JSON.stringify(before.types)) return;
    snapshots.retype(typesOf(settings));
    this.indexSync.retype().catch((error: unknown) => {
      if (!this.#closing) this.#ports.log.error('The index could not be adapted to the changed types.', error);
    });
  }

  async follow(changed: Parameters<Memdir['follow']>[0]): Promise<() => Promise<void>> {
    if (this.#isClosing()) throw new MemdirError('unavailable', t('Memdir is closed.'));
    const watching = await watchStores(this.#ports, this.indexSync, this.#context.snapshots, (stores) => {
      changed(stores);
      this.#autoSync?.hint();
    });
    const sync = (this.#autoSync = new AutoSync(
      () => this.#context,
      () => changed([]),
    ));
    const stop = async (): Promise<void> => {
      await watching();
      await sync.close();
    };
    const stopOnce = async (): Promise<void> => {
      if (this.#watchers.delete(stopOnce)) await stop();
    };
    this.#watchers.add(stopOnce);
    // Closed while the watch began: without this the process would go on.
    if (this.#isClosing()) await stopOnce();
    return stopOnce;
  }

  #isClosing(): boolean {
    return this.#closing !== undefined;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { embedder, otherLanguages, index, rules, team, log } = this.#ports;
    await Promise.all([...this.#watchers].map((stop) => stop()));
    await Promise.all([this.indexSync.close(), this.#everywhere?.close()]);
    const ends = await Promise.allSettled([
      embedder.close(),
      otherLanguages?.close(),
      index.close(),
      rules.close(),
      team.close(),
    ]);
    for (const end of ends) if (end.status === 'rejected') log.error('Memdir did not close cleanly.', end.reason);
  }
}

/** The part of the context that changes with the settings. */
const settingsContext = (
  settings: ServiceSettings,
): Pick<ServiceContext, 'settings' | 'types' | 'rules' | 'cache'> => ({
  settings,
  types: typesOf(settings),
  rules: settings.rules,
  cache: new ProblemCache(),
});
