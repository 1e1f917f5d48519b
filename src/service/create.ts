import { localNow } from '../core/capture/local-time.js';
import { MemdirError } from '../core/errors.js';
import type { MemoryId } from '../core/memory.js';
import type { QueueHandlers } from '../core/ports/observation-queue.js';
import type { ListFilter, MemoryDetail, MemorySummary, MemoryText, StoreView } from '../core/results.js';
import { captureOf } from './capture.js';
import type { ExtractContext } from './capture/extract-facts.js';
import { connectionsOf } from './connections.js';
import type { DistillParts } from './distill/distill.js';
import { doctor } from './doctor.js';
import { createDreams } from './dream/dream.js';
import { createInbox } from './inbox/inbox.js';
import { IndexSync } from './index/index-sync.js';
import { StatusLine } from './index/status-line.js';
import { watchStores } from './index/store-watcher.js';
import { inject, noteSession } from './inject/inject.js';
import { buildPromptSection, type PromptContext } from './inject/prompt-section.js';
import { renderForAgent, withSecrets } from './inject/render-for-agent.js';
import { FactCollector } from './lint/facts/facts.js';
import { applyPlan, planFixes } from './lint/fix-plan.js';
import { lint, type LintContext, lintDocument, ProblemCache, realPath } from './lint/lint.js';
import type { InboxService, Memdir, ServiceSettings } from './memdir.js';
import { modelsOf } from './models.js';
import { movesOf } from './moves.js';
import { memoryId, storeOf } from './paths.js';
import { type ServicePorts, typesOf } from './ports.js';
import { search } from './search.js';
import type { SearchParts } from './search/parts.js';
import { QueryVectors } from './search/query-vectors.js';
import {
  countMarks,
  detailOf,
  findMemory,
  idsOf,
  matches,
  newest,
  references,
  summaries,
  toStoreView,
} from './stores/catalogue.js';
import { contents, indexOf, loadMemory } from './stores/contents.js';
import { Snapshots, type StoreSnapshot } from './stores/snapshot.js';
import { allStores, storeContext } from './stores/store-context.js';
import { lifecycleOf } from './write.js';
import { appendDailyLog } from './write/daily-log.js';

export { DEFAULT_SERVICE_SETTINGS, type ServicePorts } from './ports.js';

/** The product over its ports. Nothing is read, watched or embedded before it is asked for. */
export function createMemdir(ports: ServicePorts, settings: ServiceSettings): Memdir {
  const service = new Service(ports, settings);
  const inbox = createInbox(
    ports,
    () => service.lintParts(),
    () => service.askedMs,
  );
  return {
    roots: () => service.indexSync.findStores(),
    view: (signal) => service.view(signal),
    outline: (signal) => service.outline(signal),
    list: (filter) => service.list(filter),
    show: (reference) => service.show(reference),
    read: (reference) => service.read(reference),
    search: (request, signal) => search(service.asked().searchParts(), request, signal),
    references: (ids) => references(service, ids),
    inject: (request, signal) =>
      inject(
        { find: { ...service.searchParts(), selectModel: ports.selectModel }, sessions: ports.sessions },
        request,
        signal,
      ),
    renderForAgent: (ids, signal) => renderForAgent(service.searchParts(), ids, signal),
    withSecrets: (ids, signal) => withSecrets(service.searchParts(), ids, signal),
    prompt: (request, signal) => buildPromptSection(service.promptParts(), request, signal),
    noteSession: (session, what) => noteSession(ports.sessions, session, what),
    lint: (request, signal) => lint(service.lintParts(), request, signal),
    storeContext: (file, overlay, signal) => storeContext(service.lintParts(), file, overlay, signal),
    allStores: (overlay, signal) => allStores(service.lintParts(), overlay, signal),
    contents: (signal) => contents(service, signal),
    indexOf: (id) => indexOf(service, id),
    lintDocument: (file, text, signal, others) => lintDocument(service.asked().lintParts(), file, text, signal, others),
    planFixes: (request, signal) => planFixes(service.lintParts(), request, signal),
    applyPlan: (plan) => applyPlan(service.lintParts(), plan),
    ...lifecycleOf(() => service.lintParts()),
    capture: captureOf(ports, handlersOf(service, inbox)),
    dream: createDreams(ports, () => service.lintParts()),
    extract: async (request, signal) =>
      (await import('./capture/extract.js')).extract(
        service.extractParts(),
        inbox,
        request,
        service.settings.capture,
        signal,
      ),
    distill: async (text, signal) =>
      (await import('./distill/distill.js')).distill(
        service.distillParts(),
        { id: '', ...localNow(ports.clock), source: 'command', text },
        signal,
      ),
    inbox,
    log: (request) => appendDailyLog(service.lintParts(), request),
    moves: movesOf(ports.moves, service),
    models: modelsOf(ports.models),
    connections: connectionsOf(
      ports.connections,
      async (folder) =>
        (
          await buildPromptSection(service.promptParts(), {
            withIndex: false,
            home: ports.home,
            folder: (await ports.realPath?.(folder)) ?? folder,
          })
        ).text,
    ),
    index: (options, progress, signal) => service.indexSync.index(options, progress, signal),
    follow: (changed) => service.follow(changed),
    status: () => service.status.now,
    onStatus: (listener) => service.status.listen(listener),
    configure: (changed) => service.configure(changed),
    doctor: () => doctor(ports, service.indexSync),
    memoryId: (file) => service.memoryId(file),
    close: () => service.close(),
  };
}

/** What observations and ends of turns become. */
function handlersOf(service: Service, inbox: InboxService): QueueHandlers {
  return {
    observation: async (seen, signal) =>
      (await import('./distill/distill.js')).toInbox(
        service.distillParts(),
        inbox,
        seen,
        service.settings.capture,
        signal,
      ),
    turn: async (turn, signal) =>
      (await import('./capture/extract.js')).extractAfterTurn(
        service.extractParts(),
        inbox,
        turn,
        service.settings.capture,
        signal,
      ),
  };
}

class Service {
  readonly snapshots: Snapshots;
  readonly status: StatusLine;
  readonly indexSync: IndexSync;
  readonly vectors: QueryVectors;
  /** When somebody typed or searched last. */
  askedMs = Number.NEGATIVE_INFINITY;
  readonly #following = new Set<() => Promise<void>>();
  readonly #facts: FactCollector;
  #fileProblems = new ProblemCache();
  #closing: Promise<void> | undefined;

  constructor(
    readonly ports: ServicePorts,
    public settings: ServiceSettings,
  ) {
    this.snapshots = new Snapshots(ports, typesOf(settings));
    this.status = new StatusLine(ports.log);
    this.indexSync = new IndexSync(ports, this.snapshots, this.status);
    this.vectors = new QueryVectors();
    for (const embedder of [ports.embedder, ports.otherLanguages])
      embedder?.onChange?.(() => this.indexSync.embedderChanged());
    this.#facts = new FactCollector(ports);
  }

  /** Somebody types or searches: what can wait does. */
  asked(): this {
    this.askedMs = this.ports.clock.now();
    return this;
  }

  searchParts(): SearchParts {
    const { ports, indexSync, vectors, settings } = this;
    return { ports, indexSync, vectors, settings };
  }

  lintParts(): LintContext {
    const { ports, indexSync, snapshots, settings } = this;
    return {
      ports,
      indexSync,
      snapshots,
      types: typesOf(settings),
      rules: settings.rules,
      cache: this.#fileProblems,
      facts: this.#facts,
    };
  }

  distillParts(): DistillParts {
    const { ports, settings } = this;
    return { ports, types: typesOf(settings), longest: settings.capture.longestText };
  }

  extractParts(): ExtractContext {
    return { ...this.searchParts(), transcripts: this.ports.transcripts, types: typesOf(this.settings) };
  }

  promptParts(): PromptContext {
    const { ports, indexSync, snapshots } = this;
    const readIndex: PromptContext['readIndex'] = async (store, listed) => {
      const file = await snapshots.file(store, listed);
      return file === undefined || 'memory' in file ? undefined : file;
    };
    return { files: ports.files, findStores: () => indexSync.findStores(), readIndex };
  }

  view(signal?: AbortSignal): Promise<readonly StoreView[]> {
    return this.#views((snapshot) => countMarks(snapshot, this.lintParts(), signal), signal);
  }

  outline(signal?: AbortSignal): Promise<readonly StoreView[]> {
    return this.#views(() => ({}), signal);
  }

  async #views(
    marks: (snapshot: StoreSnapshot) => StoreView['marks'] | Promise<StoreView['marks']>,
    signal: AbortSignal | undefined,
  ): Promise<readonly StoreView[]> {
    const views: StoreView[] = [];
    for (const info of await this.indexSync.findStores()) {
      const snapshot = { ...(this.snapshots.recent(info.key) ?? (await this.snapshots.load(info, signal))), info };
      views.push(toStoreView(snapshot, await this.#summaries(snapshot), await marks(snapshot)));
    }
    return views;
  }

  async list(filter: ListFilter): Promise<readonly MemorySummary[]> {
    const memories: MemorySummary[] = [];
    for (const snapshot of await this.#load())
      memories.push(...(await this.#summaries(snapshot)).filter((memory) => matches(memory, filter)));
    return newest(memories, filter.recent);
  }

  async show(reference: string): Promise<MemoryDetail> {
    return await this.#accessed(findMemory(await this.#load(), reference));
  }

  async #accessed(found: ReturnType<typeof findMemory>): Promise<MemoryDetail> {
    const id = memoryId(found.snapshot.info.key, found.file.source.path);
    await this.ports.index.countAccess([id]);
    return detailOf(found, {
      types: typesOf(this.settings),
      now: this.ports.clock.now(),
      accesses: await this.ports.index.accessCounts([id]),
    });
  }

  async read(reference: string): Promise<MemoryText> {
    const snapshot = await loadMemory(this, reference);
    return snapshot === undefined
      ? await this.show(reference)
      : await this.#accessed(findMemory([snapshot], reference));
  }

  async memoryId(file: string): Promise<MemoryId | undefined> {
    const home = storeOf(await this.indexSync.stores(), await realPath(this.ports, file));
    return home && /\.md$/i.test(home.path) ? memoryId(home.store.key, home.path) : undefined;
  }

  async follow(changed: Parameters<Memdir['follow']>[0]): Promise<() => Promise<void>> {
    if (this.#closing) throw new MemdirError('unavailable', 'Memdir is closed.');
    const stop = await watchStores(this.ports, this.indexSync, this.snapshots, changed);
    const once = async (): Promise<void> => {
      if (this.#following.delete(once)) await stop();
    };
    this.#following.add(once);
    // Closed while it began: nobody else would end it, and the process would go on.
    if (this.#isClosing()) await once();
    return once;
  }

  configure(settings: ServiceSettings): void {
    const retyped = JSON.stringify(settings.types) !== JSON.stringify(this.settings.types);
    this.settings = settings;
    this.#fileProblems = new ProblemCache();
    if (!retyped) return;
    this.snapshots.retype(typesOf(settings));
    this.indexSync.retype().catch((error: unknown) => {
      if (!this.#closing) this.ports.log.error('The index could not be adapted to the changed types.', error);
    });
  }

  #isClosing(): boolean {
    return this.#closing !== undefined;
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await Promise.all([...this.#following].map((stop) => stop()));
    await this.indexSync.close();
    const ends = await Promise.allSettled([
      this.ports.embedder.close(),
      this.ports.otherLanguages?.close(),
      this.ports.index.close(),
      this.ports.rules?.close(),
    ]);
    for (const end of ends)
      if (end.status === 'rejected') this.ports.log.error('Memdir did not close cleanly.', end.reason);
  }

  async #load(): Promise<StoreSnapshot[]> {
    const snapshots: StoreSnapshot[] = [];
    for (const info of await this.indexSync.findStores()) snapshots.push(await this.snapshots.load(info));
    return snapshots;
  }

  async #summaries(snapshot: StoreSnapshot): Promise<MemorySummary[]> {
    const accesses = await this.ports.index.accessCounts(idsOf(snapshot));
    return summaries(snapshot, { types: typesOf(this.settings), now: this.ports.clock.now(), accesses });
  }
}
