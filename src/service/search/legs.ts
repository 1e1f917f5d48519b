/** The legs of a search: words first, then vectors of the question by each model that can read it. */
import { asError, messageOf, throwIfAborted } from '../../core/errors.js';
import { t } from '../../core/l10n.js';
import { memo } from '../../core/memo.js';
import type { MemoryId } from '../../core/memory.js';
import type { HitFacts, MeaningLegs, MeaningMatches, SearchPlan, WordMatches } from '../../core/ports/index-store.js';
import type { VectorLeg, VectorProgress, WordsLeg } from '../../core/ports/search-legs.js';
import { raceAbort } from '../../core/race-abort.js';
import type { SearchRequest } from '../../core/results.js';
import type { Crossing } from '../../core/search/cross-language-score.js';
import { modelReads, type Query } from '../../core/search/query.js';
import { withTimeout } from '../async.js';
import { crossLanguageRoute, isForeign } from '../models/cross-language.js';
import { type ModelRoute, modelRoutes } from '../models/model-routing.js';
import type { SearchContext } from './context.js';
import {
  crossing as crossingNotice,
  languageUnknown,
  meaningOnly,
  modelStarting,
  progressNotice,
  spellingNotice,
  wordsOnly,
} from './notices.js';
import { modelWaitMs } from './plan.js';
import type { EmbeddedQuestion } from './query-vectors.js';

/** What one model does for a search. */
export interface RouteAnswer {
  readonly route?: ModelRoute;
  readonly question?: EmbeddedQuestion;
  /** Set where the question is in another language than the memories. */
  readonly crossing?: Crossing;
  /** Why there is no vector leg, or what it lacks; for people. */
  readonly notice?: string | undefined;
  /** A notice that is left out when another model answers. */
  readonly unreadNotice?: string;
  /** Whether a later search may find more. */
  readonly settling?: boolean;
}

/** A route with the question as its model reads it. */
export type AskedRoute = Required<Pick<RouteAnswer, 'route' | 'question'>> & RouteAnswer;

export interface WordsOutcome {
  readonly matches?: WordMatches;
  readonly notice?: string | undefined;
  /** The search fails with it unless vectors answer. */
  readonly error?: Error;
}

/** What the legs found, each with the scores of what the others found. */
export interface FoundLegs {
  /** Absent where words cannot be searched. */
  readonly keyword: WordsLeg | undefined;
  readonly vectors: readonly {
    readonly route: ModelRoute;
    readonly question: EmbeddedQuestion;
    readonly leg: VectorLeg;
    readonly crossing?: Crossing | undefined;
  }[];
}

export interface SearchLegs {
  readonly found: FoundLegs;
  readonly facts: ReadonlyMap<MemoryId, HitFacts>;
  readonly tokens: MeaningMatches['tokens'];
  readonly notices: readonly string[];
  /** Whether a later search may find more. */
  readonly settling: boolean;
}

export async function askWords({ ports }: SearchContext, plan: SearchPlan): Promise<WordsOutcome> {
  try {
    const models = [...modelRoutes(ports), crossLanguageRoute(ports)].flatMap((route) => route?.model.id ?? []);
    const matches = await ports.index.words(plan, models);
    return { matches, notice: spellingNotice(matches.leg) };
  } catch (error) {
    ports.log.warn(`Words could not be searched: ${messageOf(error)}`);
    return { error: asError(error), notice: meaningOnly(messageOf(error)) };
  }
}

/** Embeds the question with each model that has something to compare it with. A model that takes too long is left out. Rejects only when cancelled. */
export async function embedQuestion(
  context: SearchContext,
  query: Query,
  words: WordsOutcome,
  request: SearchRequest,
  signal: AbortSignal | undefined,
): Promise<readonly RouteAnswer[]> {
  const routes = modelRoutes(context.ports);
  if (routes.length === 0) return [await noVectors(context)];
  const waitMs = modelWaitMs(request, (words.matches?.leg.hits.length ?? 0) > 0);
  const asked = routes.map((route) => {
    const answer = embedFor(context, route, query, words.matches?.progress.get(route.model.id), signal);
    // It rejects only when cancelled, and then the wait below rejects as well.
    answer.catch(() => undefined);
    return withTimeout(answer, waitMs).then((inTime) => inTime ?? tooLate(route));
  });
  const foreign = await raceAbort(withTimeout(foreignQuestion(context, query, signal), waitMs), signal);
  const crossing = foreign ? withTimeout(crossLanguages(context, query, words, signal), waitMs) : undefined;
  const crossed = crossing && (await raceAbort(crossing, signal));
  const answers = await raceAbort(Promise.all(asked), signal);
  if (!foreign) return answers.map((one) => (one.route?.secondary ? { ...one, crossing: 'to-others' } : one));
  if (!crossed) return answers;
  const instead = crossed.question !== undefined && crossed.settling !== true;
  return [...answers.filter((_, at) => !instead || routes[at]?.secondary === true), crossed];
}

const tooLate = ({ secondary }: ModelRoute): RouteAnswer => ({
  notice: wordsOnly(modelStarting(), secondary),
  settling: true,
});

async function noVectors({ ports, indexSync }: SearchContext): Promise<RouteAnswer> {
  const { embedder } = ports;
  return {
    notice: wordsOnly((await indexSync.vectorsOff()) ?? t('There is no embedding model.')),
    settling: embedder.prepare !== undefined && embedder.state().state === 'idle',
  };
}

/** Whether a question is in a language that the second model reads. False where that cannot be found out. Rejects only when cancelled. */
async function foreignQuestion(
  { ports }: SearchContext,
  query: Query,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    return await isForeign(ports, query.text, signal);
  } catch (error) {
    throwIfAborted(signal);
    ports.log.warn(`The language of the question was not found out: ${messageOf(error)}`);
    return false;
  }
}

/** What the second model says of memories that the main one reads. Until all their vectors are there, the main model answers too. */
async function crossLanguages(
  context: SearchContext,
  query: Query,
  words: WordsOutcome,
  signal: AbortSignal | undefined,
): Promise<RouteAnswer> {
  const route = crossLanguageRoute(context.ports);
  if (!route) return {};
  const { progress } = words.matches ?? {};
  const at = progress?.get(route.model.id);
  const complete = at === undefined || at.ready >= at.total;
  if (!complete) context.indexSync.crossLanguages();
  const answer: RouteAnswer = { ...(await embedFor(context, route, query, at, signal)), crossing: 'to-main' };
  if (complete) return answer;
  // A memory that the second model has looked at, and that has to wait here, is in a language of the main one.
  const other = modelRoutes(context.ports).find(({ secondary }) => secondary);
  const looked = (other && progress?.get(other.model.id)?.ready) ?? 0;
  return {
    ...answer,
    notice: looked > at.ready ? crossingNotice() : undefined,
    settling: context.indexSync.failure === undefined,
  };
}

async function embedFor(
  context: SearchContext,
  route: ModelRoute,
  query: Query,
  progress: VectorProgress | undefined,
  signal: AbortSignal | undefined,
): Promise<RouteAnswer> {
  const { embedder, model, secondary } = route;
  if ((await context.indexSync.vectorsOff()) !== undefined) return secondary ? {} : await noVectors(context);
  if (!modelReads(model.languages, query.text)) return { unreadNotice: wordsOnly(languageUnknown()) };
  if (progress && hasNoVectors(route, progress))
    return secondary ? {} : incomplete(progress, context.indexSync.failure);
  try {
    const question = await context.vectors.get(embedder, query.text, signal);
    route.check();
    return { route, question };
  } catch (error) {
    throwIfAborted(signal);
    context.ports.log.warn(`The question could not be embedded: ${messageOf(error)}`);
    return { notice: wordsOnly(messageOf(error), secondary) };
  }
}

const hasNoVectors = ({ secondary }: ModelRoute, { embedded, ready, total }: VectorProgress): boolean =>
  embedded === 0 && (secondary || ready < total);

/** @param failure why embedding stopped */
const incomplete = (progress: VectorProgress, failure: string | undefined): RouteAnswer => ({
  notice: progressNotice(progress, failure),
  settling: failure === undefined,
});

/** @param choose the memories that late interaction compares with the question; gets the object that is answered as `found` */
export async function askMeaning(
  context: SearchContext,
  plan: SearchPlan,
  words: WordsOutcome,
  routes: readonly RouteAnswer[],
  choose: (found: FoundLegs) => readonly MemoryId[],
): Promise<SearchLegs> {
  const { ports, settings, indexSync } = context;
  const asked = routes.filter((one): one is AskedRoute => one.route !== undefined && one.question !== undefined);
  if (asked.length === 0) return wordsAlone(words, routes);
  const found = memo((legs: MeaningLegs) => joinLegs(words, asked, legs));
  const tokenModels = asked.flatMap(({ route: { model }, question: { tokens } }) =>
    tokens !== undefined && model.lateWeight > 0 ? [model.id] : [],
  );
  try {
    const matches = await ports.index.meaning(plan, {
      questions: asked.map(({ route: { model, overriddenBy }, question: { vector } }) => ({
        model: model.id,
        vector,
        overriddenBy,
      })),
      wordHits: words.matches?.leg.hits.map(({ id }) => id),
      tokens:
        settings.rerank === 'late' && tokenModels.length > 0
          ? { models: tokenModels, choose: (legs) => choose(found(legs)) }
          : undefined,
    });
    const { vectors } = found(matches.legs);
    if (words.error && vectors.length === 0) throw words.error;
    const complete = routes.map((one) =>
      withProgress(one, vectors.find(({ route }) => route === one.route)?.leg, indexSync.failure),
    );
    return {
      found: found(matches.legs),
      facts: matches.facts,
      tokens: matches.tokens,
      ...stateOf(words, complete, vectors.length > 0),
    };
  } catch (error) {
    if (words.error) throw words.error;
    ports.log.warn(`Vectors could not be searched: ${messageOf(error)}`);
    const failed = routes.map((one) =>
      one.route ? { notice: wordsOnly(messageOf(error), one.route.secondary) } : one,
    );
    return wordsAlone(words, failed);
  }
}

function joinLegs({ matches }: WordsOutcome, asked: readonly AskedRoute[], legs: MeaningLegs): FoundLegs {
  const vectors = legs.vectors.flatMap((leg, at) => {
    const one = asked[at];
    return one && !hasNoVectors(one.route, leg)
      ? [{ route: one.route, question: one.question, leg, crossing: one.crossing }]
      : [];
  });
  const keyword = matches && { ...matches.leg, hits: [...matches.leg.hits, ...legs.keyword] };
  return { keyword, vectors };
}

function wordsAlone(words: WordsOutcome, routes: readonly RouteAnswer[]): SearchLegs {
  if (!words.matches) throw words.error ?? new Error(t('Neither keyword search nor semantic search is available.'));
  const { leg, facts } = words.matches;
  return { found: { keyword: leg, vectors: [] }, facts, tokens: [], ...stateOf(words, routes, false) };
}

/** Adds a notice about documents without vectors. Documents without vectors of the secondary model have vectors of the main one. */
function withProgress(answer: RouteAnswer, leg: VectorLeg | undefined, failure: string | undefined): RouteAnswer {
  return leg && answer.route?.secondary === false && leg.ready < leg.total
    ? { ...answer, ...incomplete(leg, failure) }
    : answer;
}

function stateOf(
  words: WordsOutcome,
  routes: readonly RouteAnswer[],
  byVectors: boolean,
): Pick<SearchLegs, 'notices' | 'settling'> {
  const notices = [
    words.notice,
    ...routes.map(({ notice, unreadNotice }) => notice ?? (byVectors ? undefined : unreadNotice)),
  ];
  return {
    notices: notices.filter((notice) => notice !== undefined),
    settling: routes.some(({ settling }) => settling),
  };
}
