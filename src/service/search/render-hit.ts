/** One hit as people see it: without secrets, with snippet, line and note. */
import { isoTime } from '../../core/absolute-date.js';
import { ageDays } from '../../core/age.js';
import { t } from '../../core/l10n.js';
import { memo } from '../../core/memo.js';
import type { StoreInfo } from '../../core/memory.js';
import type { IndexedDocument } from '../../core/ports/documents.js';
import type { Explanation, Hit } from '../../core/results.js';
import type { Factors, Fused } from '../../core/search/rank.js';
import { marksIn, snippetOf, type SnippetSource } from '../../core/search/snippet.js';
import { maskForDisplay } from '../../core/secrets/secrets.js';
import type { VersionReason } from '../../core/similarity/relations.js';
import { absolutePath } from '../paths.js';

/** UTF-16 units of another memory's name. */
const LONGEST_NAME = 100;

export interface ShowOptions {
  readonly stores: readonly StoreInfo[];
  readonly limit: number;
  readonly explain: boolean;
  /** See {@link SearchRequest.idsOnly}. */
  readonly idsOnly: boolean;
}

export interface ScoredHit {
  readonly hit: Fused;
  readonly by: Factors;
  readonly score: number;
}

export interface HitDocuments {
  readonly document: IndexedDocument;
  /** The memory that this one replaces by its own word. */
  readonly superseded?: IndexedDocument | undefined;
  /** An older version of the same fact. */
  readonly older?: IndexedDocument | undefined;
  /** A newer version of the same fact, and why it takes the place of this one. */
  readonly newer?: IndexedDocument | undefined;
  readonly reason?: VersionReason | undefined;
}

export interface RenderOptions extends ShowOptions {
  /** Weight of the terms that snippets look for. */
  readonly weights: ReadonlyMap<string, number>;
  readonly nowMs: number;
}

export function renderHit({ hit, by, score }: ScoredHit, documents: HitDocuments, options: RenderOptions): Hit {
  const { document } = documents;
  const store = options.stores.find((info) => info.key === document.store);
  const masked = options.idsOnly ? undefined : maskedDocument(document);
  const snippet = masked ? snippetOf(masked, options.weights, hit.vector?.line) : { text: '', line: 0 };
  const note = noteOf(documents);
  return {
    id: document.id,
    path: store ? absolutePath(store, document.path) : document.path,
    name: masked?.name ?? '',
    type: masked?.type ?? '',
    level: document.level,
    snippet: snippet.text,
    repos: masked?.repos ?? [],
    score: rounded(score, 10_000),
    createdAt: isoTime(document.dateMs),
    ageDays: rounded(ageDays(document, options.nowMs), 1000),
    estTokens: Math.ceil((document.description.length + document.body.length) / 4),
    agentId: masked?.agentId ?? null,
    line: snippet.line + 1,
    ...(options.explain ? { explain: explanationOf(hit, by), marks: marksIn(snippet.text, options.weights) } : {}),
    ...(note === undefined ? {} : { note }),
  };
}

/** What a hit replaces, by its own word or by its date, and what takes its place. */
function noteOf({
  document: { name, supersedes },
  superseded,
  older,
  newer,
  reason,
}: HitDocuments): string | undefined {
  const named = (name: string): string =>
    maskForDisplay(name).replace(/\s+/g, ' ').slice(0, LONGEST_NAME).toWellFormed();
  // A new version has the name of the one before: the file tells them apart.
  const replacedName = superseded?.name === name ? supersedes : superseded?.name;
  const notes = [
    ...(supersedes === undefined
      ? []
      : [t('replaces {name}', { name: named(replacedName ?? supersedes.replace(/\.md$/i, '')) })]),
    ...(older === undefined || older.id === superseded?.id
      ? []
      : [t('newer than {name}', { name: named(older.name) })]),
    ...(newer === undefined
      ? []
      : [
          reason === 'replaces'
            ? t('replaced by {name}', { name: named(newer.name) })
            : reason === 'retells'
              ? t('perhaps replaced by the newer {name}', { name: named(newer.name) })
              : t('contradicted by the newer {name}', { name: named(newer.name) }),
        ]),
  ];
  return notes.length > 0 ? notes.join(', ') : undefined;
}

/** The parts of a document that may be shown. */
interface MaskedDocument extends SnippetSource {
  readonly type: string;
  readonly repos: string[];
  readonly agentId: string | null;
}

/** Secrets are masked before a text is cut: half of a token is no longer recognised. The index gives the same objects while it is unchanged. */
const maskedDocument = memo((document: IndexedDocument): MaskedDocument => {
  const { name, type, description, body, bodyLine, repos, agentId } = document;
  return {
    name: maskForDisplay(name),
    type: maskForDisplay(type),
    description: maskForDisplay(description),
    body: maskForDisplay(body),
    bodyLine,
    repos: repos.map((repo) => maskForDisplay(repo)),
    agentId: agentId === undefined ? null : maskForDisplay(agentId),
  };
});

const rounded = (value: number, parts: number): number => Math.round(value * parts) / parts;

function explanationOf({ keyword, vector, late, rerank, fused }: Fused, by: Factors): Explanation {
  return {
    ...(keyword ? { keyword } : {}),
    ...(vector
      ? {
          vector: {
            rank: vector.rank,
            cosine: vector.cosine,
            deviations: vector.deviations,
            score: vector.score,
            ...(vector.model === undefined ? {} : { model: vector.model }),
          },
        }
      : {}),
    ...(late ? { late } : {}),
    ...(rerank ? { rerank } : {}),
    fused,
    ...by,
  };
}
