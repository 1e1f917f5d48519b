import type { Diagnostic } from 'vscode-languageserver';
import type { Connection } from 'vscode-languageserver';
import type { TextDocument } from 'vscode-languageserver-textdocument';

import { MemdirError } from '../../core/errors.js';
import type { Memdir } from '../../core/memdir.js';
import type { StoreInfo, StoreKey } from '../../core/memory.js';
import { isInside } from '../../core/paths.js';
import type { Log } from '../../core/ports/log.js';
import type { LintReport, LocatedProblem } from '../../core/results.js';
import type { Notify } from '../events.js';
import { fileUri } from '../file-uri.js';
import { OpenDocuments } from '../open-documents.js';
import { DebouncedRuns } from './debounced-runs.js';
import { toDiagnostic, toEditorPositions } from './to-diagnostic.js';

/** Milliseconds after the last keystroke until the file, and until its store, is checked. */
const FILE_DELAY = 50;
const STORE_DELAY = 300;
const ALL = '*';

/** Problems of a file as last sent, with the versions of the open documents they were found in. */
export interface ShownProblems {
  readonly store: StoreKey | undefined;
  readonly problems: readonly LocatedProblem[];
  readonly versions: ReadonlyMap<string, number>;
}

/**
 * Sends diagnostics: for an edited file at once, for the other files of its store shortly after, and for every store when the
 * engine opens or the disk changes.
 */
export class Diagnostics {
  readonly #shown = new Map<string, ShownProblems>();
  /** Uris of documents outside every store; checked again when stores change or the document is saved. */
  readonly #outside = new Set<string>();
  readonly #runs: DebouncedRuns;
  readonly #documents: OpenDocuments;
  #stores: readonly StoreInfo[] = [];

  readonly #connection: Connection;
  readonly #engine: (signal?: AbortSignal) => Promise<Memdir>;
  readonly #log: Log;
  readonly #storesChecked: () => void;
  readonly #notify: Notify;

  /** `storesChecked`: called when the files of a store were checked. */
  constructor(
    connection: Connection,
    engine: (signal?: AbortSignal) => Promise<Memdir>,
    log: Log,
    storesChecked: () => void,
    notify: Notify,
  ) {
    this.#connection = connection;
    this.#engine = engine;
    this.#log = log;
    this.#storesChecked = storesChecked;
    this.#notify = notify;
    this.#runs = new DebouncedRuns((key, error) =>
      log.error(`Checking ${key === ALL ? 'all memories' : key} failed`, error),
    );
    this.#documents = new OpenDocuments(connection, {
      changed: (document) => this.#documentChanged(document),
      closed: (document) => this.#documentClosed(document),
    });
  }

  get documents(): OpenDocuments {
    return this.#documents;
  }

  /** Problems of a file, after a pending check of its current text. */
  async current(uri: string): Promise<ShownProblems | undefined> {
    await this.#runs.settle(uri);
    return this.#shown.get(uri);
  }

  /** Schedules checks of stores whose files changed. */
  storesChanged(keys: readonly StoreKey[]): void {
    this.#outside.clear();
    const known = keys.map((key) => this.#stores.find((store) => store.key === key));
    if (known.some((store) => !store?.exists)) this.everythingChanged();
    else for (const store of known) if (store) this.#scheduleStore(store, 0);
  }

  /** Schedules a check of every store and every open document. */
  everythingChanged(): void {
    this.#outside.clear();
    this.#runs.schedule(ALL, 0, async (signal) => {
      await this.checkAll(signal);
    });
  }

  /** Checks every store, sends the diagnostics and returns the report. */
  async checkAll(signal: AbortSignal): Promise<LintReport> {
    const memdir = await this.#engine(signal);
    this.#stores = await memdir.roots();
    const { overlay, versions, uris } = await this.#documents.snapshot();
    const report = await memdir.lint({ overlay, open: new Set(uris.keys()) }, signal);
    if (!signal.aborted) this.#showReport(report, () => true, versions, uris);
    return report;
  }

  close(): void {
    this.#runs.close();
  }

  #documentChanged(document: TextDocument): void {
    const { uri } = document;
    if (this.#outside.has(uri) && this.#documents.isUnsaved(uri)) return;
    this.#runs.schedule(uri, FILE_DELAY, (signal) => this.#checkFile(document, signal));
  }

  #documentClosed({ uri }: TextDocument): void {
    this.#runs.cancel(uri);
    this.#outside.delete(uri);
    const shown = this.#shown.get(uri);
    const store = shown && this.#stores.find(({ key }) => key === shown.store);
    if (store) this.#scheduleStore(store, FILE_DELAY);
    else if (shown) this.#show(uri, undefined);
  }

  async #checkFile(document: TextDocument, signal: AbortSignal): Promise<void> {
    const { uri } = document;
    const file = await this.#documents.path(uri);
    const memdir = await this.#engine(signal);
    const { overlay, versions } = await this.#documents.snapshot();
    const report = await memdir.lintDocument(file, document.getText(), signal, overlay);
    if (signal.aborted || document.version !== versions.get(uri)) return;
    if (!report) {
      this.#outside.add(uri);
      this.#show(uri, undefined);
      return;
    }
    const store = await this.#storeOf(memdir, file);
    if (signal.aborted) return;
    const problems = toEditorPositions(report).filter((problem) => problem.file === file);
    this.#show(uri, { store: store?.key, problems, versions });
    this.#sendBudgets(report);
    if (store) this.#scheduleStore(store, STORE_DELAY);
  }

  #scheduleStore(store: StoreInfo, delay: number): void {
    this.#runs.schedule(store.path, delay, async (signal) => {
      const memdir = await this.#engine(signal);
      const { overlay, versions, uris } = await this.#documents.snapshot();
      try {
        const report = await memdir.lint({ targets: [store.path], overlay, open: new Set(uris.keys()) }, signal);
        if (!signal.aborted) this.#showReport(report, (key) => key === store.key, versions, uris);
      } catch (error) {
        // The store was deleted: its diagnostics must be cleared.
        if (!(error instanceof MemdirError) || error.code === 'cancelled') throw error;
        this.#log.info(error.message);
        if (!signal.aborted) this.everythingChanged();
      }
    });
  }

  /** The innermost store that contains the file. */
  async #storeOf(memdir: Memdir, file: string): Promise<StoreInfo | undefined> {
    const find = (): StoreInfo | undefined =>
      this.#stores.filter(({ path }) => isInside(file, path)).sort((a, b) => b.path.length - a.path.length)[0];
    const known = find();
    if (known) return known;
    this.#stores = await memdir.roots();
    return find();
  }

  /** Sends the diagnostics of a report, and clears those of its stores that it no longer lists. */
  #showReport(
    report: LintReport,
    covers: (store: StoreKey | undefined) => boolean,
    versions: ReadonlyMap<string, number>,
    uris: ReadonlyMap<string, string>,
  ): void {
    const found = new Map<string, LocatedProblem[]>();
    for (const problem of toEditorPositions(report)) {
      if (!covers(problem.store)) continue;
      const uri = uris.get(problem.file) ?? fileUri(problem.file);
      found.set(uri, [...(found.get(uri) ?? []), problem]);
    }
    const gone = [...this.#shown].filter(([uri, { store }]) => covers(store) && !found.has(uri)).map(([uri]) => uri);
    for (const uri of [...found.keys(), ...gone]) {
      // A document that changed since has a run of its own.
      if (this.#documents.get(uri)?.version !== versions.get(uri)) continue;
      // An open document without problems keeps its store: closing it unsaved changes the problems of other files.
      const problems = found.get(uri) ?? (this.#documents.get(uri) ? [] : undefined);
      this.#show(uri, problems && { store: problems[0]?.store ?? this.#shown.get(uri)?.store, problems, versions });
    }
    this.#sendBudgets(report);
    this.#storesChecked();
  }

  #sendBudgets({ indexes }: LintReport): void {
    for (const { store, ...budget } of indexes) void this.#notify('budget', { store, budget });
  }

  #show(uri: string, shown: ShownProblems | undefined): void {
    const before = this.#shown.get(uri);
    if (shown) this.#shown.set(uri, shown);
    else this.#shown.delete(uri);
    const diagnostics = (shown?.problems ?? []).map(toDiagnostic);
    if (!before && diagnostics.length === 0) return;
    if (before && same(before.problems.map(toDiagnostic), diagnostics)) return;
    this.#connection
      .sendDiagnostics({ uri, diagnostics })
      .catch((error: unknown) => this.#log.warn(`Problems of ${uri} could not be sent: ${String(error)}`));
  }
}

const same = (a: readonly Diagnostic[], b: readonly Diagnostic[]): boolean => JSON.stringify(a) === JSON.stringify(b);
